/** Automatic answers to customers who wrote: the chatbot, AI prompts and integrations, a word about calls and files, thanks for a rating. */
import { wasNotAnswered } from '@contract'
import { eq } from 'drizzle-orm'
import type { Act, Consumer } from '../../desk/happenings/consumer'
import { beginNow } from '../../desk/happenings/follow'
import type { Kinds, Wrote } from '../../desk/happenings/kinds'
import { owe } from '../../desk/happenings/owed'
import { inFewMessages } from '../../desk/messages/few-messages'
import { type OwnMessage, storeOwn } from '../../desk/messages/rows'
import { filling } from '../../desk/messages/variables'
import { sendToChannelInTurn } from '../../desk/outgoing'
import type { MessageRow } from '../../desk/presenters/messages'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import type { TicketRow } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import { tickets, whatsapps } from '../../platform/db/schema'
import { platformSetting, settingsOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { converse } from '../bot/converse'
import { anyIn, isServed, note } from './ask'
import { replyJob } from './worker'

/** What callers are answered where a company takes no calls (setting `call`). */
export const CALLS_REFUSED =
  '*Mensagem automática*: não atendemos chamadas de voz ou vídeo por este número. Por favor, escreva a sua mensagem.'

/** What customers are answered whose file is heavier than the platform takes (setting `downloadLimit`). */
export const fileRefused = (megabytes: number): string =>
  `*Mensagem automática*: o arquivo não chegou até nós porque passa de ${megabytes} MB. Por favor, envie um arquivo menor.`

/** What a ticket has to be answered. */
interface Owed {
  /** The chatbot is asked: for a message that opens a ticket, and while the customer is in its menus. */
  bot?: boolean
  isNew?: boolean
  /** An AI prompt or an integration is asked. */
  asked?: boolean
  /** Somebody called instead of writing. */
  called?: boolean
  tooLarge?: boolean
  rated?: boolean
}

export const answers: Consumer<Owed> = {
  name: 'answers',
  hears: { wrote: noteWritten, filed: noteFiled },
  settle: answer,
  follows: replyJob,
}

/** Notes which conversations have to be answered, and why. */
async function noteWritten(act: Act, { touched, stored, rated, tooLarge }: Wrote): Promise<void> {
  const among = (rows: readonly MessageRow[]): Set<number> => new Set(rows.map(({ ticketId }) => ticketId))
  const callers = among(
    stored.filter(({ mediaType, body }) => mediaType === 'call_log' && wasNotAnswered(body)),
  )
  const senders = among(stored.filter(({ id }) => tooLarge.has(id)))
  const isAsked =
    [...touched.values()].some(({ after }) => isServed(after)) && (await anyIn(act.tx, act.companyId))
  const owed = [...touched.values()].map(({ before, after }) => ({
    ticket: after,
    payload: {
      bot:
        (before === null || after.chatbot) &&
        after.status === 'pending' &&
        !after.isGroup &&
        !isHeldElsewhere(after),
      asked: isAsked && isServed(after),
      called: callers.has(after.id),
      tooLarge: senders.has(after.id) && !after.isGroup,
    },
    isNew: before === null,
  }))
  await owe(act, answers, [
    ...owed
      .filter(({ payload }) => Object.values(payload).includes(true))
      .map(({ ticket, payload, isNew }) => ({ ticket, payload: { ...payload, isNew } })),
    ...rated.map(ticket => ({ ticket, payload: { rated: true } })),
  ])
}

async function noteFiled(act: Act, { message, ticket, tooLarge }: Kinds['filed']): Promise<void> {
  if (tooLarge && !message.fromMe && !ticket.isGroup)
    await owe(act, answers, [{ ticket, payload: { tooLarge } }])
}

/** The thanks for a rating; null when the connection has none. */
async function thanks({ tx }: Act, ticket: TicketRow): Promise<string | null> {
  const [connection] = await tx
    .select()
    .from(whatsapps)
    .where(eq(whatsapps.id, ticket.whatsappId ?? 0))
  const words = connection?.complationMessage.trim()
  return words ? (await filling(tx, ticket, new Date()))(words) : null
}

/**
 * Stores all answers to what a customer wrote. Of several messages that came in before this, the last one is answered,
 * once.
 */
async function answer(
  act: Act,
  ticketId: number,
  owed: readonly Owed[],
): Promise<(() => Promise<void>) | null> {
  const { app, tx, companyId } = act
  const is = (what: keyof Owed): boolean => owed.some(one => one[what])
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
  const drafts: OwnMessage[] = []
  if (!ticket || ticket.mergedInto !== null || ticket.whatsappId === null) return null
  const say = (body: string): void => void drafts.push({ companyId, body, userId: null })
  if (is('called') && (await settingsOf(tx, companyId, ['call'])).call === 'disabled') say(CALLS_REFUSED)
  if (is('tooLarge')) say(fileRefused(Number(await platformSetting(tx, 'downloadLimit'))))
  const isNew = is('isNew')
  const said = is('bot') ? await converse(app, tx, ticket, isNew) : []
  drafts.push(...said)
  // The bot answered a choice of its menu: there is nothing left to say.
  const isAsked = is('asked') && (await note(tx, ticketId, !isNew && said.length > 0))
  const words = is('rated') ? await thanks(act, ticket) : null
  if (words !== null) say(words)
  const rows: MessageRow[] = []
  for (const draft of await inFewMessages(app, tx, ticket, drafts))
    rows.push((await storeOwn(app, tx, ticketId, draft)).row)
  return async () => {
    for (const row of rows) await send(app, ticket, row)
    if (isAsked) beginNow(app, replyJob, { key: ticketId, companyId })
  }
}

/**
 * Hands an answer to the channel. When the connection is down, the message shows as failed and the failure is only
 * logged.
 */
async function send(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  try {
    await sendToChannelInTurn(app, ticket, row)
  } catch (error) {
    if (error instanceof Error && isDatabaseLost(error)) throw error
    app.log.warn('automatic answer not sent', { ticketId: ticket.id, reason: reasonOf(error) })
  }
}
