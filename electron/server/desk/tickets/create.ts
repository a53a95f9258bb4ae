/** POST /tickets: a conversation begun by the company. */
import { randomUUID } from 'node:crypto'
import { clockIn, type TicketStatus } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { defaultWhatsapp, queueOf, userOf, whatsappOf } from '../../platform/db/company-rows'
import { contacts, tickets } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { happened } from '../happenings/tell'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { activeTicketOf, otherOpenError } from './other-open'
import { noteTicket } from './timeline'
import { beginTracking } from './trackings'
import { seenOf, type TicketRow } from './visibility'

export interface NewTicket {
  contactId: number
  queueId?: number | null | undefined
  whatsappId?: number | null | undefined
  userId?: number | null | undefined
  status?: TicketStatus | undefined
}

/**
 * The protocol number: date and time to the second by the company's clock, and the ticket's id, so that it is unique
 * and can be read aloud.
 */
export function protocolCode(at: Date, id: number, zone: string): string {
  const clock = clockIn(zone, at)
  const two = (n: number): string => String(n).padStart(2, '0')
  const date = `${clock.year}${two(clock.month)}${two(clock.day)}`
  return `${date}${two(clock.hour)}${two(clock.minute)}${two(clock.second)}${id}`
}

/** Inserts a ticket row with uuid and protocol number. */
export async function insertTicket(
  tx: Tx,
  values: Omit<typeof tickets.$inferInsert, 'uuid' | 'code'>,
): Promise<TicketRow> {
  const [row] = await tx
    .insert(tickets)
    .values({ ...values, uuid: randomUUID() })
    .returning()
  if (!row) throw new ApiError('ERR_CREATING_TICKET')
  const zone = await timeZoneOf(tx, row.companyId)
  const code = protocolCode(new Date(row.createdAt), row.id, zone)
  await tx.update(tickets).set({ code }).where(eq(tickets.id, row.id))
  return { ...row, code }
}

/** An agent must choose one of their own queues; an admin need not. */
async function queueFor(tx: Tx, me: Me, queueId: number | null): Promise<number | null> {
  const free = me.super || me.profile === 'admin'
  if (queueId === null) {
    if (!free) throw new ApiError('ERR_NO_QUEUE_FOUND')
    return null
  }
  await queueOf(tx, me.companyId, queueId)
  if (!free && !me.queueIds.includes(queueId)) throw new ApiError('ERR_NO_PERMISSION')
  return queueId
}

async function connectionFor(tx: Tx, me: Me, chosen: number | null): Promise<number> {
  if (chosen !== null) return (await whatsappOf(tx, me.companyId, chosen)).id
  if (me.whatsappId !== null) return (await whatsappOf(tx, me.companyId, me.whatsappId)).id
  return (await defaultWhatsapp(tx, me.companyId)).id
}

async function open(tx: Tx, me: Me, request: NewTicket): Promise<TicketRow> {
  const [contact] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, request.contactId), eq(contacts.companyId, me.companyId)))
  if (!contact) throw new ApiError('ERR_NO_CONTACT_FOUND')
  const queueId = await queueFor(tx, me, request.queueId ?? null)
  const whatsappId = await connectionFor(tx, me, request.whatsappId ?? null)
  const userId = request.userId != null ? (await userOf(tx, me.companyId, request.userId)).id : me.id
  const other = await activeTicketOf(tx, contact.id, whatsappId)
  if (other) throw await otherOpenError(tx, me, other)

  const status = request.status === 'pending' ? 'pending' : 'open'
  const row = await insertTicket(tx, {
    companyId: me.companyId,
    contactId: contact.id,
    isGroup: contact.isGroup,
    whatsappId,
    queueId,
    status,
    userId: status === 'open' ? userId : null,
    fromMe: true,
  })
  await beginTracking(tx, row, row.createdAt, status === 'open' ? row.createdAt : null)
  return row
}

/**
 * Opens a ticket for a contact.
 * @throws ApiError ERR_NO_CONTACT_FOUND, ERR_NO_QUEUE_FOUND (also when an agent chose none), ERR_NO_PERMISSION,
 *   ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND, ERR_NO_USER_FOUND, ERR_OTHER_OPEN_TICKET (409, with the holder).
 */
export function createTicket(app: Workspace, me: Me, request: NewTicket): Promise<TicketView> {
  return app.db.company(me.companyId).write(async tx => {
    const row = await open(tx, me, request)
    await noteTicket(app, tx, null, row, me)
    await happened({ app, tx, companyId: me.companyId }, 'began', { ticketId: row.id })
    const view = await ticketDetail(tx, row.id)
    if (!view) throw new ApiError('ERR_CREATING_TICKET')
    app.realtime.ticketChanged(null, seenOf(row), { action: 'create', ticket: view })
    return view
  })
}
