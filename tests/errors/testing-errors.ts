// How each error of `@understudy/testing` occurs. A complaint of a fake is shown by itself, and once with the run around it.

import { createApp } from '@understudy/app'
import { apiError, type FakeAi, type FakeAiOptions, mischief, TestApp } from '@understudy/testing'
import { Agent } from '@understudy/agents'
import { generateText } from 'ai'
import { makeFake } from './one.fixture'
import { leaveFake } from './other.fixture'
import { Clerk, clerkOf, Counter, createAi, createDesk, endQuietly, principal, throwComplaint } from './desk'
import type { Occasion } from './occasion'

const list = { name: 'tickets_index' } as const

/** Another class that goes by the clerk's name. */
class Twin extends Agent {
  static override agentName = 'clerk'
}

/** A fake at a desk of its own. What it complains about at its end is seen only where `run` ends it. */
async function withFake(run: (fake: FakeAi, http: TestApp) => unknown, options?: FakeAiOptions): Promise<void> {
  const { http } = await createDesk()
  const fake = http.fakeAi(options)
  try {
    await run(fake, http)
  } finally {
    endQuietly(fake)
  }
}

/** What the app makes of a failed prompt: nothing. */
async function swallow(prompt: Promise<unknown>): Promise<void> {
  await prompt.catch(() => {})
}

const assertions: readonly Occasion[] = [
  {
    when: 'an assertion about a response does not hold',
    occur: () => withFake(async (_fake, http) => void (await http.get('/tickets').assertOk())),
  },
  {
    when: 'an assertion about a tool call does not hold',
    occur: () =>
      withFake(async (_fake, http) => void (await http.tool('tickets_index', {}, { as: principal }).assertDenied())),
  },
  {
    when: 'an assertion about an agent does not hold',
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Clerk, [{ toolCalls: [list], then: 'None are open.' }])
        await clerkOf(fake).prompt('Which are open?')
        fake.assertToolNotCalled(Clerk, 'tickets_index')
      }),
  },
  {
    when: 'a predicate answers neither true nor false',
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Clerk, ['Done.'])
        await clerkOf(fake).prompt('Go.')
        fake.assertPrompted(Clerk, (() => undefined) as never)
      }),
  },
]

const complaints: readonly Occasion[] = [
  {
    when: 'a fake ends with complaints',
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Clerk, [{ toolCalls: [list], then: 'None are open.' }])
        await clerkOf(fake).prompt('Which are open?')
        await swallow(clerkOf(fake).prompt('And which are closed?'))
        fake[Symbol.dispose]()
      }),
  },
  {
    when: 'a reply is scripted after the fake has ended',
    occur: () =>
      withFake((fake) => {
        fake[Symbol.dispose]()
        fake.respond(Clerk, ['Late.'])
      }),
  },
  {
    when: 'an agent is prompted after the fake has ended',
    occur: () =>
      withFake(async (fake) => {
        fake[Symbol.dispose]()
        await clerkOf(fake).prompt('Go.')
      }),
  },
  {
    when: 'a prompt still runs when the fake ends',
    occur: () =>
      withFake(async (fake) => {
        const { promise, resolve } = Promise.withResolvers<string>()
        fake.respond(Clerk, [() => promise])
        const prompt = clerkOf(fake).prompt('Think.')
        try {
          throwComplaint(fake)
        } finally {
          resolve('Late.')
          await prompt
        }
      }),
  },
  {
    when: 'nobody reads the body of a streamed answer',
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Clerk, ['Done.'])
        await clerkOf(fake).stream('Go.')
        throwComplaint(fake)
      }),
  },
  {
    when: "a scripted output is one that the agent's schema refuses",
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Counter, [{ output: { n: 3 } }])
        await swallow(fake.agent(Counter).as(principal).prompt('Count.'))
        throwComplaint(fake)
      }),
  },
  {
    when: 'the loop stops before the scripted answer',
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Clerk, [{ text: 'Cut off.', finishReason: 'length', toolCalls: [list], then: 'Done.' }])
        await swallow(clerkOf(fake).prompt('Go.'))
        throwComplaint(fake)
      }),
  },
  {
    when: 'a strict fake ends with replies that were never used',
    occur: () => withFake((fake) => throwComplaint(fake.respond(Clerk, ['One.', 'Two.'])), { strict: true }),
  },
  { when: 'nothing is scripted for a prompt', occur: () => withFake((fake) => clerkOf(fake).prompt('Go.')) },
  {
    when: 'an agent is prompted more often than it is scripted',
    occur: () =>
      withFake(async (fake) => {
        fake.respond(Clerk, ['One.'])
        await clerkOf(fake).prompt('First.')
        await clerkOf(fake).prompt('Second.')
      }),
  },
]

