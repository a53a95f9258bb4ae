/** Prompts and integrations of the legacy servers. */
import { type Ask, answer, errorAnswer, type Json, type LegacyApi, record, rows } from './call'

/** Fields whose name has a second spelling: servers write the one or the other. */
const SPELLINGS: Readonly<Record<string, string>> = {
  max_tokens: 'maxTokens',
  max_messages: 'maxMessages',
  apikey: 'apiKey',
  api_key: 'apiKey',
  voice_key: 'voiceKey',
  voice_region: 'voiceRegion',
  prompt_tokens: 'promptTokens',
  completion_tokens: 'completionTokens',
  total_tokens: 'totalTokens',
  queue_id: 'queueId',
}

/** A prompt under the contract's names, whichever spelling a server has; where both say something, the contract's holds. */
function inOneSpelling(prompt: Json): Json {
  const read: Json = {}
  for (const [key, value] of Object.entries(prompt)) {
    const known = SPELLINGS[key]
    if (known === undefined) read[key] = value ?? read[key] ?? null
    else read[known] ??= value
  }
  return read
}

/** What that server keeps of a prompt. Its keys come along in every answer: a window learns that there are some. */
export function readPrompt(prompt: Json): Json {
  const { apiKey, voiceKey, ...rest } = inOneSpelling(prompt)
  const isGiven = (value: unknown): boolean => typeof value === 'string' && value !== ''
  return { ...rest, hasApiKey: isGiven(apiKey), hasVoiceKey: isGiven(voiceKey) }
}

export async function pageOfPrompts(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const page = record(await legacy.json('GET', `/prompt?${ask.query}`, undefined, ask.signal))
  return answer({ ...page, prompts: rows(page.prompts).map(readPrompt) })
}

export async function onePrompt(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(readPrompt(record(await legacy.json('GET', ask.path, undefined, ask.signal))))
}

/** Every key has to be sent with every change there: one that was not typed is the one that server has. */
export async function savePrompt(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { baseUrl: _url, model: _model, usesArticles: _articles, ...given } = ask.body ?? {}
  const kept =
    ask.method === 'PUT'
      ? inOneSpelling(record(await legacy.json('GET', ask.path, undefined, ask.signal)))
      : {}
  const body: Json = {
    ...given,
    apiKey: given.apiKey || kept.apiKey || '',
    voiceKey: given.voiceKey || kept.voiceKey || '',
  }
  const saved = record(await legacy.json(ask.method, ask.path, body, ask.signal))
  const id = saved.id ?? ask.params.id
  return answer(readPrompt(record(await legacy.json('GET', `/prompt/${String(id)}`, undefined, ask.signal))))
}

/** A prompt that is in use is kept there with a sentence and success. */
export async function removePrompt(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { message } = record(await legacy.json('DELETE', ask.path, undefined, ask.signal))
  if (typeof message === 'string' && /sendo usado/i.test(message))
    return errorAnswer(409, 'ERR_PROMPT_IN_USE')
  return answer({ message })
}

/** It keeps integrations of other kinds; none of theirs is shown as what it is not. */
export async function lacking(): Promise<Response> {
  return errorAnswer(501, 'SERVER_LACKS')
}
