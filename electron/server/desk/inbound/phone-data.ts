/**
 * What the Business app on the phone of a number has: names of its address book, and what was said before the number came
 * here. Nothing of it is taken in that nobody asked for, and nothing moves by it: nobody is notified, nothing counts as unread
 * or as waiting, and no rule, bot, webhook or report hears of it.
 */
import { addressIn, fold, isNameless, plainName, singleLine, wellFormed } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/client'
import { companyOf } from '../../platform/db/company-rows'
import { greater, oneOf } from '../../platform/db/engine/words'
import { contacts, messages, phoneBook, phoneHistories, phoneSyncs, tickets } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { Workspace } from '../../workspace'
import { learnAddresses, scopesOf } from '../channel/addresses'
import type { EarlierMessage, PhoneData, PhoneEntry } from '../channel/phone-data'
import { type ContactRow, contactByPhone } from '../contacts/by-phone'
import { erasedAt } from '../contacts/erased-people'
import { recordMerged } from '../contacts/merge'
import { PLAIN_MESSAGE, previewOf } from '../messages/rows'
import { insertTicket } from '../tickets/create'
import type { TicketRow } from '../tickets/visibility'
import { placementFor, publishContacts } from './incoming'
import { contactsFor } from './people'
import type { Placement } from './store'

type Kind = (typeof phoneSyncs.$inferSelect)['kind']

interface At {
  companyId: number
  whatsappId: number
}

const syncOf = (whatsappId: number, kind: Kind) =>
  and(eq(phoneSyncs.whatsappId, whatsappId), eq(phoneSyncs.kind, kind))

const isAskedFor = async (db: Reader, whatsappId: number, kind: Kind): Promise<boolean> =>
  (await db.$count(phoneSyncs, syncOf(whatsappId, kind))) > 0

/** Adds to what came, and keeps that something did. */
const noteTaken = (tx: Tx, whatsappId: number, kind: Kind, taken: number) =>
  tx
    .update(phoneSyncs)
    .set({
      taken: sql`${phoneSyncs.taken} + ${taken}`,
      ...(kind === 'contacts' ? { state: 'receiving' as const, heardAt: new Date().toISOString() } : {}),
    })
    .where(syncOf(whatsappId, kind))

/** Gives a contact another name. @returns the contact as it is now. */
async function rename(tx: Tx, contact: ContactRow, name: string): Promise<ContactRow> {
  const [row] = await tx
    .update(contacts)
    .set({ name, search: contactSearchText({ ...contact, name }), updatedAt: new Date().toISOString() })
    .where(eq(contacts.id, contact.id))
    .returning()
  return row ?? contact
}

/** The contact of an entry: by its phone, or by what stands in its place, known as an address or as a number alone. */
async function contactOf(tx: Tx, companyId: number, number: string): Promise<ContactRow | null> {
  const known = await contactByPhone(tx, companyId, number)
  if (known || addressIn(number) === null) return known
  const same = and(eq(contacts.companyId, companyId), eq(contacts.number, number))
  const [row] = await tx.select().from(contacts).where(same)
  return row ?? null
}

/** Keeps an address that stands in the place of the phone, so that the contact is found and written to by it. */
async function learnAddress(tx: Tx, whatsappId: number, contact: ContactRow, number: string): Promise<void> {
  const address = addressIn(number)
  if (!address) return
  const scope = (await scopesOf(tx, [whatsappId])).get(whatsappId) ?? ''
  await learnAddresses(tx, contact, [{ ...address, scope }])
}

/**
 * Takes one entry of the address book over. A name that people gave stays; one that came from the phone follows it. An entry
 * from before the person was erased is none.
 * @returns the contact that is new or called otherwise; null for none.
 */
async function takeEntry(
  { keys }: Workspace,
  tx: Tx,
  { companyId, whatsappId }: At,
  entry: PhoneEntry,
): Promise<{ created: ContactRow[]; renumbered: ContactRow[] } | null> {
  const { number, addresses, username, at } = entry
  if (at <= (await erasedAt(tx, keys, companyId, [number, ...addresses.map(({ value }) => value)])))
    return null
  const name = singleLine(wellFormed(entry.name)).trim()
  const of = and(eq(phoneBook.whatsappId, whatsappId), eq(phoneBook.number, number))
  const [known] = await tx.select().from(phoneBook).where(of)
  if (known && known.at > at) return null
  await tx
    .insert(phoneBook)
    .values({ companyId, whatsappId, number, name, at })
    .onConflictDoUpdate({ target: [phoneBook.whatsappId, phoneBook.number], set: { name, at } })
  const contact = await contactOf(tx, companyId, number)
  if (!contact) {
    if (name === '') return null
    const search = contactSearchText({ name, number, username })
    const created = await tx
      .insert(contacts)
      .values({ companyId, whatsappId, name, number, username, search })
      .returning()
    for (const one of created) await learnAddress(tx, whatsappId, one, number)
    return { created, renumbered: [] }
  }
  await learnAddress(tx, whatsappId, contact, number)
  const isOfPhone = isNameless(contact) || (known !== undefined && contact.name === known.name)
  const wanted = name === '' ? plainName(contact.number, contact.username) : name
  if (!isOfPhone || contact.name === wanted) return null
  return { created: [], renumbered: [await rename(tx, contact, wanted)] }
}

async function takeContacts(app: Workspace, at: At, entries: readonly PhoneEntry[]): Promise<void> {
  await app.db.company(at.companyId).write(async tx => {
    if (!(await isAskedFor(tx, at.whatsappId, 'contacts'))) return
    for (const entry of entries) {
      const changed = await takeEntry(app, tx, at, entry)
      if (changed) await publishContacts(app, tx, at.companyId, { ...changed, merged: [] })
    }
    await noteTaken(tx, at.whatsappId, 'contacts', entries.filter(({ name }) => name !== '').length)
  })
}

