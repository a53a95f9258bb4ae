/**
 * Merges two contacts of one person: a phone with and without the ninth digit, a customer with a new number. Everything
 * moves to one contact; only the empty record is deleted.
 */
import { isNameless, plainName } from '@contract'
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { record } from '../../platform/audit/record'
import type { Tx } from '../../platform/db/client'
import { descending, greater } from '../../platform/db/engine/words'
import {
  auditEntries,
  campaignOptOuts,
  contactAddresses,
  contactCustomFields,
  contacts,
  mentions,
  messages,
  reactions,
  reminders,
  replyWindows,
  schedules,
  ticketNotes,
  ticketPins,
  tickets,
  ticketTags,
  ticketTrackings,
} from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { Workspace } from '../../workspace'
import { ticketViews } from '../presenters/tickets'
import { NOT_SNOOZED } from '../tickets/snoozed'
import { noteTickets } from '../tickets/timeline'
import { seenOf, type TicketRow } from '../tickets/visibility'
import type { ContactRow } from './by-phone'

export interface Merged {
  contact: ContactRow
  gone: ContactRow
  /** Open conversations as they were before: their contact, or more, has changed. */
  touched: TicketRow[]
  /** For a conversation that was merged into another: where its messages are now, by id. */
  joined: ReadonlyMap<number, TicketRow>
  by: { id: number; name: string; program: string; address: string } | null
}

const active = inArray(tickets.status, ['open', 'pending'])

/** Extra fields with a value the other record lacks. */
async function moveFields(tx: Tx, from: number, to: number): Promise<void> {
  const all = await tx
    .select()
    .from(contactCustomFields)
    .where(inArray(contactCustomFields.contactId, [from, to]))
  const existingFields = new Set(
    all.filter(row => row.contactId === to).map(row => JSON.stringify([row.name, row.value])),
  )
  const fresh = all.filter(
    row => row.contactId === from && !existingFields.has(JSON.stringify([row.name, row.value])),
  )
  if (fresh.length === 0) return
  await tx
    .update(contactCustomFields)
    .set({ contactId: to })
    .where(
      inArray(
        contactCustomFields.id,
        fresh.map(row => row.id),
      ),
    )
}

/** One reaction each to a message: the remaining contact keeps its own. */
async function moveReactions(tx: Tx, from: number, to: number): Promise<void> {
  const kept = tx
    .select({ seq: reactions.messageSeq })
    .from(reactions)
    .where(eq(reactions.actor, `c${to}`))
  await tx
    .update(reactions)
    .set({ contactId: to, actor: `c${to}` })
    .where(and(eq(reactions.contactId, from), sql`${reactions.messageSeq} not in ${kept}`))
}

async function moveWindows(tx: Tx, from: number, to: number): Promise<void> {
  const rows = await tx.select().from(replyWindows).where(eq(replyWindows.contactId, from))
  for (const row of rows)
    await tx
      .insert(replyWindows)
      .values({ ...row, contactId: to })
      .onConflictDoUpdate({
        target: [replyWindows.whatsappId, replyWindows.contactId],
        set: { wroteAt: greater(replyWindows.wroteAt, sql`excluded.wrote_at`) },
      })
}