const otherKinds: readonly Occasion[] = [
  {
    when: 'nothing is scripted for a call of another model',
    occur: () => withFake((fake) => fake.embed({ value: 'A ticket.' })),
  },
  {
    when: 'another model is asked more often than it is scripted',
    occur: () =>
      withFake(async (fake) => {
        fake.respondEmbeddings([[0.1, 0.2]])
        await fake.embed({ value: 'A ticket.' })
        await fake.embed({ value: 'Another.' })
      }),
  },
  {
    when: 'a call of another model still runs when the fake ends',
    occur: () =>
      withFake(async (fake) => {
        fake.respondEmbeddings([[0.1, 0.2]])
        const call = fake.embed({ value: 'A ticket.' })
        try {
          throwComplaint(fake)
        } finally {
          await swallow(call)
        }
      }),
  },
  {
    when: 'a strict fake ends with answers that no call took',
    occur: () => withFake((fake) => throwComplaint(fake.respondEmbeddings([[0.1, 0.2]])), { strict: true }),
  },
  {
    when: 'a call ends before its scripted answer',
    occur: () =>
      withFake(async (fake) => {
        fake.respondEmbeddings([{ error: apiError({ status: 503 }), then: [0.1, 0.2] }])
        await swallow(fake.embed({ value: 'A ticket.', maxRetries: 0 }))
        throwComplaint(fake)
      }),
  },
]

const setups: readonly Occasion[] = [
  {
    when: 'the app asks a real model past its binding',
    occur: () => withFake(() => generateText({ model: 'openai/gpt-5.5', prompt: 'Go.', maxRetries: 0 })),
  },
  {
    when: 'a fake of another file of tests never ended',
    occur: async () => {
      const { http } = await createDesk()
      const left = await leaveFake(http)
      try {
        await makeFake(http)
      } finally {
        endQuietly(left)
      }
    },
  },
  { when: 'a fetch function is asked for a fake', occur: () => TestApp.fromFetch(() => new Response()).fakeAi() },
  {
    when: 'an app without a binding is asked for a fake',
    occur: async () => (await TestApp.fromApp(createApp({}))).fakeAi(),
  },
  {
    when: 'an app with two bindings is asked for a fake',
    occur: async () => (await TestApp.fromApp(createApp({ bindings: { ai: createAi(), fast: createAi() } }))).fakeAi(),
  },
  {
    when: 'two classes go by one name',
    occur: () => withFake((fake) => fake.respond(Clerk, ['One.']).respond(Twin, ['Two.'])),
  },
  {
    when: 'a reply is scripted for what is no agent',
    occur: () => withFake((fake) => fake.respond('clerk' as never, [])),
  },
]

const searches: readonly Occasion[] = [
  {
    when: 'a misbehaving model gets a secret of the app',
    occur: () => {
      const http = async (): Promise<TestApp> => (await createDesk()).http
      return mischief(Clerk, { http, as: principal, secrets: ['tickets'] })
    },
  },
]

export const testingErrors: readonly Occasion[] = [...searches, ...assertions, ...complaints, ...otherKinds, ...setups]