async function takeProgress(
  app: Workspace,
  { companyId, whatsappId }: At,
  { progress, code }: { progress: number; code: number | null },
): Promise<void> {
  const now = new Date().toISOString()
  await app.db.company(companyId).write(tx =>
    code === null
      ? tx
          .update(phoneSyncs)
          .set({
            progress: greater(phoneSyncs.progress, Math.round(progress)),
            state: sql`case when ${greater(phoneSyncs.progress, Math.round(progress))} >= 100 then 'done' else 'receiving' end`,
            code: null,
            heardAt: now,
          })
          .where(syncOf(whatsappId, 'history'))
      : tx
          .update(phoneSyncs)
          .set({ state: 'refused', code, heardAt: now })
          // What came stays: a refusal that comes late takes nothing back.
          .where(and(syncOf(whatsappId, 'history'), eq(phoneSyncs.state, 'asked'))),
  )
}

/** The closed ticket for what was said with a contact on the phone, made where there is none. */
async function earlierTicket(
  tx: Tx,
  { companyId, whatsappId }: At,
  contact: ContactRow,
  place: Placement,
  [first, last]: readonly [EarlierMessage, EarlierMessage],
): Promise<TicketRow> {
  const [known] = await tx
    .select({ ticket: tickets })
    .from(phoneHistories)
    .innerJoin(tickets, eq(tickets.id, phoneHistories.ticketId))
    .where(and(eq(phoneHistories.whatsappId, whatsappId), eq(phoneHistories.contactId, contact.id)))
  const shown = {
    lastMessage: previewOf({ body: last.body, mediaName: null }),
    lastMessageType: last.mediaType,
    lastMessageAt: last.at,
    fromMe: last.fromMe,
    closedAt: last.at,
    updatedAt: last.at,
  }
  if (known) {
    const { ticket } = known
    const isLater = (ticket.lastMessageAt ?? '') < last.at
    await tx
      .update(tickets)
      .set({ ...(isLater ? shown : {}), ...(first.at < ticket.createdAt ? { createdAt: first.at } : {}) })
      .where(eq(tickets.id, ticket.id))
    return ticket
  }
  const ticket = await insertTicket(tx, {
    ...{ companyId, whatsappId, contactId: contact.id, isGroup: false, queueId: place.queueId },
    ...{ status: 'closed' as const, createdAt: first.at, ...shown },
  })
  await tx
    .insert(phoneHistories)
    .values({ companyId, whatsappId, contactId: contact.id, ticketId: ticket.id })
    .onConflictDoUpdate({
      target: [phoneHistories.whatsappId, phoneHistories.contactId],
      set: { ticketId: ticket.id },
    })
  return ticket
}

async function takeEarlier(app: Workspace, at: At, all: readonly EarlierMessage[]): Promise<void> {
  const { companyId, whatsappId } = at
  const place = await placementFor(app.db, whatsappId)
  const merged = await app.db.company(companyId).write(async tx => {
    if (!(await isAskedFor(tx, whatsappId, 'history'))) return []
    const known = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(
          eq(messages.companyId, companyId),
          oneOf(
            messages.id,
            all.map(({ id }) => id),
          ),
        ),
      )
    const seen = new Set(known.map(({ id }) => id))
    const names = all.flatMap(({ from }) => [
      from.number,
      ...(from.addresses ?? []).map(({ value }) => value),
    ])
    const erased = await erasedAt(tx, app.keys, companyId, names)
    const fresh = all.filter(one => one.at > erased && !seen.has(one.id) && seen.add(one.id))
    const [first] = fresh
    const last = fresh.at(-1)
    if (!first || !last) return []
    const from = { ...first.from, isGroup: false }
    const message = { ...first, whatsappId, from }
    const people = await contactsFor(tx, companyId, [{ message, media: null, tooLarge: false }])
    const contact = people.byNumber.get(first.from.number)
    if (!contact) return []
    const ticket = await earlierTicket(tx, at, contact, place, [first, last])
    // No consumer is told: nobody is to answer what was said long ago.
    await tx.insert(messages).values(
      fresh.map(one => ({
        ...PLAIN_MESSAGE,
        ...{ id: one.id, companyId, ticketId: ticket.id, queueId: ticket.queueId },
        contactId: one.fromMe ? null : contact.id,
        body: wellFormed(one.body),
        search: fold(one.body),
        mediaType: one.mediaType,
        ...{ fromMe: one.fromMe, read: true, ack: one.fromMe ? one.ack : 0 },
        quotedMsgId: one.quotedMsgId,
        isForwarded: one.isForwarded,
        ...{ createdAt: one.at, updatedAt: one.at },
      })),
    )
    await publishContacts(app, tx, companyId, people)
    await noteTaken(tx, whatsappId, 'history', fresh.length)
    return people.merged
  })
  await recordMerged(app, merged)
}

/** Takes what came of a phone, as far as it was asked for. */
export async function takePhoneData(app: Workspace, data: PhoneData): Promise<void> {
  const { whatsappId } = data
  const companyId = await companyOf(app.db, whatsappId)
  if (companyId === null) return
  const at = { companyId, whatsappId }
  if (data.kind === 'contacts') await takeContacts(app, at, data.entries)
  else if (data.kind === 'progress') await takeProgress(app, at, data)
  else await takeEarlier(app, at, data.messages)
}
