/**
 * One recording to a server of transcriptions, as OpenAI and servers of whisper (whisper.cpp, faster-whisper) speak it: a form with
 * the file under a name and type of its own container, since servers decide by those how they read it.
 */
import { z } from 'zod'
import { CHARS_PER_TOKEN, ModelError, type ModelTimeouts } from './chat-model'
import { multipart } from './multipart'
import { callProvider, type ProviderAddress } from './provider-call'

/** Most of an answer that is read, bytes: ten minutes of speech with the times of each word. */
const MOST_BYTES = 4 * 1024 * 1024
/** Most words of one recording, characters: ten minutes spoken without a breath are some 15,000. */
const MOST_CHARS = 60_000
/** Tokens of a second, as OpenAI's own models that count them have it. */
export const TOKENS_PER_SECOND = 10
/** Models that answer in one form alone; the others say the language, too. */
const PLAIN = /^gpt-/i

export interface Transcriber extends ProviderAddress {
  timeouts: ModelTimeouts
}

export interface TranscriptionResult {
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
function read({ type, body }: { type: string; body: string }): z.output<typeof answered> {
  if (!/json/i.test(type) && !body.trimStart().startsWith('{')) return { text: body }
  try {
    return answered.parse(JSON.parse(body))
  } catch {
    throw new ModelError('failed', 'the answer holds no text')
  }
}

/**
 * Has a recording transcribed. Its language is found by the model.
 * @param recording its `extension` (with the dot) is that of its real container; `seconds` as far as known.
 * @throws ModelError
 */
export async function transcribe(
  transcriber: Transcriber,
  recording: { bytes: Uint8Array; extension: string; mime: string; seconds: number | null },
  signal?: AbortSignal,
): Promise<TranscriptionResult> {
  const { model, timeouts } = transcriber
  const form = multipart(
    { model, response_format: PLAIN.test(model) ? 'json' : 'verbose_json' },
    { name: `audio${recording.extension}`, mime: recording.mime, bytes: recording.bytes },
  )
  const { text, language, duration, usage } = await callProvider(
    transcriber,
    '/audio/transcriptions',
    { type: form.type, body: Buffer.concat(form.parts) },
    { most: MOST_BYTES, ms: timeouts.piece, notTaken: 'file' },
    read,
    signal,
  )
  if (text.length > MOST_CHARS) throw new ModelError('endless', 'too many words')
  const seconds = usage?.seconds ?? duration ?? recording.seconds
  return {
    text: text.trim(),
    language: codeOf(language),
    seconds,
    promptTokens: usage?.input_tokens ?? Math.ceil((seconds ?? 0) * TOKENS_PER_SECOND),
    completionTokens: usage?.output_tokens ?? Math.ceil(text.length / CHARS_PER_TOKEN),
  }
}
