import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test } from 'bun:test'
import { createApp, FakeConflictError, inProcess, UnknownNameError } from '../index.js'

/** An app whose one binding is a word, read by its route and by `make`. */
function wordApp(word = 'real') {
  return createApp({ bindings: { word, other: 'other' } })
    .get('/', (c) => c.text(c.var.word))
    .onError((_error, c) => c.text('refused', 500))
}

async function wordOf(app: ReturnType<typeof wordApp>): Promise<string> {
  return (await app.request('/')).text()
}

describe('a fake', () => {
  test('stands in for its binding, in requests and in make, until it is disposed', async () => {
    const app = wordApp()
    {
      using _fake = app.fake('word', 'fake')
      expect(app.make('word')).toBe('fake')
      expect(app.make('other')).toBe('other')
      expect(await wordOf(app)).toBe('fake')
    }
    expect(app.make('word')).toBe('real')
    expect(await wordOf(app)).toBe('real')
  })

  test('stands in with any value, undefined and null included', () => {
    const app = createApp<{ word: string | null | undefined }>({ bindings: { word: 'real' } })
    for (const value of [undefined, null, '']) {
      using _fake = app.fake('word', value)
      expect(app.make('word')).toBe(value as never)
    }
  })

  test('within another gives way to it when it ends', () => {
    const app = wordApp()
    using _outer = app.fake('word', 'outer')
    {
      using _inner = app.fake('word', 'inner')
      expect(app.make('word')).toBe('inner')
    }
    expect(app.make('word')).toBe('outer')
  })

  test('may end before the ones made after it, and twice', () => {
    const app = wordApp()
    const first = app.fake('word', 'first')
    const second = app.fake('word', 'second')
    const third = app.fake('word', 'third')
    second[Symbol.dispose]()
    expect(app.make('word')).toBe('third')
    third[Symbol.dispose]()
    expect(app.make('word')).toBe('first')
    third[Symbol.dispose]()
    expect(app.make('word')).toBe('first')
    first[Symbol.dispose]()
    expect(app.make('word')).toBe('real')
  })

  test('of the first of two restores the real value when the second ended last', () => {
    const app = wordApp()
    const first = app.fake('word', 'first')
    const second = app.fake('word', 'second')
    first[Symbol.dispose]()
    expect(app.make('word')).toBe('second')
    second[Symbol.dispose]()
    expect(app.make('word')).toBe('real')
  })

  test('of one binding may end before the fake of another that was made after it', async () => {
    const app = wordApp()
    const word = app.fake('word', 'fake')
    using _other = app.fake('other', 'fake other')
    word[Symbol.dispose]()
    expect([app.make('word'), app.make('other')]).toEqual(['real', 'fake other'])
    expect(await wordOf(app)).toBe('real')
  })

  test('is one app’s and one binding’s', () => {
    const app = wordApp()
    const twin = wordApp('twin')
    using _fake = app.fake('word', 'fake')
    using _other = app.fake('other', 'fake other')
    expect([app.make('word'), app.make('other'), twin.make('word')]).toEqual(['fake', 'fake other', 'twin'])
  })

  test('outlives awaits and reaches work that was started under it', async () => {
    const app = wordApp()
    using _fake = app.fake('word', 'fake')
    await Promise.resolve()
    const words = await Promise.all([wordOf(app), (async () => app.make('word'))()])
    expect(words).toEqual(['fake', 'fake'])
  })
})

describe('fakes of concurrent tests on one app', () => {
  const app = wordApp()
  const started: (() => void)[] = []
  /** Resolves once all three tests hold their fakes. */
  const allStarted = new Promise<void>((resolve) => {
    started.push(resolve)
  })
  let waiting = 3

  for (const word of ['one', 'two', 'three']) {
    test.concurrent(`never meet: ${word}`, async () => {
      using _fake = app.fake('word', word)
      waiting -= 1
      if (waiting === 0) started[0]?.()
      await allStarted
      expect(await wordOf(app)).toBe(word)
      expect(app.make('word')).toBe(word)
    })
  }
})

describe('what could belong to the wrong fake is refused', () => {
  test('work that goes on after the fake has ended can be told from work that was never under one', async () => {
    const app = wordApp()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const aside = AsyncLocalStorage.snapshot()

    const fake = app.fake('word', 'fake')
    const late = (async (): Promise<void> => {
      await ended
      inProcess(app).refuseAfterFake('word')
    })()
    fake[Symbol.dispose]()
    end()

    const error: unknown = await late.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(FakeConflictError)
    expect(error).toMatchObject({ code: 'FAKE_CONFLICT', binding: 'word', reason: 'ended' })
    aside(() => inProcess(app).refuseAfterFake('word'))
    inProcess(app).refuseAfterFake('word')
  })

  test('a request that began under a fake keeps it to its end', async () => {
    const app = wordApp()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    app.get('/slow', async (c) => {
      await ended
      return c.text(c.var.word)
    })
    const fake = app.fake('word', 'fake')
    const response = app.request('/slow')
    fake[Symbol.dispose]()
    end()
    expect(await (await response).text()).toBe('fake')
  })

  test('what follows a function that made a fake and ended it sees the real value', async () => {
    const app = wordApp()
    async function underFake(): Promise<string> {
      using _fake = app.fake('word', 'fake')
      await Promise.resolve()
      return app.make('word')
    }
    expect(await underFake()).toBe('fake')
    expect(app.make('word')).toBe('real')
    expect(await wordOf(app)).toBe('real')
  })

  test('a call beside two fakes of which neither is its own', async () => {
    const app = wordApp()
    /** Runs a function beside this test, as a hook or another test would. */
    const aside = AsyncLocalStorage.snapshot()
    const one = aside(() => app.fake('word', 'one'))
    expect(aside(() => app.make('word'))).toBe('one')

    const two = aside(() => app.fake('word', 'two'))
    const ambiguous = expect.objectContaining({ code: 'FAKE_CONFLICT', binding: 'word', reason: 'ambiguous' })
    expect(() => aside(() => app.make('word'))).toThrow(ambiguous)
    expect((await aside(() => app.request('/'))).status).toBe(500)

    one[Symbol.dispose]()
    expect(aside(() => app.make('word'))).toBe('two')
    two[Symbol.dispose]()
    expect(aside(() => app.make('word'))).toBe('real')
  })
})