/** Two open conversations with one person on one number become one: one is closed and its messages move. */
async function joinTickets(tx: Tx, into: TicketRow, other: TicketRow): Promise<void> {
  const at = new Date().toISOString()
  await tx.update(messages).set({ ticketId: into.id }).where(eq(messages.ticketId, other.id))
  await tx.update(ticketNotes).set({ ticketId: into.id }).where(eq(ticketNotes.ticketId, other.id))
  await tx.update(reminders).set({ ticketId: into.id }).where(eq(reminders.ticketId, other.id))
  await tx.update(mentions).set({ ticketId: into.id }).where(eq(mentions.ticketId, other.id))
  const pinned = await tx.select().from(ticketPins).where(eq(ticketPins.ticketId, other.id))
  if (pinned.length > 0)
    await tx
      .insert(ticketPins)
      .values(pinned.map(row => ({ ...row, ticketId: into.id })))
      .onConflictDoNothing()
  await tx.delete(ticketPins).where(eq(ticketPins.ticketId, other.id))
  const tagged = await tx.select().from(ticketTags).where(eq(ticketTags.ticketId, other.id))
  if (tagged.length > 0)
    await tx
      .insert(ticketTags)
      .values(tagged.map(row => ({ ...row, ticketId: into.id })))
      .onConflictDoNothing()
  const later = (other.lastMessageAt ?? '') > (into.lastMessageAt ?? '')
  const { lastMessage, lastMessageType, lastMessageAt, fromMe, lastAuthorId } = later ? other : into
  const waits = [into.waitingSince, other.waitingSince].filter(one => one !== null).sort()
  await tx
    .update(tickets)
    .set({
      ...{ lastMessage, lastMessageType, lastMessageAt, fromMe, lastAuthorId },
      unreadMessages: into.unreadMessages + other.unreadMessages,
      waitingSince: waits[0] ?? null,
      closedWaitingSince: null,
      ...NOT_SNOOZED,
      updatedAt: at,
    })
    .where(eq(tickets.id, into.id))
  await tx
    .update(tickets)
    .set({
      status: 'closed',
      unreadMessages: 0,
      waitingSince: null,
      ...NOT_SNOOZED,
      chatbot: false,
      closedAt: at,
      mergedInto: into.id,
      updatedAt: at,
    })
    .where(eq(tickets.id, other.id))
  await tx
    .update(ticketTrackings)
    .set({ finishedAt: at })
    .where(and(eq(ticketTrackings.ticketId, other.id), isNull(ticketTrackings.finishedAt)))
}

/** The open conversations, one for each connection. @returns them as they were, and which were merged into which. */
async function moveTickets(tx: Tx, from: number, to: number): Promise<Pick<Merged, 'touched' | 'joined'>> {
  const before = await tx
    .select()
    .from(tickets)
    .where(and(inArray(tickets.contactId, [from, to]), active))
    // An assigned conversation stays rather than a pending one, the newer rather than the older.
    .orderBy(sql`${tickets.status} = 'open' desc`, descending(tickets.lastMessageAt), desc(tickets.id))
  await tx.update(tickets).set({ contactId: to }).where(eq(tickets.contactId, from))
  const stays = new Map<number | null, number>()
  const joined = new Map<number, TicketRow>()
  for (const { id, whatsappId } of before) {
    const into = stays.get(whatsappId)
    if (into === undefined) {
      stays.set(whatsappId, id)
      continue
    }
    const [one] = await tx.select().from(tickets).where(eq(tickets.id, into))
    const [other] = await tx.select().from(tickets).where(eq(tickets.id, id))
    if (!one || !other) continue
    await joinTickets(tx, one, other)
    joined.set(other.id, one).set(one.id, one)
  }
  return { touched: before, joined }
}

/** An opt-out applies to the remaining number. */
async function moveOptOut(tx: Tx, companyId: number, from: string, to: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(campaignOptOuts)
    .where(and(eq(campaignOptOuts.companyId, companyId), eq(campaignOptOuts.number, from)))
  if (!row) return
  const { id: _id, ...kept } = row
  await tx
    .insert(campaignOptOuts)
    .values({ ...kept, number: to })
    .onConflictDoNothing()
}

/**
 * Merges two contacts of a company.
 * @param keep stays, with its id; missing values come from the other.
 * @param number the resulting one.
 * @param by who asked for it; null when the server found out.
 */
