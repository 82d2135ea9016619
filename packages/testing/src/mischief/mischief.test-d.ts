// What `mischief()` may be asked with, for the compiler.
import { mischief, type TestApp } from '../index.js'
import { Clerk, createDesk, principal } from '../test-desk.js'

declare const http: TestApp

await mischief(Clerk, { http, as: principal })
await mischief(Clerk, { http: async () => (await createDesk()).http, as: null, seed: 2, runs: 10, secrets: ['a'] })
await mischief(Clerk, { http, request: (app) => app.post('/prompt', {}), arrange: (ai) => void ai.respond(Clerk, []) })

// @ts-expect-error -- nobody to act for, and no route
await mischief(Clerk, { http })
// @ts-expect-error -- whom it acts for is the route's business
await mischief(Clerk, { http, as: principal, request: (app: TestApp) => app.post('/prompt', {}) })
// @ts-expect-error -- not an agent
await mischief('clerk', { http, as: principal })
