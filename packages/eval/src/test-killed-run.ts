/** A program that runs an eval and says a word at every step, so that a test can kill it there. Its argument is the folder. */
import type { ScriptedModel } from '@understudy/script'
import { runEval, type Eval } from './index.js'
import { clerkEval, files, model, someCases } from './test-eval.js'

/** The eval, for whoever begins it and for whoever goes on. */
export function spokenEval(main: ScriptedModel, say: (step: string) => void): Eval {
  return clerkEval(
    { main },
    {
      cases: someCases(8),
      setup: () => say('set up'),
      grade: ({ app, input }) => {
        say('graded')
        return { urgent: app.titles.includes(input) ? 1 : 0 }
      },
      teardown: () => say('torn down'),
    },
  )
}

if (import.meta.main) {
  const say = (step: string): void => void process.stdout.write(`${step}\n`)
  const main = model((request) => {
    say('asked')
    return files(request)
  })
  const dir = process.argv[2] ?? ''
  await runEval(spokenEval(main, say), { dir, reps: 2, concurrency: 4, onProgress: () => say('scored') })
}
