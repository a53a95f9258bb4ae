/**
 * One question to an OpenAI-compatible chat model through the provider's own client library. The library asks again on
 * 429, 5xx and broken connections, with the pauses the provider asks for; the answer streams, so that a model that falls
 * silent is noticed.
 */
import { AI_BASE_URL, AI_MODEL, fold, HANDOVER_PHRASE, PROMPT_LIMITS, type ServerErrorCode } from '@contract'
import { guardedFetch } from '../outward/guarded-fetch'
import { AddressRefused, AnswerTooLong } from '../outward/guarded-request'
import { limitSignal } from '../time-limit'
import { EventTooLong, eventsLimited } from './event-limit'

/** Longest waits, milliseconds. */
export interface ModelTimeouts {
  /** For the beginning of an answer, at each of the library's tries. */
  beginning: number
  /** Between two pieces of it. */
  between: number
  /** For the whole of it, all tries and pauses included: a customer does not wait any longer. */
  whole: number
  /** For the words of a recording, or a piece of one: a small computer takes about as long as it lasts. */
  piece: number
  /** For the vectors of texts (embedding.ts), of a batch of pieces of articles. */
  vectors: number
  /** For that of a question, which somebody waits for: then it is answered by its words alone. */
  question: number
  /** What a customer said in a voice note is waited for by who answers in a person's place. */
  hearing: number
  /** Before an answer that could not be made is tried again (auto-replies/worker.ts), doubled each time. */
  pause: number
}
export const MODEL_TIMEOUTS: ModelTimeouts = {
  beginning: 30_000,
  between: 20_000,
  whole: 90_000,
  piece: 300_000,
  vectors: 30_000,
  question: 800,
  hearing: 60_000,
  pause: 1_500,
}
/**
 * Most of an answer that is taken, in characters: four messages of WhatsApp. A model that goes on beyond it does not do
 * what it was told, and is not listened to any longer.
 */
const ANSWER_MAX_CHARS = PROMPT_LIMITS.trial.answer
/** The same in bytes, each token in an event of its own. */
const MOST_BYTES = 8 * 1024 * 1024
/** Times the library asks again before it gives up. */
const RETRIES = 2
/** A token of Latin text, in characters, where a server does not count. */
export const CHARS_PER_TOKEN = 4
/** Models that call the limit of an answer otherwise and take no temperature. */
const REASONING = /^(o\d|gpt-5)/i

export interface ChatModel {
  apiKey: string
  /** "" is the provider itself. */
  baseUrl: string
  /** "" is AI_MODEL. */
  model: string
  maxTokens: number
  temperature: number
  /** Setting `localProviders`. */
  local: boolean
  timeouts: ModelTimeouts
  /** Instead of the network. */
  fetch?: typeof fetch
}

export interface ModelTurn {
  role: 'user' | 'assistant'
  text: string
  /** A picture that goes with it, as a data: address. */
  image?: string
}

export interface ModelAnswer {
  /** Without the words that hand over. */
  text: string
  /** The model wants a person to go on. */
  handover: boolean
  promptTokens: number
  completionTokens: number
  /** Name of the model that answered. */
  model: string
}

/**
 * `key`: refused or missing. `address`: none that may be asked. `busy`: it asked to wait, too often, or the account has
 * no credit left. `file`: it does not take what it was sent. `silent`: it did not answer, or did not go on, in time. `endless`: its answer is longer than is taken.
 */
export type ModelFault = 'key' | 'address' | 'busy' | 'file' | 'silent' | 'endless' | 'failed'

export class ModelError extends Error {
  constructor(
    readonly fault: ModelFault,
    message: string,
  ) {
    super(message)
    this.name = 'ModelError'
  }
}

const CODES: Record<ModelFault, ServerErrorCode> = {
  key: 'ERR_AI_KEY',
  address: 'ERR_ADDRESS_NOT_ALLOWED',
  busy: 'ERR_AI_BUSY',
  file: 'ERR_TRANSCRIPT_FILE',
  silent: 'ERR_AI_SILENT',
  endless: 'ERR_AI_ENDLESS',
  failed: 'ERR_AI_PROVIDER',
}

/** What somebody reads of a fault. */
export const aiCodeOf = (error: unknown): ServerErrorCode =>
  CODES[error instanceof ModelError ? error.fault : 'failed']

/** Whether a prompt can be asked at all: the provider wants a key, a model of one's own may go without. */
const isAskable = ({ apiKey, baseUrl, fetch }: Pick<ChatModel, 'apiKey' | 'baseUrl' | 'fetch'>): boolean =>
  fetch !== undefined || apiKey !== '' || (baseUrl !== '' && baseUrl !== AI_BASE_URL)

function causedBy(error: unknown, kind: typeof AddressRefused | typeof EventTooLong): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof kind) return true
  return false
}