export async function mergeContacts(
  tx: Tx,
  keep: ContactRow,
  gone: ContactRow,
  number: string,
  by: Merged['by'] = null,
): Promise<Merged> {
  const { companyId } = keep
  const [from, to] = [gone.id, keep.id]
  await tx.update(contactAddresses).set({ contactId: to }).where(eq(contactAddresses.contactId, from))
  await moveFields(tx, from, to)
  await moveReactions(tx, from, to)
  await moveWindows(tx, from, to)
  const moved = await moveTickets(tx, from, to)
  await tx.update(messages).set({ contactId: to }).where(eq(messages.contactId, from))
  await tx.update(ticketNotes).set({ contactId: to }).where(eq(ticketNotes.contactId, from))
  await tx.update(schedules).set({ contactId: to }).where(eq(schedules.contactId, from))
  for (const old of [keep.number, gone.number])
    if (old !== number) await moveOptOut(tx, companyId, old, number)
  // Log entries about one are found, and erased, with the other.
  await tx
    .update(auditEntries)
    .set({ subjectId: String(to) })
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subject, 'contacts'),
        eq(auditEntries.subjectId, String(from)),
      ),
    )
  // Before the other contact takes its number.
  await tx
    .delete(contacts)
    .where(and(eq(contacts.id, from), eq(contacts.companyId, companyId), ne(contacts.id, to)))
  const username = keep.username ?? gone.username
  const named = [keep, gone].find(one => !isNameless(one))
  const name = named?.name ?? plainName(number, username)
  const email = keep.email || gone.email
  const [contact] = await tx
    .update(contacts)
    .set({
      ...{ name, number, username, email },
      profilePicUrl: keep.profilePicUrl ?? gone.profilePicUrl,
      search: contactSearchText({ name, number, username, email }),
      updatedAt: new Date().toISOString(),
    })
    .where(eq(contacts.id, to))
    .returning()
  return { contact: contact ?? keep, gone, ...moved, by }
}

/** Which of two contacts stays: the one somebody named, else the older. */
export function mergeOrder(a: ContactRow, b: ContactRow): { keep: ContactRow; gone: ContactRow } {
  const [first, second] = a.id < b.id ? [a, b] : [b, a]
  return isNameless(first) && !isNameless(second)
    ? { keep: second, gone: first }
    : { keep: first, gone: second }
}

/** Tells the consoles, within the write, that contacts were merged. */
export async function publishMerged(app: Workspace, tx: Tx, all: readonly Merged[]): Promise<void> {
  for (const { contact, gone, touched, joined } of all) {
    const merged = touched.filter(({ id }) => joined.has(id))
    await noteTickets(
      app,
      tx,
      merged.map(before => {
        const status = joined.get(before.id)?.id === before.id ? before.status : 'closed'
        return { before, after: { ...before, status, ...NOT_SNOOZED } }
      }),
      'workspace',
    )
    const { companyId, search: _s, ...view } = contact
    const ids = touched.map(row => row.id)
    const views = new Map((await ticketViews(tx, ids)).map(one => [one.id, one]))
    for (const row of touched) {
      const ticket = views.get(row.id)
      if (!ticket) continue
      const after = { ...seenOf(row), status: ticket.status }
      const into = joined.get(row.id)?.uuid
      app.realtime.ticketChanged(seenOf(row), after, {
        action: 'update',
        ticket,
        ...(into ? { messagesTo: into } : {}),
      })
    }
    const pinned = await tx
      .select({ userId: ticketPins.userId })
      .from(ticketPins)
      .where(inArray(ticketPins.ticketId, [...new Set([...joined.values()].map(({ id }) => id))]))
    const people = new Set(pinned.map(({ userId }) => userId))
    if (people.size > 0) app.realtime.toUsers(companyId, [...people], 'pin', { action: 'changed' })
    // Last: pending outgoing messages go with the contact's conversations, which belong to the other by now.
    app.realtime.toCompany(companyId, 'contact', { action: 'update', contact: view })
    app.realtime.toCompany(companyId, 'contact', { action: 'delete', contactId: gone.id })
  }
}

/** Records in the audit log, after the write, that contacts were merged. */
export async function recordMerged(app: Workspace, all: readonly Merged[]): Promise<void> {
  for (const { contact, gone, by } of all) {
    await record(app, {
      companyId: contact.companyId,
      userId: by?.id ?? null,
      userName: by?.name ?? '',
      action: 'merge',
      subject: 'contacts',
      subjectId: String(contact.id),
      subjectName: contact.name,
      changes: [
        { field: 'name', from: gone.name, to: contact.name },
        { field: 'number', from: plainName(gone.number), to: plainName(contact.number) },
        ...(gone.email === '' ? [] : [{ field: 'email', from: gone.email, to: contact.email }]),
      ],
      program: by?.program ?? '',
      address: by?.address ?? '',
    })
  }
}
