import { afterEach, describe, expect, test } from 'bun:test'
import { replaceGlobal, wrapGlobal } from './replaced-global.js'

const NAME = 'understudy replaced global'

function read(): unknown {
  return Reflect.get(globalThis, NAME)
}

function assign(value: unknown): void {
  Reflect.set(globalThis, NAME, value)
}

function descriptor(): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, NAME)
}

/** Accessors that hold what is assigned, and say that it is theirs. */
function holding(held: string) {
  return { get: (): unknown => held, set: (value: unknown): void => void (held = `${held}+${String(value)}`) }
}

afterEach(() => void Reflect.deleteProperty(globalThis, NAME))

describe('a replaced global', () => {
  test.serial('reads and assigns as its accessors say, and holds the last value afterwards', () => {
    assign('before')
    const end = replaceGlobal<unknown>(NAME, holding('stand'))
    assign('x')
    expect(read()).toBe('stand+x')
    end('last')
    expect(read()).toBe('last')
    assign('after')
    expect(read()).toBe('after')
  })

  test.serial('keeps its accessor, so that the next replacement defines nothing', () => {
    replaceGlobal<unknown>(NAME, holding('one'))(undefined)
    const after = descriptor()
    const end = replaceGlobal<unknown>(NAME, holding('two'))
    expect(read()).toBe('two')
    expect(descriptor()).toEqual(after)
    end(undefined)
    expect(descriptor()).toEqual(after)
  })

  test.serial('is listed among the globals only if it was before', () => {
    replaceGlobal<unknown>(NAME, holding('stand'))(undefined)
    expect(Object.keys(globalThis)).not.toContain(NAME)
    expect(read()).toBeUndefined()
    Reflect.deleteProperty(globalThis, NAME)
    assign('before')
    replaceGlobal<unknown>(NAME, holding('stand'))('before')
    expect(Object.keys(globalThis)).toContain(NAME)
  })

  test.serial('is replaced anew after somebody deleted it or defined a value over it', () => {
    const first = replaceGlobal<unknown>(NAME, holding('one'))
    Reflect.deleteProperty(globalThis, NAME)
    first('late')
    expect(descriptor()).toBeUndefined()
    Object.defineProperty(globalThis, NAME, { value: 'theirs', writable: true, configurable: true })
    const second = replaceGlobal<unknown>(NAME, holding('two'))
    expect(read()).toBe('two')
    second('theirs')
    expect(read()).toBe('theirs')
  })

  test.serial('that is somebody else’s accessor has it back, and hands it what it came to hold', () => {
    let held: unknown = 'before'
    const theirs = {
      get: () => held,
      set: (value: unknown) => void (held = value),
      enumerable: true,
      configurable: true,
    }
    Object.defineProperty(globalThis, NAME, theirs)
    replaceGlobal<unknown>(NAME, holding('stand'))('last')
    expect(descriptor()).toEqual(theirs)
    expect(held).toBe('last')
  })
})

describe('a wrapped global', () => {
  test.serial('has its own value back', () => {
    assign('own')
    const end = wrapGlobal<string>(NAME, (value) => `wrapped ${value}`)
    expect(read()).toBe('wrapped own')
    end()
    expect(read()).toBe('own')
  })

  test.serial('keeps what somebody put over it', () => {
    assign('own')
    const end = wrapGlobal<string>(NAME, (value) => `wrapped ${value}`)
    assign('theirs')
    end()
    expect(read()).toBe('theirs')
  })

  test.serial('that takes no assignment is wrapped all the same, and is as it was', () => {
    const before = { value: 'own', writable: false, enumerable: true, configurable: true }
    Object.defineProperty(globalThis, NAME, before)
    const end = wrapGlobal<string>(NAME, (value) => `wrapped ${value}`)
    expect(read()).toBe('wrapped own')
    end()
    expect(descriptor()).toEqual(before)
  })

  test.serial('stays absent where it is absent', () => {
    wrapGlobal<string>(NAME, (value) => `wrapped ${value}`)()
    expect(descriptor()).toBeUndefined()
  })
})
