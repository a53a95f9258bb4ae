/** What becomes of a question to a provider that refuses, is slow or breaks off, whichever way it is asked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askModel, MODEL_TIMEOUTS, type ModelTimeouts } from '../../../electron/providers/chat-model'
import { embed } from '../../../electron/providers/embedding'
import { transcribe } from '../../../electron/providers/transcription'
import { inMessages } from '../../../electron/server/automation/auto-replies/in-messages'
import { type ChatModelDouble, startChatModelDouble } from '../../support/chat-model-double'

let model: ChatModelDouble
beforeAll(async () => {
  model = await startChatModelDouble()
})
afterAll(() => model.close())

const never = new Promise(() => undefined)
const way = () => ({ apiKey: 'k', baseUrl: model.url, model: 'm', local: true })
const timeoutsOf = (limits: Partial<ModelTimeouts>) => ({ ...MODEL_TIMEOUTS, ...limits })

describe('a question to a model', () => {
  const ask = (limits: Partial<ModelTimeouts>) => {
    const more = { maxTokens: 9, temperature: 0, timeouts: timeoutsOf(limits) }
    return askModel({ ...way(), ...more }, 'Responda.', [{ role: 'user', text: 'Oi' }])
  }
  const refusal = (status: number) => ({ kind: 'refuse' as const, status, retryAfter: 0.01 })
  const [busy, fails] = [refusal(429), refusal(500)]
  type Behaviours = ChatModelDouble['next']

  it.each<[string, Behaviours, string, Partial<ModelTimeouts>]>([
    ['the key is refused', [{ kind: 'refuse', status: 401 }], 'key', {}],
    ['it is asked to wait, three times', [busy, busy, busy], 'busy', {}],
    ['it fails, three times', [fails, fails, fails], 'failed', {}],
    ['the answer is cut', [{ kind: 'cut', text: 'Temos' }], 'failed', {}],
    ['the answer trails off', [{ kind: 'trail', text: 'Temos' }], 'failed', {}],
    ['the answer falls silent', [{ kind: 'stall', text: 'Temos' }], 'silent', { between: 80 }],
    ['nothing comes', [{ kind: 'hold', until: never, text: '' }], 'silent', { whole: 300 }],
    ['it never ends', [{ kind: 'drip', text: 'a'.repeat(900), everyMs: 20 }], 'silent', { whole: 300 }],
  ])('has no answer where %s', async (_, behaviours, fault, limits) => {
    model.asked.length = 0
    model.next.push(...behaviours)
    await expect(ask(limits)).rejects.toMatchObject({ fault })
    expect(model.asked).toHaveLength(behaviours.length)
  })

  it('has one where it was asked to wait, failed, and then came letter by letter', async () => {
    model.next.push(busy, fails, { kind: 'drip', text: 'Devagar.', everyMs: 15 })
    expect((await ask({ between: 5_000 })).text).toBe('Devagar.')
  })
})

describe('a recording', () => {
  const hear = () => {
    const recording = { bytes: new Uint8Array(9), extension: '.ogg', mime: 'audio/ogg', seconds: 1 }
    return transcribe({ ...way(), timeouts: timeoutsOf({ piece: 1_000 }) }, recording)
  }
  it.each<[string, ChatModelDouble['nextHeard'][number], string]>([
    ['the key is refused', { kind: 'refuse', status: 401 }, 'key'],
    ['it is asked to wait', { kind: 'refuse', status: 429 }, 'busy'],
    ['the format is not taken', { kind: 'refuse', status: 415 }, 'file'],
    ['the answer is cut', { kind: 'cut' }, 'failed'],
    ['the answer is garbage', { kind: 'garbage' }, 'failed'],
    ['the answer does not end', { kind: 'huge', bytes: 5_000_000 }, 'endless'],
    ['nothing comes', { kind: 'hold', until: never, text: '' }, 'silent'],
  ])('is not heard where %s', async (_, behaviour, fault) => {
    model.nextHeard.push(behaviour)
    await expect(hear()).rejects.toMatchObject({ fault })
  })

  it.each<[string, ChatModelDouble['nextHeard'][number], string, string | null]>([
    ['JSON without a language', { kind: 'say', text: 'Oi' }, 'Oi', null],
    ['plain text', { kind: 'plain', text: 'Só texto\n' }, 'Só texto', null],
    ['nothing', { kind: 'say', text: '', more: { language: 'english' } }, '', 'en'],
  ])('is read from %s', async (_, answer, text, language) => {
    model.nextHeard.push(answer)
    expect(await hear()).toMatchObject({ text, language })
  })
})

it.each<[ChatModelDouble['nextEmbedded'][number], string]>([
  [{ kind: 'refuse', status: 401 }, 'key'],
  [{ kind: 'refuse', status: 429 }, 'busy'],
  [{ kind: 'cut' }, 'failed'],
  [{ kind: 'say', body: '{"data":"abc' }, 'failed'],
  [{ kind: 'say', body: JSON.stringify({ data: 'x'.repeat(3_000_000) }) }, 'endless'],
  [{ kind: 'say', body: '{"data":[{"embedding":[1,2,3]},{"embedding":[1,2,3]}]}' }, 'failed'],
  [{ kind: 'say', body: '{"data":[{"embedding":[0,0,0]}]}' }, 'failed'],
  [{ kind: 'say', body: '{"data":[{"embedding":[1e999,1,1]}]}' }, 'failed'],
])('a text has no vector where a provider answers %o', async (behaviour, fault) => {
  model.nextEmbedded.push(behaviour)
  await expect(embed(way(), ['oi'], 5_000)).rejects.toMatchObject({ fault })
})

it('a long answer is parted at the ends of sentences', () => {
  const words = `${'palavra '.repeat(60)}fim. `.repeat(12).trim()
  const parts = inMessages(words, 4_096)
  expect(parts.every(part => part.length <= 4_096 && part.endsWith('fim.'))).toBe(true)
  expect(parts.join(' ')).toBe(words)
})
