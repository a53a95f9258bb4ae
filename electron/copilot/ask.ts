/** A question on its way to a model and its answer on its way to a window: the same for the server and for main. */
import {
  COPILOT_LIMITS,
  type CopilotLine,
  type MaskedKind,
  type Rewrite,
  SIMULATED_MODEL,
} from '../../src/contract'
import { askModel, CHARS_PER_TOKEN, type ChatModel, ModelError } from '../providers/chat-model'
import { answerReader } from './answer'
import { GROUNDING_LIMITS } from './ground'
import { type Masking, masking } from './masking'
import type { Question } from './questions'

/** Low enough that an answer says what its sources say. */
const TEMPERATURE = 0.4
/** Tokens of a suggestion: four short sentences. */
export const SUGGESTION_TOKENS = 400
/** Tokens of a text of so many characters that is written anew. */
export const rewriteTokens = (text: string): number =>
  Math.min(Math.ceil(text.length / 2) + 200, COPILOT_LIMITS.draft)
/** Messages a text is written anew with: of a customer's language some words of theirs are needed. */
export const rewriteMessages = (how: Rewrite): number => (how === 'customer' ? GROUNDING_LIMITS.messages : 6)

/** A question as it leaves. */
export interface PreparedQuestion extends Question {
  /** All of it, as a card shows it. */
  sent: string
  /** Its length as far as characters tell. */
  promptTokens: number
  masks: Masking
}

/** @param kinds personal data that is replaced by marks. */
export function prepare(question: Question, kinds: readonly MaskedKind[]): PreparedQuestion {
  const masks = masking(kinds)
  const system = masks.mask(question.system)
  const turns = question.turns.map(turn => ({ ...turn, text: masks.mask(turn.text) }))
  const sent = [system, ...turns.map(({ role, text }) => `${role}: ${text}`)].join('\n\n')
  return { system, turns, sent, promptTokens: Math.ceil(sent.length / CHARS_PER_TOKEN), masks }
}

/** A question that is counted against the month's ceiling. */
export interface CountedCall {
  id: number
  /** Keeps what it used. @returns the share of the ceiling that is used with it; null without a ceiling. */
  end(used: {
    outcome: 'answered' | 'failed' | 'dropped'
    model: string
    promptTokens: number
    completionTokens: number
    /** Of a recording. */
    seconds?: number
  }): Promise<number | null>
}

/** A question with whom it goes to, and its place among the month's calls. */
export interface Asking {
  prepared: PreparedQuestion
  model: Omit<ChatModel, 'temperature'>
  call: CountedCall
}

/**
 * Asks.
 * @param heard called with each piece of the answer as it comes. @param signal the window has left.
 * @param isAnswer whether what was said is one; else the question has failed.
 * @throws ModelError
 */
export async function put(
  { prepared, model, call }: Asking,
  heard: (piece: string) => void,
  signal: AbortSignal,
  isAnswer: (said: string) => boolean = () => true,
): Promise<{ model: string; usedShare: number | null }> {
  const { system, turns, promptTokens } = prepared
  let answerText = ''
  try {
    const answer = await askModel(
      { ...model, temperature: TEMPERATURE },
      system,
      turns,
      piece => {
        answerText += piece
        heard(piece)
      },
      signal,
    )
    if (!isAnswer(answerText)) throw new ModelError('failed', 'what was said is no answer')
    return { model: answer.model, usedShare: await call.end({ ...answer, outcome: 'answered' }) }
  } catch (error) {
    await call.end({
      outcome: signal.aborted ? 'dropped' : 'failed',
      model: model.model,
      // What a provider that answered has been given is paid for.
      promptTokens: answerText !== '' || signal.aborted ? promptTokens : 0,
      completionTokens: Math.ceil(answerText.length / CHARS_PER_TOKEN),
    })
    throw error
  }
}

/**
 * Asks, and passes the answer on line by line while it comes.
 * @param write takes the lines before the last one. @param signal the window has left.
 * @returns the last line. @throws ModelError
 */
export async function answerInLines(
  { sources, ...asking }: Asking & { sources: Extract<CopilotLine, { callId: number }>['sources'] },
  write: (line: CopilotLine) => void,
  signal: AbortSignal,
): Promise<CopilotLine> {
  const { prepared, call } = asking
  const reader = answerReader(prepared.masks)
  let isFirst = true
  const show = (text: string): void => {
    if (isFirst) write({ callId: call.id, sources, sent: prepared.sent })
    isFirst = false
    if (text !== '') write({ delta: text })
  }
  const { model, usedShare } = await put(asking, piece => show(reader.push(piece)), signal)
  show(reader.end())
  return {
    cited: reader.cited().filter(number => number >= 1 && number <= sources.length),
    unknown: reader.isUnknown(),
    model,
    simulated: model === SIMULATED_MODEL,
    usedShare,
  }
}
