/** What a provider may say at the most: letters, one event, bytes without a letter, a refusal without an end. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { askModel, MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { PROMPT_LIMITS } from '../../../src/contract'

const MB = 1024 * 1024
const event = (content: string, more = '') =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }], more })}\n\n`

/** Goes on until nobody listens. @returns how many bytes were taken. */
async function flood(response: ServerResponse, piece: string, taken: { bytes: number }): Promise<void> {
  // Heard once for all: a listener for each piece is a leak, and Node says so.
  let goOn = (): void => undefined
  response.on('drain', () => goOn()).on('close', () => goOn())
  while (!response.destroyed) {
    const isFree = response.write(piece)
    taken.bytes += piece.length
    if (isFree) continue
    await new Promise<void>(resolve => {
      goOn = resolve
    })
  }
}

it.each([
  ['letters without an end', 200, event('a'.repeat(1_000)), PROMPT_LIMITS.trial.answer * 3],
  ['an event without an end', 200, 'a'.repeat(10_000), MB],
  ['events without letters', 200, event('', 'a'.repeat(1_000)), 12 * MB],
  ['a refusal without an end', 400, 'a'.repeat(10_000), MB],
])('%s are not listened to', async (_, status, piece, most) => {
  const taken = { bytes: 0 }
  let gone: Promise<void> = Promise.resolve()
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'text/plain' })
    gone = flood(response, piece, taken)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const heard: string[] = []
  const model = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: '', model: 'm', local: true }
  const limits = { timeouts: MODEL_TIMEOUTS, maxTokens: 100, temperature: 0 }
  const asked = askModel({ ...model, ...limits }, 'Responda.', [{ role: 'user', text: 'Oi' }], text =>
    heard.push(text),
  )
  await expect(asked).rejects.toMatchObject({ fault: status === 200 ? 'endless' : 'failed' })
  await gone
  expect(heard.join('').length).toBeLessThanOrEqual(PROMPT_LIMITS.trial.answer)
  // What the system holds between the two is not counted.
  expect(taken.bytes).toBeLessThan(most + 4 * MB)
})
