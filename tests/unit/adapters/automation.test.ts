/** Prompts and integrations on the legacy servers (docs/legacy-server.md 6.13; differences 38 and 39). */
import { endpoints, parseSocketEvent } from '@contract'
import { describe, expect, it } from 'vitest'
import { translateEvent } from '../../../electron/main/adapters/legacy/events'
import type { ServerClient } from '../../../electron/main/session/server-client'
import sample from '../../samples/prompts.json'
import { callsTo, json } from './calls-to'

const ME = { id: 1, companyId: 1, profile: 'admin' }
let sent: Record<string, unknown> = {}
/** What that server answers for one prompt instead of the sample. */
let row: Record<string, unknown> | null = null

const fetch: ServerClient['fetch'] = async (path, init = {}) => {
  const raw = typeof init.body === 'function' ? init.body() : init.body
  if (raw) sent = JSON.parse(String(raw))
  if (init.method === 'DELETE')
    return json({
      message: 'Não foi possível excluir! Verifique se este prompt está sendo usado nas conexões',
    })
  if (path.startsWith('/prompt?')) return json(sample)
  if (path.startsWith('/prompt')) return json(row ?? { ...sample.prompts[0], voiceKey: 'voz-segredo' })
  return new Response('', { status: 404 })
}
const ask = callsTo<{ error?: string }>(fetch, () => ME)

describe('prompts', () => {
  it('are changed with the key that server has where none was typed', async () => {
    const body = {
      name: 'Novo',
      prompt: 'x',
      queueId: 1,
      maxMessages: 5,
      baseUrl: '',
      model: 'm',
      usesArticles: false,
    }
    expect((await ask('PUT', '/prompt/1', body)).status).toBe(200)
    expect(sent).toEqual({
      name: 'Novo',
      prompt: 'x',
      queueId: 1,
      maxMessages: 5,
      apiKey: 'sk-test',
      voiceKey: 'voz-segredo',
    })
    await ask('PUT', '/prompt/1', { ...body, apiKey: 'sk-outra' })
    expect(sent.apiKey).toBe('sk-outra')
  })

  it('are read in either spelling of their fields, keys among them', async () => {
    const { maxTokens, maxMessages, apiKey: _, ...plain } = sample.prompts[0] as Record<string, unknown>
    const snake = { ...plain, max_tokens: maxTokens, max_messages: maxMessages, apikey: 'sk-test' }
    row = { ...snake, voice_key: 'voz-segredo', voice_region: 'brazilsouth' }
    const read = endpoints['prompts.get'].response.parse((await ask('GET', '/prompt/1')).body)
    expect(read).toMatchObject({ maxTokens, maxMessages, hasApiKey: true, hasVoiceKey: true })
    expect(read.voiceRegion).toBe('brazilsouth')
    const [news] = translateEvent(ME, 'prompt', { action: 'update', prompt: snake })
    expect(JSON.stringify([news, await ask('GET', '/prompt/1')])).not.toMatch(/sk-test|voz-segredo/)
    expect(news?.payload).toMatchObject({ prompt: { maxTokens, hasApiKey: true } })
    // The key that server has is given back to it when none was typed.
    await ask('PUT', '/prompt/1', { name: 'Novo', prompt: 'x', queueId: 1, maxMessages: 5 })
    expect(sent).toMatchObject({ apiKey: 'sk-test', voiceKey: 'voz-segredo' })
    row = null
  })

  it('that are in use stay, and it is said', async () => {
    expect(await ask('DELETE', '/prompt/1')).toMatchObject({
      status: 409,
      body: { error: 'ERR_PROMPT_IN_USE' },
    })
  })

  it('are told of under the name of Turno’s event', () => {
    const read = (payload: unknown) =>
      translateEvent(ME, 'prompt', payload).map(event => parseSocketEvent(1, event.name, event.payload))
    const [news] = read({ action: 'update', prompt: { ...sample.prompts[0] } })
    expect(news).toMatchObject({
      event: { channel: 'prompt', data: { action: 'update', prompt: { id: 1, hasApiKey: true } } },
    })
    expect(JSON.stringify(news)).not.toContain('sk-test')
    expect(read({ action: 'delete', intelligenceId: 4 })).toMatchObject([
      { event: { channel: 'prompt', data: { action: 'delete', promptId: 4 } } },
    ])
  })
})

it('what that server lacks is refused before it is asked', async () => {
  for (const [method, path] of [
    ['POST', '/prompt/try'],
    ['POST', '/queueIntegration'],
    ['PUT', '/queueIntegration/1'],
    ['POST', '/queueIntegration/test'],
  ] as const)
    expect(await ask(method, path, {})).toMatchObject({ status: 501, body: { error: 'SERVER_LACKS' } })
})
