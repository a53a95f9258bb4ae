/** What a channel learns of a person: another picture, or the number behind the one known so far. */
import { fold } from '@contract'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { PersonUpdate } from '../channel/channel'
import { type ContactRow, contactByPhone } from '../contacts/by-phone'
import { type Merged, mergeContacts, mergeOrder, publishMerged, recordMerged } from '../contacts/merge'
import type { Reader, Tx } from '../db/client'
import { contacts, messages, tickets, whatsapps } from '../db/schema'
import { fileOfUrl, mediaUrl } from '../media/folder'
import { keepIncoming } from '../media/store'
import { announceMessages } from '../messages/deliver'
import type { MessageRow } from '../views/messages'
import type { Workspace } from '../workspace'
import { renumber } from './people'
import { NO_MEDIA } from './store'

/** The contact of a person under either number, two of them made one; null when the company has none. */
async function personIn(
  tx: Tx,
  companyId: number,
  { number, formerly }: PersonUpdate,
): Promise<{ contact: ContactRow; merged: Merged | null; renumbered: boolean } | null> {
  const now = await contactByPhone(tx, companyId, number)
  const before = formerly === undefined ? null : await contactByPhone(tx, companyId, formerly)
  if (now && before && now.id !== before.id) {
    const { keep, gone } = mergeOrder(now, before)
    const merged = await mergeContacts(tx, keep, gone, number)
    return { contact: merged.contact, merged, renumbered: false }
  }
  const contact = now ?? before
  if (!contact) return null
  const renumbered = contact.number !== number
  return { contact: renumbered ? await renumber(tx, contact, number) : contact, merged: null, renumbered }
}

/** The customer's notice of another number, as a line of the conversation that goes on; null where none does. */
async function noteMove(
  tx: Tx,
  { id: contactId, companyId }: ContactRow,
  { whatsappId, number, formerly, told }: PersonUpdate,
): Promise<MessageRow | null> {
  if (!told || formerly === undefined) return null
  const known = and(eq(messages.companyId, companyId), eq(messages.id, told.messageId))
  if ((await tx.$count(messages, known)) > 0) return null
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, contactId),
        eq(tickets.whatsappId, whatsappId),
        inArray(tickets.status, ['open', 'pending']),
      ),
    )
    .orderBy(desc(tickets.id))
    .limit(1)
  if (!ticket) return null
  const body = `${formerly} → ${number}`
  const [row] = await tx
    .insert(messages)
    .values({
      ...NO_MEDIA,
      id: told.messageId,
      companyId,
      ticketId: ticket.id,
      contactId,
      queueId: ticket.queueId,
      mediaType: 'numberChange',
      body,
      search: fold(body),
      read: true,
      createdAt: told.at,
      updatedAt: told.at,
    })
    .returning()
  return row ?? null
}

async function isKnown(db: Reader, companyId: number, { number, formerly }: PersonUpdate): Promise<boolean> {
  if (await contactByPhone(db, companyId, number)) return true
  return formerly !== undefined && (await contactByPhone(db, companyId, formerly)) !== null
}

/** Changes the contact, if the company has one. */
export async function takePerson(app: Workspace, update: PersonUpdate): Promise<void> {
  const { whatsappId, picture } = update
  const [connection] = await app.db
    .select({ companyId: whatsapps.companyId })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  if (!connection) return
  const { companyId } = connection
  if (!(await isKnown(app.db, companyId, update))) return
  const kept = picture ? await keepIncoming(app.media, companyId, picture) : null
  const shown = kept?.mediaType === 'image' ? mediaUrl(companyId, kept.mediaFile) : null
  // As the contact is by now: what a colleague changed while the picture was kept stays, and is found.
  const outcome = await app.db.company(companyId).write(async tx => {
    const found = await personIn(tx, companyId, update)
    if (!found) return null
    const { contact, merged, renumbered } = found
    const moveNote = renumbered || merged ? await noteMove(tx, contact, update) : null
    const [pictured] =
      shown === null
        ? []
        : await tx
            .update(contacts)
            .set({ profilePicUrl: shown, updatedAt: new Date().toISOString() })
            .where(eq(contacts.id, contact.id))
            .returning()
    const now = pictured ?? contact
    if (merged) await publishMerged(app, tx, [{ ...merged, contact: now }])
    else if (renumbered || pictured) {
      const { companyId: _c, search: _s, ...view } = now
      app.realtime.toCompany(companyId, 'contact', { action: 'update', contact: view })
    }
    if (moveNote) await announceMessages(app, tx, [moveNote])
    return { merged: merged && { ...merged, contact: now }, old: fileOfUrl(companyId, contact.profilePicUrl) }
  })
  const useless = outcome && shown !== null ? outcome.old : kept?.mediaFile
  if (useless) await app.media.remove(companyId, useless)
  if (outcome?.merged) await recordMerged(app, [outcome.merged])
}
