/** Conversations in another language, where the server translates none: each message is asked for once and kept on this computer. */
import {
  COPILOT_LIMITS,
  type Message,
  messageWords,
  type ResponseIn,
  type Ticket,
} from '../../../src/contract'
import type { Asking } from '../../copilot/ask'
import type { Question } from '../../copilot/questions'
import {
  type Asked,
  askTranslations,
  mayBeTranslated,
  NOT_ASKED,
  textsToAsk,
  translation,
  translationTokens,
} from '../../copilot/translation'
import type { Cache } from '../cache/cache'
import { CopilotRefusal } from './refusal'
import type { Words } from './words'

export interface LocalTranslations {
  /**
   * Translates messages that are not yet.
   * @param signal the window has left.
   * @returns the messages as they are now; those without a translation did not get one.
   * @throws CopilotRefusal ERR_COPILOT_CEILING, ModelError
   */
  messages(
    asked: { ticketId: number; messageIds: readonly string[]; language: string },
    signal: AbortSignal,
  ): Promise<{ messages: Message[] } & Asked>
  /** Translates what somebody is about to send. @throws as `messages`, ERR_COPILOT_OFF, ERR_MESSAGE_TOO_LONG, ERR_AI_PROVIDER */
  draft(
    asked: { ticketId: number; texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<ResponseIn<'copilot.translateDraft'>>
  /** Has a conversation translated; null: no more. @returns the ticket as it is now. */
  ticket(ticket: Ticket, language: string | null): Promise<Ticket>
}

/** @param ask a question that is counted from now on. */
export function createTranslations(deps: {
  words: Words
  cache: Pick<Cache, 'message' | 'rememberMessages' | 'rememberTickets'>
  ask: (ticketId: number, question: Question, maxTokens: number) => Promise<Asking>
}): LocalTranslations {
  const { words, cache, ask } = deps
  /** The last question of each conversation: another window waits for it, and finds what it kept. */
  const turns = new Map<number, Promise<unknown>>()

  async function translated(ticketId: number, texts: readonly string[], to: string, signal: AbortSignal) {
    const asking = await ask(ticketId, translation(texts, to), translationTokens(texts))
    return askTranslations(asking, texts, signal)
  }

  async function shown(ids: readonly string[]): Promise<Message[]> {
    const found = await Promise.all(ids.map(id => cache.message(id)))
    return found.flatMap(message =>
      message ? words.message({ ...message, transcript: null, translations: null }) : [],
    )
  }

  async function translateMessages(
    ids: readonly string[],
    ticketId: number,
    language: string,
    signal: AbortSignal,
  ): Promise<{ messages: Message[] } & Asked> {
    const before = (await shown(ids)).filter(message => message.ticketId === ticketId)
    const wanted = before.filter(
      message =>
        !message.isDeleted &&
        message.translations?.[language] === undefined &&
        mayBeTranslated(messageWords(message)),
    )
    const texts = textsToAsk(wanted.map(messageWords), new Map())
    if (texts.length === 0) return { messages: before, ...NOT_ASKED }
    const { found, asked } = await translated(ticketId, texts, language, signal)
    const known = new Map(texts.map((text, at) => [text, found[at] ?? null]))
    for (const message of wanted) {
      const text = known.get(messageWords(message))
      if (typeof text === 'string') await words.keepTranslation(message, language, text)
    }
    const messages = await shown(before.map(({ id }) => id))
    cache.rememberMessages(messages)
    return { messages, ...asked }
  }

  return {
    async messages({ ticketId, messageIds, language }, signal) {
      const before = turns.get(ticketId) ?? Promise.resolve()
      const turn = before.then(() => translateMessages(messageIds, ticketId, language, signal))
      const ended = turn.catch(() => undefined)
      turns.set(ticketId, ended)
      try {
        return await turn
      } finally {
        if (turns.get(ticketId) === ended) turns.delete(ticketId)
      }
    },
    async draft({ ticketId, texts }, signal) {
      const language = words.translatedFrom(ticketId)
      if (language === null) throw new CopilotRefusal('ERR_COPILOT_OFF')
      if (texts.reduce((sum, { length }) => sum + length, 0) > COPILOT_LIMITS.translated.chars)
        throw new CopilotRefusal('ERR_MESSAGE_TOO_LONG')
      const { found, asked } = await translated(ticketId, texts, language, signal)
      // A part of what somebody says is not what they say.
      const whole = found.flatMap(text => text ?? [])
      if (whole.length < texts.length) throw new CopilotRefusal('ERR_AI_PROVIDER')
      return { texts: whole, language, ...asked }
    },
    async ticket(ticket, language) {
      await words.translate(ticket.id, language)
      const now = { ...ticket, translatedFrom: language }
      cache.rememberTickets([now])
      return now
    },
  }
}
