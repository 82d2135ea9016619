#!/usr/bin/env node
// The command `understudy`. Ends the process itself: an app may have left a connection open.

import { main } from '@understudy/cli'

// A reader that went away, as of a pipe into `head`, ends no run that is paid for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const code = await main(process.argv.slice(2))
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(code)
