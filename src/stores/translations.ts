/**
 * Translations of the conversation that is looked at: gathered into few questions, one at a time and in the order of what was
 * said, and given up when it is left. What is kept comes with the messages themselves.
 */
import { COPILOT_LIMITS, isTranslatable, type Message, messageWords } from '@contract'
import { call } from '@/api'
import { mergeIntoThread, threadOf } from './messages'
import { atSessionEnd, createSessionStore } from './session-end'
import { patchTicket } from './tickets'

/** What left with a question, and what it was answered by. */
export interface AskedTranslation {
  sent: string
  simulated: boolean
  /** Share of the month's ceiling that is used; null without one. */
  usedShare: number | null
}

interface TranslationsState {
  /** Messages without a translation by their ids: null while it is asked for, else what kept it away. */
  waits: ReadonlyMap<string, unknown>
  /** The last question of each conversation. */
  asked: ReadonlyMap<number, AskedTranslation>
}

export const useTranslations = createSessionStore<TranslationsState>('translations', () => ({
  waits: new Map(),
  asked: new Map(),
}))

/** Rows come on screen one after the other; those of one moment are one question. */
const GATHER_MS = 120

interface Gathering {
  language: string
  wanted: Map<string, Message>
  timer: ReturnType<typeof setTimeout> | null
  asking: AbortController | null
}
const gatherings = new Map<number, Gathering>()

/** Whether somebody who reads a language lacks a message's words in it: what the team wrote in it needs none. */
export const needsTranslation = (message: Message, language: string): boolean =>
  !message.isDeleted &&
  message.translations?.[language] === undefined &&
  (!message.fromMe || message.translations !== null) &&
  messageWords(message).length <= COPILOT_LIMITS.translated.chars &&
  isTranslatable(messageWords(message))

function note(changes: Iterable<[string, unknown]>): void {
  const waits = new Map(useTranslations.getState().waits)
  for (const [id, wait] of changes) {
    if (wait === undefined) waits.delete(id)
    else waits.set(id, wait)
  }
  useTranslations.setState({ waits })
}

/** The next question: as many of the wanted messages as one takes, in their order. */
function nextOf(ticketId: number, { wanted }: Gathering): Message[] {
  const order = new Map(threadOf(ticketId)?.own.list.map(({ id }, at) => [id, at]))
  const inOrder = [...wanted.values()].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  let chars = 0
  return inOrder.filter((message, at) => {
    chars += messageWords(message).length
    return at === 0 || (at < COPILOT_LIMITS.translated.texts && chars <= COPILOT_LIMITS.translated.chars)
  })
}

async function ask(ticketId: number, gathering: Gathering): Promise<void> {
  const { language, wanted } = gathering
  const batch = nextOf(ticketId, gathering)
  const giving = new AbortController()
  gathering.asking = giving
  try {
    const messageIds = batch.map(({ id }) => id)
    const { messages, sent, simulated, usedShare } = await call('copilot.translateMessages', {
      body: { ticketId, messageIds, language },
      signal: giving.signal,
    })
    if (giving.signal.aborted) return
    mergeIntoThread(ticketId, messages)
    const came = new Map(messages.map(message => [message.id, message]))
    // What says something else by now is asked for again by itself.
    const missing = (message: Message): boolean => {
      const now = came.get(message.id)
      return (
        now !== undefined && messageWords(now) === messageWords(message) && needsTranslation(now, language)
      )
    }
    note(batch.map(one => [one.id, missing(one) ? { code: 'ERR_AI_PROVIDER' } : undefined]))
    for (const id of messageIds) wanted.delete(id)
    if (sent !== '') {
      const asked = new Map(useTranslations.getState().asked).set(ticketId, { sent, simulated, usedShare })
      useTranslations.setState({ asked })
    }
  } catch (error) {
    if (giving.signal.aborted) return
    // Nor are the others asked for, before a person says so.
    note([...wanted.keys()].map(id => [id, error]))
    wanted.clear()
  } finally {
    if (gathering.asking === giving) gathering.asking = null
  }
  if (wanted.size > 0) void ask(ticketId, gathering)
}

/** Asks for a message's words in a language, with others that are wanted at the same moment; once, until it is retried. */
export function wantTranslation(message: Message, language: string): void {
  const { id, ticketId } = message
  if (useTranslations.getState().waits.has(id)) return
  const known = gatherings.get(ticketId)
  const gathering =
    known?.language === language ? known : { language, wanted: new Map(), timer: null, asking: null }
  if (known !== gathering) {
    leaveTranslations(ticketId)
    gatherings.set(ticketId, gathering)
  }
  gathering.wanted.set(id, message)
  note([[id, null]])
  if (gathering.timer !== null || gathering.asking !== null) return
  gathering.timer = setTimeout(() => {
    gathering.timer = null
    void ask(ticketId, gathering)
  }, GATHER_MS)
}

/** Asks again for all that did not come; those that are on screen. */
export function retryTranslations(): void {
  const { waits } = useTranslations.getState()
  note([...waits].flatMap(([id, wait]) => (wait === null ? [] : [[id, undefined] as [string, unknown]])))
}

/** Gives up what is asked for a conversation: nobody looks at it any more. */
export function leaveTranslations(ticketId: number): void {
  const gathering = gatherings.get(ticketId)
  if (!gathering) return
  gatherings.delete(ticketId)
  if (gathering.timer !== null) clearTimeout(gathering.timer)
  gathering.asking?.abort()
  note([...gathering.wanted.keys()].map(id => [id, undefined]))
  gathering.wanted.clear()
}

atSessionEnd('translations', () => {
  for (const ticketId of [...gatherings.keys()]) leaveTranslations(ticketId)
})

/**
 * Has a conversation translated for everybody who sees it; shown at once.
 * @param language the customer's; null: no more.
 * @param before what it was, which comes back when the server refuses.
 * @throws ApiError
 */
export async function translateTicket(
  ticketId: number,
  language: string | null,
  before: string | null,
): Promise<void> {
  patchTicket(ticketId, { translatedFrom: language })
  try {
    await call('copilot.translateTicket', { body: { ticketId, language } })
  } catch (error) {
    patchTicket(ticketId, { translatedFrom: before })
    throw error
  }
}
