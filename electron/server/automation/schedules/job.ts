/**
 * Sends scheduled messages at their time into the contact's conversation, like any other
 * message, so that they are in the thread with their ticks.
 */
import { maySee, SCHEDULE_LATEST_MS, SCHEDULE_TICK_MS } from '@contract'
import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { ChannelError } from '../../desk/channel/channel'
import { connectionOf } from '../../desk/messages/deliver'
import { byClientId } from '../../desk/messages/rows'
import { deliverOwn } from '../../desk/messages/send'
import { filling } from '../../desk/messages/variables'
import { isDefiniteFailure, resendToChannel } from '../../desk/outgoing'
import { createTicket } from '../../desk/tickets/create'
import { activeTicketOf, otherOpenError } from '../../desk/tickets/other-open'
import type { TicketRow } from '../../desk/tickets/visibility'
import { every, type Job } from '../../every'
import { createFairQueue } from '../../fair-queue'
import { reasonOf } from '../../log'
import type { Companies } from '../../platform/db/by-company'
import type { Db, Writer } from '../../platform/db/client'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import { noneOf } from '../../platform/db/engine/words'
import { schedules, tickets } from '../../platform/db/schema'
import { throughLoss } from '../../platform/db/through-loss'
import type { MediaPlace } from '../../platform/media/place'
import { type StoredMedia, shareFile, storedIn } from '../../platform/media/store'
import { hasFeature, hasFeatureOf } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { announceSchedule, changeSchedule, type ScheduleRow } from './rows'
import { writerOf } from './writer'

/** Most messages taken at once; the rest follow. */
const MOST_A_TURN = 50

/** Messages the job takes: their time has come, or they were due and waited for their number. */
const waiting = or(eq(schedules.status, 'PENDENTE'), eq(schedules.waitsForNumber, true))

/**
 * The client id of a scheduled message: sending it twice is still one message.
 * @param attempt how often it was changed after a failure: the failed message stays in the thread.
 */
export const scheduleClientId = (id: number, attempt = 0): string =>
  attempt === 0 ? `schedule:${id}` : `schedule:${id}:${attempt}`

/**
 * The conversation a message goes to: the one it was written from, else the contact's open one if the writer may see
 * it, else a new one of the writer's.
 * @throws ApiError when none can be opened, ERR_OTHER_OPEN_TICKET when the contact is in a conversation the writer may
 *   not see.
 */
async function conversationOf(app: Workspace, row: ScheduleRow): Promise<TicketRow | null> {
  const [written] =
    row.ticketId === null ? [] : await app.db.select().from(tickets).where(eq(tickets.id, row.ticketId))
  if (written && written.status !== 'closed') return written
  const active = await activeTicketOf(app.db, row.contactId, null)
  const writer = await writerOf(app.db, row)
  if (!writer) return null
  if (active && !maySee(writer, active)) throw await otherOpenError(app.db, writer, active)
  if (active) return active
  const own = written && written.queueId !== null && writer.queueIds.includes(written.queueId)
  const view = await createTicket(app, writer, {
    contactId: row.contactId,
    queueId: own ? written.queueId : (writer.queueIds[0] ?? null),
    whatsappId: written?.whatsappId ?? null,
  })
  const [opened] = await app.db
    .select()
    .from(tickets)
    .where(eq(tickets.id, Number(view.id)))
  return opened ?? null
}

async function mediaOf(media: MediaPlace, row: ScheduleRow): Promise<StoredMedia | null> {
  if (row.mediaFile === null) return null
  return storedIn({ ...row, mediaType: 'image' }, await shareFile(media, row.companyId, row.mediaFile))
}

/** @returns false when it waits until the plan of its company has scheduled messages again. */
async function send(app: Workspace, row: ScheduleRow, at: Date): Promise<boolean> {
  const known = await byClientId(app.db, row.companyId, scheduleClientId(row.id, row.attempt))
  if (known) {
    // Stored before the workspace ended: it leaves now if it did not leave then.
    const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, known.ticketId))
    if (ticket && isDefiniteFailure(known)) await resendToChannel(app, ticket, known)
    return true
  }
  const late = at.getTime() - Date.parse(row.sendAt)
  if (late > SCHEDULE_LATEST_MS) throw new Error('its time passed while it could not be sent')
  if (!(await hasFeature(app.db, row.companyId, 'useSchedules'))) return false
  const ticket = await conversationOf(app, row)
  if (!ticket) throw new ChannelError('ERR_SENDING_WAPP_MSG')
  connectionOf(app, ticket)
  // Only once the number is known to be up: otherwise the message would seem to be leaving every few seconds.
  await app.db.company(row.companyId).write(tx => announceSchedule(app, tx, row.id, 'update'))
  const fill = await filling(app.db, { ...ticket, contactId: row.contactId }, at)
  await deliverOwn(app, ticket.id, {
    companyId: row.companyId,
    body: fill(row.body),
    // A scheduled message answers no question: a waiting customer keeps waiting.
    userId: null,
    clientId: scheduleClientId(row.id, row.attempt),
    media: await mediaOf(app.media, row),
  })
  return true
}

