/** Automatic answers to customers who wrote: queue menu, queue greeting, out-of-hours, thanks for a rating. */
import { asc, eq } from 'drizzle-orm'
import { companies, queues, tickets, ticketTrackings, whatsappQueues, whatsapps } from '../db/schema'
import { reasonOf } from '../log'
import { sendAutomatic } from '../messages/automatic'
import { settingsOf } from '../settings'
import { seenOf, type TicketRow } from '../tickets/visibility'
import { ticketView } from '../views/tickets'
import type { Workspace } from '../workspace'
import { isOpenAt } from './hours'
import { chosenQueue, MENU_TIMES, menuText } from './menu'
import type { StoredBatch } from './store'

type QueueRow = typeof queues.$inferSelect
type WhatsappRow = typeof whatsapps.$inferSelect

async function connectionWithQueues(
  app: Workspace,
  id: number,
): Promise<{ connection: WhatsappRow; queues: QueueRow[] } | null> {
  const [connection] = await app.db.select().from(whatsapps).where(eq(whatsapps.id, id))
  if (!connection) return null
  const rows = await app.db
    .select({ queue: queues })
    .from(whatsappQueues)
    .innerJoin(queues, eq(queues.id, whatsappQueues.queueId))
    .where(eq(whatsappQueues.whatsappId, id))
    .orderBy(asc(queues.orderQueue), asc(queues.id))
  return { connection, queues: rows.map(row => row.queue) }
}

/** The out-of-hours text that applies now; null while open, or without hours or text. */
async function closedText(
  app: Workspace,
  connection: WhatsappRow,
  queue: QueueRow | null,
): Promise<string | null> {
  const { scheduleType } = await settingsOf(app.db, connection.companyId, ['scheduleType'])
  if (scheduleType === 'queue' && queue) {
    return isOpenAt(queue.schedules, new Date()) ? null : queue.outOfHoursMessage.trim() || null
  }
  if (scheduleType !== 'company') return null
  const [company] = await app.db.select().from(companies).where(eq(companies.id, connection.companyId))
  return isOpenAt(company?.schedules ?? [], new Date()) ? null : connection.outOfHoursMessage.trim() || null
}

async function moveToQueue(app: Workspace, ticket: TicketRow, queueId: number): Promise<TicketRow> {
  const after: TicketRow = { ...ticket, queueId, chatbot: false }
  await app.db.write(async tx => {
    await tx.update(tickets).set({ queueId, chatbot: false }).where(eq(tickets.id, ticket.id))
    await tx.update(ticketTrackings).set({ queueId }).where(eq(ticketTrackings.ticketId, ticket.id))
  })
  const view = await ticketView(app.db, ticket.id)
  if (view) app.realtime.ticketChanged(seenOf(ticket), seenOf(after), { action: 'update', ticket: view })
  return after
}

async function runMenu(app: Workspace, ticket: TicketRow, isNew: boolean): Promise<void> {
  const place = ticket.whatsappId === null ? null : await connectionWithQueues(app, ticket.whatsappId)
  if (!place) return
  const chosen = isNew ? null : chosenQueue(ticket.lastMessage, place.queues)
  if (chosen) {
    const queue = place.queues.find(q => q.id === chosen.id) ?? null
    const moved = await moveToQueue(app, ticket, chosen.id)
    const closed = await closedText(app, place.connection, queue)
    const words = closed ?? queue?.greetingMessage.trim()
    if (words) await sendAutomatic(app, moved, words)
    return
  }
  const times = ticket.amountUsedBotQueues + 1
  if (times > (place.connection.maxUseBotQueues ?? MENU_TIMES)) return
  await app.db.update(tickets).set({ amountUsedBotQueues: times }).where(eq(tickets.id, ticket.id))
  await sendAutomatic(app, ticket, menuText(place.connection.greetingMessage, place.queues))
}

/** Greeting of a ticket that went straight into a queue: out-of-hours text, or the connection's greeting. */
async function greet(app: Workspace, ticket: TicketRow): Promise<void> {
  const place = ticket.whatsappId === null ? null : await connectionWithQueues(app, ticket.whatsappId)
  if (!place || ticket.isGroup) return
  const queue = place.queues.find(q => q.id === ticket.queueId) ?? null
  const words = (await closedText(app, place.connection, queue)) ?? place.connection.greetingMessage.trim()
  if (words) await sendAutomatic(app, ticket, words)
}

async function thank(app: Workspace, ticket: TicketRow): Promise<void> {
  const place = ticket.whatsappId === null ? null : await connectionWithQueues(app, ticket.whatsappId)
  const words = place?.connection.complationMessage.trim()
  if (words) await sendAutomatic(app, ticket, words)
}

/** Answers a stored batch. A connection that is down leaves the customer's rows as they are; it is only logged. */
export async function answerCustomers(app: Workspace, batch: StoredBatch): Promise<void> {
  const attempt = async (ticket: TicketRow, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      app.log.warn('automatic answer not sent', { ticketId: ticket.id, reason: reasonOf(error) })
    }
  }
  for (const { before, after } of batch.touched.values()) {
    if (after.chatbot && after.queueId === null)
      await attempt(after, () => runMenu(app, after, before === null))
    else if (before === null) await attempt(after, () => greet(app, after))
  }
  for (const ticket of batch.rated) await attempt(ticket, () => thank(app, ticket))
}
