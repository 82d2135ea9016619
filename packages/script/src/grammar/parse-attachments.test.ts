import { describe, expect, test } from 'bun:test'
import { generateText, Output, streamText, tool } from 'ai'
import { z } from 'zod'
import { type AnswerModifiers, InvalidStepError, type Reply, scriptedModel } from '../index.js'

const page = { url: 'https://example.com/a', title: 'A' }
const document = { title: 'Terms', mediaType: 'application/pdf', filename: 'terms.pdf' }
const image = { mediaType: 'image/png', data: 'aGk=' }

describe('sources and files', () => {
  test('come with an answer, the same in both modes', async () => {
    const step: Reply = { text: 'See A.', sources: [page, document], files: [image] }
    const model = scriptedModel([step, step])
    const sources = [
      { type: 'source', sourceType: 'url', id: 'source-1', ...page },
      { type: 'source', sourceType: 'document', id: 'source-2', ...document },
    ]
    const generated = await generateText({ model, prompt: 'a' })
    expect(generated.sources).toMatchObject(sources)
    expect(generated.files).toMatchObject([{ mediaType: 'image/png', base64: 'aGk=' }])
    const streamed = streamText({ model, prompt: 'a' })
    expect(await streamed.sources).toMatchObject(sources)
    expect((await streamed.files)[0]?.uint8Array).toEqual(new TextEncoder().encode('hi'))
    expect(generated.content.map(({ type }) => type)).toEqual(['text', 'file', 'source', 'source'])
    expect((await streamed.content).map(({ type }) => type)).toEqual(generated.content.map(({ type }) => type))
  })

  test('go with a structured output and with tool calls', async () => {
    const model = scriptedModel([
      { output: 1, sources: [page] },
      { toolCalls: [{ name: 'look' }], text: 'I look.', files: [image], sources: [page] },
    ])
    const answer = await generateText({ model, output: Output.json(), prompt: 'a' })
    expect([answer.output, answer.sources.length]).toEqual([1, 1])
    const tools = { look: tool({ inputSchema: z.object({}), execute: () => 'found' }) }
    const { content } = await generateText({ model, tools, prompt: 'a' })
    expect(content.map(({ type }) => type)).toEqual(['text', 'file', 'tool-call', 'source', 'tool-result'])
  })

  test('may be in the form in which the SDK reports them', async () => {
    const source = { type: 'source', sourceType: 'url', id: 'own', ...page } as const
    const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } } as const
    const { sources, files } = await generateText({
      model: scriptedModel([{ text: '', sources: [source], files: [file] }]),
      prompt: 'a',
    })
    expect(sources).toEqual([source])
    expect(files[0]?.base64).toBe('aGk=')
  })

  test('keep the bytes that were scripted, whatever becomes of them', async () => {
    const data = new Uint8Array([1, 2])
    const model = scriptedModel([{ text: '', files: [{ mediaType: 'image/png', data }] }])
    data.fill(9)
    expect((await generateText({ model, prompt: 'a' })).files[0]?.uint8Array).toEqual(new Uint8Array([1, 2]))
  })

  test('do not arrive after a text that breaks', async () => {
    const model = scriptedModel([
      { text: 'Hello.', reasoning: 'Hm.', breaksAfter: 3, error: new Error('x'), files: [image], sources: [page] },
    ])
    const types: string[] = []
    for await (const part of (await model.doStream({ prompt: [] })).stream) types.push(part.type)
    expect(types.slice(-4)).toEqual(['text-start', 'text-delta', 'error', 'finish'])
    expect(types).toContain('reasoning-end')
  })
})

const mistakes: [path: string, found: string, step: unknown][] = [
  ['step 1.sources', 'the text "https://example.com"', { sources: 'https://example.com' }],
  ['step 1.sources[0]', 'the text "https://example.com"', { sources: ['https://example.com'] }],
  ['step 1.sources[0].title', 'undefined', { sources: [{ mediaType: 'text/plain' }] }],
  ['step 1.sources[1].mediaType', 'undefined', { sources: [page, { title: 'A' }] }],
  ['step 1.sources[0]', 'an object with the unknown key "filename"', { sources: [{ ...page, filename: 'a' }] }],
  ['step 1.sources[0].sourceType', 'the text "document"', { sources: [{ ...page, sourceType: 'document' }] }],
  ['step 1.sources[0].id', 'the number 1', { sources: [{ ...page, id: 1 }] }],
  ['step 1.sources[0]', 'an object with the unknown key "constructor"', { sources: [{ ...page, constructor: 1 }] }],
  ['step 1.files', 'an object with the keys mediaType, data', { files: image }],
  ['step 1.files[0].mediaType', 'undefined', { files: [{ data: 'aGk=' }] }],
  ['step 1.files[0].data', 'undefined', { files: [{ mediaType: 'image/png' }] }],
  ['step 1.files[0].data', 'an empty object', { files: [{ mediaType: 'image/png', data: {} }] }],
  ['step 1.files[0].data', 'the text "hello"', { files: [{ mediaType: 'text/plain', data: 'hello' }] }],
]

describe('what is no source and no file is refused when scripted', () => {
  test.each(mistakes)('%s is %s', (path, found, modifiers) => {
    let error: unknown
    try {
      // What is no step for the types too.
      scriptedModel([{ text: '', ...(modifiers as AnswerModifiers) }])
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(InvalidStepError)
    expect(error).toMatchObject({ path, found })
  })

  test('and a slip in a key comes with the nearest one', () => {
    // A key that the types refuse.
    const step = { text: '', files: [{ ...image, mediatype: 'image/png' }] } as Reply
    expect(() => scriptedModel([step])).toThrow('Did you mean `mediaType`?')
  })
})
