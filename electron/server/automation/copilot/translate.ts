/**
 * Translation of conversations: customers' messages are translated once and stored, agents' messages before they are
 * sent.
 */
import { COPILOT_LIMITS, type ResponseIn, type Translations } from '@contract'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { prepare } from '../../../copilot/ask'
import {
  type Asked,
  askTranslations,
  mayBeTranslated,
  NOT_ASKED,
  textsToAsk,
  translation,
  translationTokens,
} from '../../../copilot/translation'
import { aiCodeOf } from '../../../providers/chat-model'
import { announceChange } from '../../desk/messages/deliver'
import { type MessageRow, type MessageView, messageViews } from '../../desk/presenters/messages'
import { type TicketView, ticketDetail } from '../../desk/presenters/tickets'
import { searchTextOf, wordsOf } from '../../desk/presenters/transcripts'
import { seenOf, type TicketRow, ticketFor } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { refuseTooMany } from '../../platform/auth/attempts'
import { changedNow } from '../../platform/db/changed'
import type { Reader } from '../../platform/db/client'
import { messages, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { beginCall } from './calls'
import { type CopilotRow, modelConnection, providerOf, refuseUnlessOffered } from './settings'

/** Questions of one agent in a minute: enough to read a long conversation. */
const PACE = { attempts: 60, windowMs: 60_000 }
/** Most messages whose translations are reused for the same words. */
const MOST_KNOWN = 200

/** @returns a translation for each text, null where one is missing; at least one is there. */
async function translated(
  app: Workspace,
  me: Me,
  settings: CopilotRow,
  { ticketId, texts, to }: { ticketId: number; texts: readonly string[]; to: string },
  signal: AbortSignal,
): Promise<{ found: (string | null)[]; asked: Asked }> {
  await refuseTooMany(app.memory.attempts('translations', PACE).count(String(me.id)))
  const provider = await providerOf(app, settings)
  const way = await modelConnection(app, provider)
  const prepared = prepare(translation(texts, to), settings.masks)
  const maxTokens = translationTokens(texts)
  const call = await beginCall(app, me, settings, {
    provider,
    feature: 'translate',
    ticketId,
    promptTokens: prepared.promptTokens,
    completionTokens: maxTokens,
  })
  try {
    const asking = { prepared, model: { ...provider, ...way, maxTokens }, call }
    return await askTranslations(asking, texts, signal)
  } catch (error) {
    app.log.warn('the copilot has no translation', { reason: reasonOf(error) })
    throw new ApiError(aiCodeOf(error))
  }
}

/** A message with its text: written, or transcribed from its file. */
type Worded = MessageRow & { words: string }

async function worded(db: Reader, rows: readonly MessageRow[]): Promise<Worded[]> {
  const words = await wordsOf(db, rows)
  return rows.map(row => ({ ...row, words: words.get(row.seq) ?? '' }))
}

const lacking = ({ isDeleted, translations, words }: Worded, language: string): boolean =>
  !isDeleted && translations?.[language] === undefined && mayBeTranslated(words)

/** Stores translations of messages that are unchanged, and tells everybody who sees them. */
const keep = (
  app: Workspace,
  ticket: TicketRow,
  language: string,
  texts: ReadonlyMap<number, { of: string; text: string }>,
): Promise<void> =>
  app.db.company(ticket.companyId).write(async tx => {
    const rows = await tx
      .select()
      .from(messages)
      .where(inArray(messages.seq, [...texts.keys()]))
    for (const row of await worded(tx, rows)) {
      const known = texts.get(row.seq)
      if (!known || known.of !== row.words || row.isDeleted) continue
      const translations: Translations = { ...row.translations, [language]: known.text }
      const search = await searchTextOf(tx, { ...row, translations })
      const [now] = await tx
        .update(messages)
        .set({ translations, search, updatedAt: changedNow(messages.updatedAt) })
        .where(eq(messages.seq, row.seq))
        .returning()
      if (now) await announceChange(app, tx, ticket, now)
    }
  })

/**
 * Translates messages of a conversation that are not translated yet. Running requests for the same message are waited
 * for, whoever made them.
 * @param signal the caller has left.
 * @returns the messages as they are now; a message without a translation could not be translated.
 * @throws ApiError ERR_COPILOT_OFF, ERR_COPILOT_CEILING, ERR_TOO_MANY_ATTEMPTS, those of `ticketFor` and of the
 *   provider.
 */
export async function translateMessages(
  app: Workspace,
  me: Me,
  { ticketId, messageIds, language }: { ticketId: number; messageIds: readonly string[]; language: string },
  signal: AbortSignal,
): Promise<{ messages: MessageView[] } & Asked> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const settings = await refuseUnlessOffered(app.db, me, 'translate', ticket.queueId)
  const mine = eq(messages.ticketId, ticket.id)
  const read = async (): Promise<Worded[]> =>
    worded(
      app.db,
      await app.db
        .select()
        .from(messages)
        .where(and(mine, inArray(messages.id, [...messageIds])))
        .orderBy(asc(messages.seq)),
    )
  const running = app.memory.translations
  const keyOf = ({ seq }: MessageRow): string => `${seq} ${language}`
  let rows = await read()
  for (;;) {
    const others = rows.filter(row => lacking(row, language)).flatMap(row => running.get(keyOf(row)) ?? [])
    if (others.length === 0) break
    await Promise.all(others)
    rows = await read()
  }
  const wanted = rows.filter(row => lacking(row, language))
  const answer = async (asked: Asked) => ({ messages: await messageViews(app.db, await read()), ...asked })
  if (wanted.length === 0) return answer(NOT_ASKED)
  const work = (async (): Promise<Asked> => {
    const known = await app.db
      .select()
      .from(messages)
      .where(and(mine, isNotNull(messages.translations)))
      .limit(MOST_KNOWN)
    const texts = new Map<string, string>()
    for (const { words, translations } of await worded(app.db, known)) {
      const text = translations?.[language]
      if (text !== undefined) texts.set(words, text)
    }
    const asked = textsToAsk(
      wanted.map(({ words }) => words),
      texts,
    )
    const result =
      asked.length === 0
        ? { found: [], asked: NOT_ASKED }
        : await translated(app, me, settings, { ticketId, texts: asked, to: language }, signal)
    for (const [at, text] of result.found.entries()) if (text !== null) texts.set(asked[at] ?? '', text)
    const kept = wanted.flatMap(({ seq, words }) => {
      const text = texts.get(words)
      return text === undefined ? [] : [[seq, { of: words, text }] as const]
    })
    await keep(app, ticket, language, new Map(kept))
    return result.asked
  })()
  for (const row of wanted)
    running.set(
      keyOf(row),
      work.catch(() => undefined),
    )
  try {
    return await answer(await work)
  } finally {
    for (const row of wanted) running.delete(keyOf(row))
  }
}