/** The client library, loaded with the first question: a server that starts has none. */
const library = () => import('openai')

async function faultOf(error: unknown): Promise<ModelError> {
  if (error instanceof ModelError) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (causedBy(error, AddressRefused)) return new ModelError('address', reason)
  if (causedBy(error, EventTooLong) || causedBy(error, AnswerTooLong))
    return new ModelError('endless', reason)
  const { APIConnectionTimeoutError, APIError, APIUserAbortError } = await library()
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return new ModelError('silent', 'the model did not answer in time')
  if (error instanceof APIError && (error.status === 401 || error.status === 403))
    return new ModelError('key', `the key was refused (${error.status})`)
  if (error instanceof APIError && error.status === 429) return new ModelError('busy', reason)
  return new ModelError('failed', reason)
}

/** The phrase as models write it: with other cases, accents, quotes or asterisks around it. */
const PHRASE = new RegExp(
  `[*"“”'_]*${HANDOVER_PHRASE.replaceAll(' ', '\\s+').replace('ç', '[çc]').replace('ã', '[ãa]')}[*"“”'_]*[.!]?`,
  'giu',
)

/** Tells a model's words from its asking to hand over. */
function readAnswer(text: string): { text: string; handover: boolean } {
  const handover = fold(text).replace(/\s+/g, ' ').includes(fold(HANDOVER_PHRASE))
  return { text: handover ? text.replace(PHRASE, '').trim() : text.trim(), handover }
}

/**
 * Asks a model.
 * @param system what it is given before the conversation.
 * @param turns the conversation, oldest first.
 * @param heard called with each piece of the answer as it comes.
 * @param signal gives the question up.
 * @throws ModelError
 */
export async function askModel(
  options: ChatModel,
  system: string,
  turns: readonly ModelTurn[],
  heard: (piece: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<ModelAnswer> {
  if (!isAskable(options)) throw new ModelError('key', 'no key')
  const { timeouts } = options
  const model = options.model || AI_MODEL
  const { default: OpenAI } = await library()
  const client = new OpenAI({
    // The library insists on one; a model of one's own does not look at it.
    apiKey: options.apiKey || 'none',
    baseURL: options.baseUrl || AI_BASE_URL,
    fetch: eventsLimited(options.fetch ?? guardedFetch(options.local, MOST_BYTES)),
    timeout: timeouts.beginning,
    maxRetries: RETRIES,
    // Nothing of this computer's surroundings belongs to a company's key.
    organization: null,
    project: null,
    logLevel: 'off',
  })
  const quiet = new AbortController()
  const whole = limitSignal(timeouts.whole, quiet.signal, signal)
  let watch: NodeJS.Timeout | undefined
  /** A model that stops in the middle of an answer without ending it is not waited for to the end. */
  const listen = (): void => {
    clearTimeout(watch)
    watch = setTimeout(() => quiet.abort(), timeouts.between)
  }
  const messages = [
    { role: 'system' as const, content: system },
    ...turns.map(turn =>
      turn.image === undefined
        ? { role: turn.role, content: turn.text }
        : {
            role: 'user' as const,
            content: [{ type: 'image_url' as const, image_url: { url: turn.image } }],
          },
    ),
  ]
  const bounds = REASONING.test(model)
    ? { max_completion_tokens: options.maxTokens }
    : { max_tokens: options.maxTokens, temperature: options.temperature }
  try {
    const stream = await client.chat.completions.create(
      { model, messages, stream: true, stream_options: { include_usage: true }, ...bounds },
      { signal: whole },
    )
    listen()
    let text = ''
    let ended = false
    let usage: { prompt_tokens: number; completion_tokens: number } | null = null
    for await (const chunk of stream) {
      listen()
      const [choice] = chunk.choices ?? []
      const piece = choice?.delta?.content ?? ''
      if (piece !== '') {
        text += piece
        if (text.length > ANSWER_MAX_CHARS) throw new ModelError('endless', 'the answer is too long')
        heard(piece)
      }
      if (choice?.finish_reason) ended = true
      if (chunk.usage) usage = chunk.usage
    }
    if (!ended) throw new ModelError('failed', 'the answer broke off')
    const asked = [system, ...turns.map(({ text }) => text)].join('').length
    return {
      ...readAnswer(text),
      promptTokens: usage?.prompt_tokens ?? Math.ceil(asked / CHARS_PER_TOKEN),
      completionTokens: usage?.completion_tokens ?? Math.ceil(text.length / CHARS_PER_TOKEN),
      model,
    }
  } catch (error) {
    // However a broken body shows itself: it was given up here.
    if (whole.aborted) throw new ModelError('silent', 'the model did not end in time')
    throw await faultOf(error)
  } finally {
    clearTimeout(watch)
  }
}
