/**
 * Erases a contact for good: messages, files, notes, schedules, tags, tickets, and the audit log's data about them.
 * What is left names nobody: figures, and a receipt in the audit log with counts only. The number of somebody who opted
 * out of campaigns stays on that list, so that nobody writes to them again.
 */
import type { PersonalCounts } from '@contract'
import { type AnyColumn, and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { record } from '../../platform/audit/record'
import { forgetEvents } from '../../platform/db/engine/inside'
import { oneOf } from '../../platform/db/engine/words'
import {
  auditEntries,
  campaignOptOuts,
  campaignRecipients,
  contactListItems,
  contacts,
  messages,
  schedules,
  tickets,
} from '../../platform/db/schema'
import { noteErased, overwriteErased } from '../../platform/keeping/erased'
import { fileOfUrl } from '../../platform/media/folder'
import { filesOf, removeFiles } from '../../platform/media/shared'
import type { Me, Workspace } from '../../workspace'
import { namesOf } from '../channel/addresses'
import { forgetPerson } from '../channel/forget'
import { publishListSoon } from '../contact-lists/views'
import { happened } from '../happenings/tell'
import { measureTickets } from '../reports/measure'
import { seenOf } from '../tickets/visibility'
import { samePhone } from './by-phone'
import { noteErasedPerson } from './erased-people'
import { countPersonal, messagesOf } from './personal-data'
import { contactOf } from './write'

/** Messages deleted in one transaction: others write in between. */
const SLICE = 300

async function eraseMessages(app: Workspace, companyId: number, contactId: number): Promise<void> {
  for (;;) {
    const rows = await app.db
      .select({ seq: messages.seq })
      .from(messages)
      .where(messagesOf(app.db, contactId))
      .limit(SLICE)
    if (rows.length === 0) return
    const slice = inArray(
      messages.seq,
      rows.map(row => row.seq),
    )
    // In one transaction: whoever makes a preview meanwhile deletes its picture.
    const files = await app.db.company(companyId).write(async tx => {
      const files = await filesOf(tx, slice)
      await tx.delete(messages).where(slice)
      return files
    })
    await removeFiles(app.media, companyId, files)
    await new Promise(resolve => setImmediate(resolve))
  }
}

/**
 * @param origin program and address of the caller, for the receipt.
 * @returns what was erased. An interrupted one leaves the contact with the rest, to be erased again.
 * @throws ApiError ERR_NO_CONTACT_FOUND
 */
export async function eraseContact(
  app: Workspace,
  me: Me,
  id: number,
  origin: { program: string; address: string },
): Promise<PersonalCounts> {
  const { companyId } = me
  const contact = await contactOf(app.db, me, id)
  const counts = await countPersonal(app.db, id)
  const own = await app.db.select().from(tickets).where(eq(tickets.contactId, id))
  const listed: { id: number; listId: number }[] = []
  // Figures outlive what they were measured from.
  await app.db.company(companyId).write(tx =>
    measureTickets(
      tx,
      companyId,
      own.map(ticket => ticket.id),
    ),
  )
  await eraseMessages(app, companyId, id)
  const planned = await app.db.company(companyId).write(async tx => {
    const planned = await tx.delete(schedules).where(eq(schedules.contactId, id)).returning()
    for (const { id: scheduleId } of planned)
      app.realtime.toCompany(companyId, 'schedule', { action: 'delete', scheduleId })
    return planned
  })
  const picture = fileOfUrl(companyId, contact.profilePicUrl)
  await removeFiles(app.media, companyId, [...planned.map(row => row.mediaFile), picture])
  await app.db.company(companyId).write(async tx => {
    const numbers = await namesOf(tx, contact)
    const theirs = (column: AnyColumn): SQL | undefined => or(...numbers.map(one => samePhone(column, one)))
    await forgetPerson(tx, companyId, numbers, contact.isGroup)
    await noteErasedPerson(tx, app.keys, companyId, numbers)
    const gone = await tx.select().from(tickets).where(eq(tickets.contactId, id))
    await tx.delete(contacts).where(and(eq(contacts.id, id), eq(contacts.companyId, companyId)))
    await happened({ app, tx, companyId }, 'removed', gone)
    // Contact lists know people only by number.
    listed.push(
      ...(await tx
        .delete(contactListItems)
        .where(and(eq(contactListItems.companyId, companyId), theirs(contactListItems.number)))
        .returning({ id: contactListItems.id, listId: contactListItems.contactListId })),
    )
    await tx
      .delete(campaignRecipients)
      .where(and(eq(campaignRecipients.companyId, companyId), theirs(campaignRecipients.number)))
    await tx
      .update(campaignOptOuts)
      .set({ name: '' })
      .where(and(eq(campaignOptOuts.companyId, companyId), theirs(campaignOptOuts.number)))
    const spoken = or(
      and(eq(auditEntries.subject, 'contacts'), eq(auditEntries.subjectId, String(id))),
      and(
        eq(auditEntries.subject, 'tickets'),
        oneOf(
          auditEntries.subjectId,
          gone.map(ticket => String(ticket.id)),
        ),
      ),
    )
    // The entry stays with time and author; its data about the person goes.
    await tx
      .update(auditEntries)
      .set({ subjectName: '', changes: [], search: '' })
      .where(and(eq(auditEntries.companyId, companyId), spoken))
    await noteErased(tx)
    forgetEvents(companyId)
    for (const ticket of gone) app.realtime.ticketDeleted(seenOf(ticket), me)
    app.realtime.toCompany(companyId, 'contact', {
      action: 'delete',
      contactId: id,
      ticketIds: gone.map(ticket => ticket.id),
    })
    app.realtime.toCompany(companyId, 'articleProposal', { action: 'delete', id: null })
    for (const item of listed)
      app.realtime.toCompany(companyId, 'ContactListItem', { action: 'delete', id: item.id })
  })
  for (const { listId } of listed) publishListSoon(app, companyId, listId)
  await record(app, {
    companyId,
    userId: me.id,
    userName: me.name,
    action: 'erase',
    subject: 'contacts',
    subjectId: String(id),
    changes: Object.entries(counts).map(([field, count]) => ({ field, from: String(count), to: '0' })),
    ...origin,
  })
  await overwriteErased(app)
  return counts
}