/**
 * Translates what an agent is about to send into the language of its conversation.
 * @throws ApiError ERR_COPILOT_OFF, also where the conversation is not translated; ERR_MESSAGE_TOO_LONG, and as `translateMessages`.
 */
export async function translateDraft(
  app: Workspace,
  me: Me,
  { ticketId, texts }: { ticketId: number; texts: readonly string[] },
  signal: AbortSignal,
): Promise<ResponseIn<'copilot.translateDraft'>> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const settings = await refuseUnlessOffered(app.db, me, 'translate', ticket.queueId)
  const language = ticket.translatedFrom
  if (language === null) throw new ApiError('ERR_COPILOT_OFF')
  if (texts.reduce((sum, { length }) => sum + length, 0) > COPILOT_LIMITS.translated.chars)
    throw new ApiError('ERR_MESSAGE_TOO_LONG')
  const { found, asked } = await translated(app, me, settings, { ticketId, texts, to: language }, signal)
  // A partial translation would not say what was said.
  const whole = found.flatMap(text => text ?? [])
  if (whole.length < texts.length) throw new ApiError('ERR_AI_PROVIDER')
  return { texts: whole, language, ...asked }
}

/**
 * Turns translation of a conversation on for everybody who sees it.
 * @param language the customer's (ISO 639); null turns it off.
 * @throws ApiError ERR_COPILOT_OFF, and those of `ticketFor`.
 */
export async function translateTicket(
  app: Workspace,
  me: Me,
  { ticketId, language }: { ticketId: number; language: string | null },
): Promise<TicketView | null> {
  const ticket = await ticketFor(app.db, me, ticketId)
  if (language !== null) await refuseUnlessOffered(app.db, me, 'translate', ticket.queueId)
  return app.db.company(me.companyId).write(async tx => {
    await tx.update(tickets).set({ translatedFrom: language }).where(eq(tickets.id, ticket.id))
    const view = await ticketDetail(tx, ticket.id)
    const seen = seenOf(ticket)
    if (view) app.realtime.ticketChanged(seen, seen, { action: 'update', ticket: view })
    return view
  })
}