describe('a fake that was made under a live one, in a flow of its own', () => {
  test('is the inner one, as a hook’s or a helper’s is, and answers until it ends', async () => {
    const app = wordApp()
    async function helper(): Promise<Disposable> {
      await Promise.resolve()
      return app.fake('word', 'inner')
    }
    using _outer = app.fake('word', 'outer')
    expect(app.make('word')).toBe('outer')
    {
      using _inner = await helper()
      expect([app.make('word'), await wordOf(app)]).toEqual(['inner', 'inner'])
      // What is made in here is the innermost of this flow.
      using _own = app.fake('word', 'own')
      expect(app.make('word')).toBe('own')
    }
    expect(app.make('word')).toBe('outer')
  })

  test('that its flow asks is never guessed: each hears of a call that could be for either, and who merely looks tells nobody', async () => {
    const app = wordApp()
    const heard: [string, FakeConflictError][] = []
    const put = (name: string): Disposable =>
      inProcess(app).fake('word', name, {
        madeAt: () => `${name}.ts:1`,
        refused: (error) => void heard.push([name, error]),
      })
    async function flow(): Promise<Disposable> {
      await Promise.resolve()
      const inner = put('inner')
      expect(app.make('word')).toBe('inner')
      return inner
    }
    using _outer = put('outer')
    using _inner = await flow()
    const ambiguous = expect.objectContaining({ reason: 'ambiguous', madeAt: ['outer.ts:1', 'inner.ts:1'] })
    expect(() => inProcess(app).peek('word')).toThrow(ambiguous)
    expect(heard).toEqual([])
    expect(() => app.make('word')).toThrow('made at outer.ts:1 and at inner.ts:1')
    expect(heard).toEqual([
      ['outer', ambiguous],
      ['inner', ambiguous],
    ] as never)
  })

  test('beside another such is never guessed', async () => {
    const app = wordApp()
    async function helper(word: string): Promise<Disposable> {
      await Promise.resolve()
      return app.fake('word', word)
    }
    using _outer = app.fake('word', 'outer')
    using _one = await helper('one')
    expect(app.make('word')).toBe('one')
    using _two = await helper('two')
    expect(() => app.make('word')).toThrow(expect.objectContaining({ reason: 'ambiguous' }))
  })

  test('at the same moment as the other is of a flow beside it: each has its own', async () => {
    const app = wordApp()
    async function flow(word: string): Promise<string[]> {
      using _fake = app.fake('word', word)
      await Promise.resolve()
      return [app.make('word'), await wordOf(app)]
    }
    expect(await Promise.all([flow('one'), flow('two')])).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ])
  })
})

describe('a fake that an async helper makes is refused with a message that names helpers', () => {
  test('when it was made before the helper’s first await, and ended in there', async () => {
    const app = wordApp()
    async function helper(): Promise<void> {
      using _fake = app.fake('word', 'fake')
      await Promise.resolve()
    }
    await helper()
    const ended = expect.objectContaining({ reason: 'ended', message: expect.stringContaining('async helper') })
    expect(() => inProcess(app).refuseAfterFake('word')).toThrow(ended)
  })

  test('when two were made after an await, so that neither is the test’s own', async () => {
    const app = wordApp()
    async function helper(word: string): Promise<Disposable> {
      await Promise.resolve()
      return app.fake('word', word)
    }
    using _one = await helper('one')
    using _two = await helper('two')
    const ambiguous = expect.objectContaining({ reason: 'ambiguous', message: expect.stringContaining('async helper') })
    expect(() => app.make('word')).toThrow(ambiguous)
  })
})

describe('an unknown binding', () => {
  test('is refused by make and by fake, naming the nearest', () => {
    const app = wordApp()
    for (const use of [() => app.make('wrod' as 'word'), () => app.fake('wrod' as 'word', 'x')]) {
      expect(use).toThrow(UnknownNameError)
      expect(use).toThrow(expect.objectContaining({ kind: 'binding', given: 'wrod', known: ['word', 'other'] }))
      expect(use).toThrow('The nearest is "word"')
    }
  })

  test('is one also under the names that every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString', '']) {
      expect(() => wordApp().make(name as 'word')).toThrow(UnknownNameError)
    }
    expect(() => createApp().make('ai' as never)).toThrow('It has none.')
  })
})
