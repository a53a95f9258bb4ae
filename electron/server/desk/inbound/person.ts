/** News about a person from a channel: another picture, or the number behind a known address. */
import { addressIn, fold, isSamePhone, plainName } from '@contract'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/client'
import { companyOf } from '../../platform/db/company-rows'
import { contacts, messages, tickets } from '../../platform/db/schema'
import { fileOfUrl, mediaUrl } from '../../platform/media/folder'
import { keepIncoming } from '../../platform/media/store'
import type { Workspace } from '../../workspace'
import {
  type AddressRow,
  addressesOf,
  addressRows,
  endAddresses,
  learnAddresses,
  replacedAmong,
  scopesOf,
} from '../channel/addresses'
import type { PersonUpdate } from '../channel/identity'
import { type ContactRow, contactByPhone } from '../contacts/by-phone'
import { type Merged, publishMerged, recordMerged } from '../contacts/merge'
import { announceMessages } from '../messages/deliver'
import type { MessageRow } from '../presenters/messages'
import { isFromBefore, joined, noteUsername, numberAmong, onesOf, renumber } from './people'

/** The contacts a person's phone and addresses lead to. */
async function foundBy(
  db: Reader,
  companyId: number,
  update: PersonUpdate,
): Promise<{ rows: ContactRow[]; before: ContactRow | null; known: AddressRow[] }> {
  const known = await addressRows(
    db,
    companyId,
    [...addressesOf(update), ...(update.former ?? [])].map(({ value }) => value),
  )
  const ids = [...new Set(known.map(({ contactId }) => contactId))]
  const owners = ids.length > 0 ? await db.select().from(contacts).where(inArray(contacts.id, ids)) : []
  const now = await contactByPhone(db, companyId, update.number)
  const before = update.formerly === undefined ? null : await contactByPhone(db, companyId, update.formerly)
  const all = [...(now ? [now] : []), ...(before ? [before] : []), ...owners]
  return { rows: [...new Map(all.map(row => [row.id, row])).values()], before, known }
}

/** Whether a report contains news. */
function isNews(
  { rows, known }: Awaited<ReturnType<typeof foundBy>>,
  update: PersonUpdate,
  scope: string,
): boolean {
  const [only, ...others] = rows
  if (!only) return false
  if (others.length > 0 || update.picture || update.formerly !== undefined || update.former?.length)
    return true
  if (addressIn(update.number) === null && update.number !== only.number) return true
  if (update.username && update.username !== only.username) return true
  return addressesOf(update).some(
    ({ value }) =>
      !known.some(row => row.value === value && row.scope === scope && row.contactId === only.id),
  )
}

/** The contact of a reported person, merged if there are several; null when there is none. */
async function personIn(
  tx: Tx,
  companyId: number,
  update: PersonUpdate,
  scope: string,
): Promise<{ contact: ContactRow; merged: Merged[]; isChanged: boolean; isMoved: boolean } | null> {
  const { rows, before, known } = await foundBy(tx, companyId, update)
  // A change of number concerns one person under both numbers.
  const alike = before ? rows : onesOf(rows, update.number)
  const [only] = alike
  if (!only) return null
  const isReplaced = before !== null && isSamePhone(before.number, update.formerly ?? '')
  const isMove = before !== null || Boolean(update.former?.length) || Boolean(update.isPhoneGone)
  const at = update.told?.at ?? null
  const isOld = (!isMove || at !== null) && isFromBefore(addressesOf(update), known, at)
  const isNewNumber = !isOld && (isReplaced || update.isPhoneGone)
  const number = isNewNumber ? update.number : numberAmong(alike, update.number, isOld)
  const merged = await joined(tx, alike, number)
  let contact = merged.at(-1)?.contact ?? only
  const isMoved = contact.number !== number
  if (isMoved) contact = await renumber(tx, contact, number)
  const isCalled = Boolean(update.username) && update.username !== contact.username
  if (update.username && isCalled) contact = await noteUsername(tx, contact, update.username)
  const scoped = addressesOf(update).map(address => ({ ...address, scope }))
  const formerly = update.formerly === undefined ? null : addressIn(update.formerly)
  const former = [...(update.former ?? []), ...(formerly ? [formerly] : [])]
  await learnAddresses(tx, contact, [...scoped, ...former.map(address => ({ ...address, scope }))])
  // Of two moves that come in another order the later one stands.
  const left = isOld ? await replacedAmong(tx, contact.id, former) : former
  if (isMove) await endAddresses(tx, companyId, left, at ?? new Date().toISOString())
  // Whoever moved back has an address again that they had before.
  if (isMove && !isOld) await endAddresses(tx, companyId, addressesOf(update), null)
  return { contact, merged, isChanged: isMoved || isCalled, isMoved: isMoved || merged.length > 0 }
}

/** The customer's notice of a new number, as a line in the open conversation; null without one. */
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
  const body = `${plainName(formerly)} → ${plainName(number)}`
  const [row] = await tx
    .insert(messages)
    .values({
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

/** Changes the contact, if it exists. */
export async function takePerson(app: Workspace, update: PersonUpdate): Promise<void> {
  const { whatsappId, picture } = update
  const companyId = await companyOf(app.db, whatsappId)
  if (companyId === null) return
  const scope = (await scopesOf(app.db, [whatsappId])).get(whatsappId) ?? ''
  if (!isNews(await foundBy(app.db, companyId, update), update, scope)) return
  const kept = picture ? await keepIncoming(app.media, companyId, picture) : null
  const shown = kept?.mediaType === 'image' ? mediaUrl(companyId, kept.mediaFile) : null
  // Read again: changes made while the picture was stored stay.
  const outcome = await app.db.company(companyId).write(async tx => {
    const found = await personIn(tx, companyId, update, scope)
    if (!found) return null
    const { contact, isChanged, isMoved } = found
    const moveNote = isMoved ? await noteMove(tx, contact, update) : null
    const [pictured] =
      shown === null
        ? []
        : await tx
            .update(contacts)
            .set({ profilePicUrl: shown, updatedAt: new Date().toISOString() })
            .where(eq(contacts.id, contact.id))
            .returning()
    const now = pictured ?? contact
    const merged = found.merged.map(one => ({ ...one, contact: now }))
    await publishMerged(app, tx, merged)
    if (merged.length === 0 && (isChanged || pictured)) {
      const { companyId: _c, search: _s, ...view } = now
      app.realtime.toCompany(companyId, 'contact', { action: 'update', contact: view })
    }
    if (moveNote) await announceMessages(app, tx, [moveNote])
    return { merged, old: fileOfUrl(companyId, contact.profilePicUrl) }
  })
  const useless = outcome && shown !== null ? outcome.old : kept?.mediaFile
  if (useless) await app.media.remove(companyId, useless)
  if (outcome) await recordMerged(app, outcome.merged)
}
