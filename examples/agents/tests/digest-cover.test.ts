// The cover of a digest: an image as it came from the model, with its own media type.

import { expect, test } from 'bun:test'
import { apiError } from '@understudy/testing'
import { openDesk, type Desk } from './open-desk'

/** The first bytes of a JPEG: enough to know it by. */
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01])

/** Asks for a cover. A `TestResponse` has text, and an image is none. */
async function requestCover({ app, operatorToken }: Desk, summary: string): Promise<Response> {
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' }
  return await app.request('/ops/digest/cover', { method: 'POST', headers, body: JSON.stringify({ summary }) })
}

test('the cover is the bytes of the image, whatever its type', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()
  ai.respondImages([jpeg])

  const response = await requestCover(desk, 'One printer fire.')

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(jpeg)
  const prompt = 'A calm illustration, with no words in it, for a page that begins: One printer fire.'
  expect(ai.imageCalls()).toEqual([{ prompt, n: 1, provider: 'openai' }])
})

test('a provider that is busy is asked again, and nobody waits for it in a test', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()
  ai.respondImages([{ error: apiError({ status: 429 }), then: jpeg }])

  expect((await requestCover(desk, 'One printer fire.')).status).toBe(200)

  expect(ai.imageCalls()).toHaveLength(1)
})

test('no cover without a token or without a summary, and no model is asked', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()

  await desk.http.post('/ops/digest/cover', { summary: 'One printer fire.' }).assertUnauthorized()
  await desk.http.withToken(desk.operatorToken).post('/ops/digest/cover').assertStatus(400)

  ai.assertNeverGeneratedImage()
})
