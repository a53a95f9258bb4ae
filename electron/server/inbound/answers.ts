/** Automatic answers to customers who wrote: the chatbot, a word about calls, thanks for a rating. */
import { wasNotAnswered } from '@contract'
import { eq } from 'drizzle-orm'
import { askAutoReplies } from '../auto-replies/ask'
import { converse } from '../bot/converse'
import { isBotsTurn } from '../bot/turns'
import { whatsapps } from '../db/schema'
import { throughLoss } from '../db/through-loss'
import { reasonOf } from '../log'
import { sendAutomatic } from '../messages/automatic'
import { filling } from '../messages/variables'
import { resume } from '../outgoing'
import { platformSetting, settingsOf } from '../settings'
import type { TicketRow } from '../tickets/visibility'
import type { Workspace } from '../workspace'
import type { StoredBatch } from './store'

/** What callers are answered where a company takes no calls (setting `call`). */
export const CALLS_REFUSED =
  '*Mensagem automática*: não atendemos chamadas de voz ou vídeo por este número. Por favor, escreva a sua mensagem.'

/** What customers are answered whose file is heavier than the platform takes (setting `downloadLimit`). */
export const fileRefused = (megabytes: number): string =>
  `*Mensagem automática*: o arquivo não chegou até nós porque passa de ${megabytes} MB. Por favor, envie um arquivo menor.`

async function thank(app: Workspace, ticket: TicketRow): Promise<void> {
  if (ticket.whatsappId === null) return
  const [connection] = await app.db.select().from(whatsapps).where(eq(whatsapps.id, ticket.whatsappId))
  const words = connection?.complationMessage.trim()
  if (!words) return
  const fill = await filling(app.db, ticket, new Date())
  await sendAutomatic(app, ticket, fill(words))
}

/** Tickets of the batch in which somebody called instead of writing. */
function called(batch: StoredBatch): TicketRow[] {
  const ids = new Set(
    batch.stored
      .filter(row => row.mediaType === 'call_log' && wasNotAnswered(row.body))
      .map(row => row.ticketId),
  )
  return [...batch.touched.values()].map(({ after }) => after).filter(ticket => ids.has(ticket.id))
}

/** Answers a customer whose file was larger than the platform takes; nobody in a group. */
export async function refuseFile(app: Workspace, ticket: TicketRow): Promise<void> {
  if (ticket.isGroup) return
  await sendAutomatic(app, ticket, fileRefused(Number(await platformSetting(app.db, 'downloadLimit'))))
}

/**
 * Answers a stored batch. A connection that is down leaves the customer's rows as they are; it is only logged.
 * @param tooLarge ids of messages whose files were not taken.
 */
export async function answerCustomers(
  app: Workspace,
  batch: StoredBatch,
  tooLarge: ReadonlySet<string> = new Set(),
): Promise<void> {
  const attempt = async (ticket: TicketRow, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      app.log.warn('automatic answer not sent', { ticketId: ticket.id, reason: reasonOf(error) })
    }
  }
  for (const ticket of called(batch)) {
    const { call } = await settingsOf(app.db, ticket.companyId, ['call'])
    if (call === 'disabled') await attempt(ticket, () => sendAutomatic(app, ticket, CALLS_REFUSED))
  }
  const senders = new Set(batch.stored.filter(row => tooLarge.has(row.id)).map(row => row.ticketId))
  for (const { after } of batch.touched.values()) {
    if (senders.has(after.id)) await attempt(after, () => refuseFile(app, after))
  }
  const answered = new Set<number>()
  for (const { before, after } of batch.touched.values()) {
    if (!isBotsTurn({ before, after })) continue
    const answer = async (again: boolean): Promise<void> => {
      if (await converse(app, after)) answered.add(after.id)
      // What the try before stored without an answer.
      if (again && after.whatsappId !== null) void resume(app, after.whatsappId)
    }
    await attempt(after, async () => void (await throughLoss(app, after.companyId, answer)))
  }
  const [any] = batch.touched.values()
  if (any)
    await throughLoss(app, any.after.companyId, () => askAutoReplies(app, batch, answered)).catch(
      (error: unknown) => app.log.error('automatic replies not asked', { reason: reasonOf(error) }),
    )
  for (const ticket of batch.rated) await attempt(ticket, () => thank(app, ticket))
}
