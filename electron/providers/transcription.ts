/**
 * One recording to a server of transcriptions, as OpenAI and servers of whisper (whisper.cpp, faster-whisper) speak it: a form with
 * the file under a name and type of its own container, since servers decide by those how they read it.
 */
import { AI_BASE_URL } from '@contract'
import { z } from 'zod'
import { guardedFetch } from '../outward/guarded-fetch'
import { AddressRefused, AnswerTooLong } from '../outward/guarded-request'
import { within } from '../time-limit'
import { CHARS_PER_TOKEN, ModelError, type ModelTimeouts } from './chat-model'
import { multipart } from './multipart'

/** Most of an answer that is read, bytes: ten minutes of speech with the times of each word. */
const MOST_BYTES = 4 * 1024 * 1024
/** Most words of one recording, characters: ten minutes spoken without a breath are some 15,000. */
const MOST_CHARS = 60_000
/** Tokens of a second, as OpenAI's own models that count them have it. */
export const TOKENS_PER_SECOND = 10
/** Models that answer in one form alone; the others say the language, too. */
const PLAIN = /^gpt-/i

export interface Transcriber {
  apiKey: string
  /** "" is the provider itself. */
  baseUrl: string
  model: string
  /** Setting `localProviders`. */
  local: boolean
  timeouts: ModelTimeouts
  /** Instead of the network. */
  fetch?: typeof fetch
}

export interface Heard {
  text: string
  /** ISO 639 code; null where nothing says it. */
  language: string | null
  /** Of the recording; null where nobody knows. */
  seconds: number | null
  promptTokens: number
  completionTokens: number
}

const count = z.number().nonnegative().optional().catch(undefined)
const answered = z.object({
  text: z.string(),
  language: z.string().optional().catch(undefined),
  duration: count,
  usage: z.object({ input_tokens: count, output_tokens: count, seconds: count }).optional().catch(undefined),
})

/** The code of a language, also by its English name, which some servers give. */
function codeOf(language: string | undefined): string | null {
  const name = language?.trim().toLowerCase() ?? ''
  if (name === '' || /^[a-z]{2}$/.test(name)) return name || null
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap(a => letters.map(b => a + b))
  return codes.find(code => names.of(code)?.toLowerCase() === name) ?? null
}

/** What a server answered, as JSON or as plain text. @throws ModelError where it is neither. */
function read(type: string, body: string): z.output<typeof answered> {
  if (!/json/i.test(type) && !body.trimStart().startsWith('{')) return { text: body }
  try {
    return answered.parse(JSON.parse(body))
  } catch {
    throw new ModelError('failed', 'the answer holds no text')
  }
}

function faultOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof AddressRefused) return new ModelError('address', reason)
  if (error instanceof AnswerTooLong) return new ModelError('endless', reason)
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return new ModelError(isLate ? 'silent' : 'failed', reason)
}

function refuse(status: number): void {
  if (status === 401 || status === 403) throw new ModelError('key', `the key was refused (${status})`)
  if (status === 429) throw new ModelError('busy', 'asked to wait')
  if ([400, 413, 415, 422].includes(status)) throw new ModelError('file', `not taken (${status})`)
  if (status < 200 || status > 299) throw new ModelError('failed', `refused (${status})`)
}

/**
 * Has a recording transcribed. Its language is found by the model.
 * @param recording its `extension` (with the dot) is that of its real container; `seconds` as far as known.
 * @throws ModelError
 */
export async function transcribe(
  { apiKey, baseUrl, model, local, timeouts, fetch }: Transcriber,
  recording: { bytes: Uint8Array; extension: string; mime: string; seconds: number | null },
  signal?: AbortSignal,
): Promise<Heard> {
  if (apiKey === '' && baseUrl === '' && !fetch) throw new ModelError('key', 'no key')
  const form = multipart(
    { model, response_format: PLAIN.test(model) ? 'json' : 'verbose_json' },
    { name: `audio${recording.extension}`, mime: recording.mime, bytes: recording.bytes },
  )
  const ask = async (limit: AbortSignal): Promise<z.output<typeof answered>> => {
    const send = fetch ?? guardedFetch(local, MOST_BYTES, timeouts.piece)
    const answer = await send(`${(baseUrl || AI_BASE_URL).replace(/\/+$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: { 'content-type': form.type, ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: Buffer.concat(form.parts),
      signal: limit,
    })
    refuse(answer.status)
    return read(answer.headers.get('content-type') ?? '', await answer.text())
  }
  try {
    const { text, language, duration, usage } = await within(timeouts.piece, ask, signal)
    if (text.length > MOST_CHARS) throw new ModelError('endless', 'too many words')
    const seconds = usage?.seconds ?? duration ?? recording.seconds
    return {
      text: text.trim(),
      language: codeOf(language),
      seconds,
      promptTokens: usage?.input_tokens ?? Math.ceil((seconds ?? 0) * TOKENS_PER_SECOND),
      completionTokens: usage?.output_tokens ?? Math.ceil(text.length / CHARS_PER_TOKEN),
    }
  } catch (error) {
    throw faultOf(error)
  }
}