const mark = (
  app: Workspace,
  { id, companyId }: ScheduleRow,
  status: ScheduleRow['status'],
  sentAt: string | null,
) => changeSchedule(app, companyId, eq(schedules.id, id), { status, sentAt, waitsForNumber: false })

const waitAgain = (on: Writer, which: SQL | undefined) =>
  on
    .update(schedules)
    .set({ status: 'PENDENTE' })
    .where(and(eq(schedules.status, 'AGENDADA'), eq(schedules.waitsForNumber, false), which))

/** Sends one message as it is now: one that was deleted or postponed meanwhile does not leave. */
async function sendOne(app: Workspace, row: ScheduleRow, at: Date): Promise<void> {
  const [taken] = await app.db
    .company(row.companyId)
    .update(schedules)
    .set({ status: 'AGENDADA', waitsForNumber: false })
    .where(and(eq(schedules.id, row.id), lte(schedules.sendAt, at.toISOString()), waiting))
    .returning()
  if (!taken) return
  try {
    if (await send(app, taken, at)) await mark(app, taken, 'ENVIADA', new Date().toISOString())
    else await waitAgain(app.db.company(row.companyId), eq(schedules.id, row.id))
  } catch (error) {
    if (error instanceof Error && isDatabaseLost(error)) throw error
    // The number is down: the message waits for it while it still makes sense.
    const waits = error instanceof ChannelError && error.code === 'ERR_WAPP_NOT_INITIALIZED'
    if (waits) {
      await app.db.company(row.companyId).write(async tx => {
        await tx.update(schedules).set({ waitsForNumber: true }).where(eq(schedules.id, taken.id))
        // Reported once: later looks find the same state.
        if (!row.waitsForNumber) await announceSchedule(app, tx, taken.id, 'update')
      })
      return
    }
    app.log.warn('scheduled message not sent', { id: taken.id, reason: reasonOf(error) })
    await mark(app, taken, 'ERRO', null)
  }
}

async function sendScheduled(app: Workspace, row: ScheduleRow, at: Date): Promise<void> {
  try {
    await sendOne(app, row, at)
  } catch (error) {
    if (!(error instanceof Error && isDatabaseLost(error))) throw error
    app.log.warn('a scheduled message waits for the database', { id: row.id, reason: reasonOf(error) })
    // Whatever was stored of it is sent once, because of its id.
    await throughLoss(app, row.companyId, () =>
      waitAgain(app.db.company(row.companyId), eq(schedules.id, row.id)),
    )
  }
}

/** The number a message was written from; its company if the number is only known when it leaves. */
const group = sql<number>`coalesce(${tickets.whatsappId}, -${schedules.companyId})`

/**
 * Begins what is due for numbers with nothing under way, in order of time.
 * @param numbers what is under way, by number: a slow number holds up no other.
 */
async function beginDue(app: Workspace, at: Date, numbers = createFairQueue(1)): Promise<Promise<void>[]> {
  const due = await app.db
    .select({ row: schedules, group })
    .from(schedules)
    .leftJoin(tickets, eq(tickets.id, schedules.ticketId))
    // Both states are named because the index of due messages begins with them.
    .where(
      and(
        inArray(schedules.status, ['PENDENTE', 'AGENDADA']),
        lte(schedules.sendAt, at.toISOString()),
        waiting,
        app.work.ownedCompanies(schedules.companyId),
        // Without them in its plan, a company's messages wait as for a number: they leave while they still make sense.
        hasFeatureOf('useSchedules', schedules.companyId),
        noneOf(sql`cast(${group} as text)`, numbers.busy().map(String)),
      ),
    )
    // Messages waiting for a number come last, so that many of them hold up nobody.
    .orderBy(asc(schedules.waitsForNumber), asc(schedules.sendAt), asc(schedules.id))
    .limit(MOST_A_TURN)
  const byNumber = new Map<number, ScheduleRow[]>()
  for (const { row, group } of due) byNumber.set(group, [...(byNumber.get(group) ?? []), row])
  return [...byNumber].map(([number, rows]) =>
    numbers.run(number, 0, async () => {
      for (const row of rows) if (app.work.owns(row.companyId)) await sendScheduled(app, row, at)
    }),
  )
}

/** Sends what is due, and waits until it has left or failed. */
export async function sendDue(app: Workspace, at: Date = new Date()): Promise<void> {
  await Promise.all(await beginDue(app, at))
}

/**
 * Messages that were being sent when the work for these companies ended wait again and are sent under the same id.
 * Those that wait for their number keep waiting.
 */
export async function resumeSchedules(db: Db, of?: Companies): Promise<void> {
  await waitAgain(db.platform, of?.(schedules.companyId))
}

/** How long the end waits for messages on their way, milliseconds: the next start finds them by their ids. */
const LAST_ONES_MS = 2_000

/** Looks for due messages every few seconds until stopped. */
export function startSchedules(app: Workspace): Job {
  const numbers = createFairQueue(1)
  const job = every(app, 'schedule.send', SCHEDULE_TICK_MS, async () => {
    for (const sending of await beginDue(app, new Date(), numbers))
      sending.catch((error: unknown) => app.log.warn('scheduled messages', { reason: reasonOf(error) }))
  })
  return {
    async stop() {
      await job.stop()
      await numbers.settled(LAST_ONES_MS)
    },
  }
}
