// A user's program, outside this repository: compiled against the packed packages and run on Bun and on Node.
// It throws when a package does not do what it is asked to.

import * as agents from '@understudy/agents'
import * as app from '@understudy/app'
import * as script from '@understudy/script'
import * as testing from '@understudy/testing'

for (const [name, exported] of Object.entries({ agents, app, script, testing })) {
  if (Object.keys(exported).length === 0) throw new Error(`@understudy/${name} exports nothing.`)
}

console.log('Every package was used from outside.')
