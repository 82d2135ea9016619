// The digest on the real model that the environment configures. It costs money: run it with `bun run eval ticket-digest`.

import { createAi } from '../../src/ai'
import { digestEval } from './digest-eval'

export default digestEval(createAi(process.env))
