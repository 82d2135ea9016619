#!/usr/bin/env node
// The command `understudy`. Ends the process itself: an app may have left a connection open.

import { main } from '@understudy/cli'

const code = await main(process.argv.slice(2))
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(code)
