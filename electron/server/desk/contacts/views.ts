/** Contacts as they are sent: with extra fields, origin connection and last interaction, many at once. */
import { type contact as contactEntity, maySee } from '@contract'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { contactCustomFields, contacts, tickets, whatsapps } from '../../platform/db/schema'
import type { Me } from '../../workspace'

export type ContactView = z.input<typeof contactEntity>

/** Ids of one IN list. */
const CHUNK = 500

/** The latest ticket of each contact. */
async function lastTickets(db: Reader, ids: readonly number[]) {
  const ranked = db
    .select({
      contactId: tickets.contactId,
      id: tickets.id,
      uuid: tickets.uuid,
      status: tickets.status,
      queueId: tickets.queueId,
      userId: tickets.userId,
      updatedAt: tickets.updatedAt,
      rank: sql<number>`row_number() over (partition by ${tickets.contactId} order by ${tickets.updatedAt} desc, ${tickets.id} desc)`.as(
        'rank',
      ),
    })
    .from(tickets)
    .where(inArray(tickets.contactId, [...ids]))
    .as('ranked')
  return db.select().from(ranked).where(eq(ranked.rank, 1))
}

async function chunkViews(db: Reader, me: Me, ids: readonly number[]): Promise<ContactView[]> {
  const rows = await db
    .select({ contact: contacts, whatsapp: { id: whatsapps.id, name: whatsapps.name } })
    .from(contacts)
    .leftJoin(whatsapps, eq(whatsapps.id, contacts.whatsappId))
    .where(inArray(contacts.id, [...ids]))
  const extra = await db
    .select()
    .from(contactCustomFields)
    .where(inArray(contactCustomFields.contactId, [...ids]))
    .orderBy(asc(contactCustomFields.id))
  const last = new Map((await lastTickets(db, ids)).map(row => [row.contactId, row]))
  const byId = new Map(rows.map(row => [row.contact.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    if (!row) return []
    const { companyId: _c, search: _s, ...contact } = row.contact
    const ticket = last.get(id)
    // The time of the last message is for everybody; its ticket only for people who may see it.
    const { uuid, status } = ticket && maySee(me, ticket) ? ticket : { uuid: null, status: null }
    return [
      {
        ...contact,
        whatsapp: row.whatsapp,
        extraInfo: extra
          .filter(info => info.contactId === id)
          .map(({ id: infoId, name, value }) => ({ id: infoId, name, value })),
        tickets: ticket
          ? [{ id: uuid === null ? null : ticket.id, uuid, status, updatedAt: ticket.updatedAt }]
          : [],
      },
    ]
  })
}

/** Contacts by id in the order of the ids; unknown ids are left out. The caller checks the company. */
export async function contactViews(db: Reader, me: Me, ids: readonly number[]): Promise<ContactView[]> {
  const out: ContactView[] = []
  for (let from = 0; from < ids.length; from += CHUNK)
    out.push(...(await chunkViews(db, me, ids.slice(from, from + CHUNK))))
  return out
}

/** @throws ApiError ERR_NO_CONTACT_FOUND */
export async function contactView(db: Reader, me: Me, id: number): Promise<ContactView> {
  const [contact] = await contactViews(db, me, [id])
  if (!contact) throw new ApiError('ERR_NO_CONTACT_FOUND')
  return contact
}
