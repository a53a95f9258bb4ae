/** Adds, changes and deletes contacts, and imports address books. */
import { type contactForm, isNameless, isSamePhone, singleLine, unmasked } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { defaultWhatsapp } from '../../platform/db/company-rows'
import { contactCustomFields, contacts, messages, tickets } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import { fileOfUrl } from '../../platform/media/folder'
import { filesOf, removeFiles } from '../../platform/media/shared'
import type { Me, Workspace } from '../../workspace'
import { namesOf } from '../channel/addresses'
import { forgetPerson } from '../channel/forget'
import { happened } from '../happenings/tell'
import { measureTickets } from '../reports/measure'
import { seenOf } from '../tickets/visibility'
import { type ContactRow, contactByPhone } from './by-phone'
import { checkedNumber, digitsOf } from './numbers'
import { type ContactView, contactView, contactViews } from './views'

export type ContactForm = z.output<typeof contactForm>

/** @throws ApiError ERR_NO_CONTACT_FOUND */
export async function contactOf(db: Reader, me: Me, id: number): Promise<ContactRow> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.companyId, me.companyId)))
  if (!row) throw new ApiError('ERR_NO_CONTACT_FOUND')
  return row
}

/** A contact as a person sees it. @throws ApiError ERR_NO_CONTACT_FOUND */
export async function contactDetail(db: Reader, me: Me, id: number): Promise<ContactView> {
  const row = await contactOf(db, me, id)
  const [contact] = await contactViews(db, me, [row.id])
  if (!contact) throw new ApiError('ERR_NO_CONTACT_FOUND')
  return contact
}

async function replaceExtra(
  tx: Tx,
  companyId: number,
  contactId: number,
  extra: ContactForm['extraInfo'],
): Promise<void> {
  if (extra === undefined) return
  await tx.delete(contactCustomFields).where(eq(contactCustomFields.contactId, contactId))
  const filled = extra.filter(info => info.name.trim() !== '')
  if (filled.length === 0) return
  await tx
    .insert(contactCustomFields)
    .values(filled.map(({ name, value }) => ({ companyId, contactId, name: name.trim(), value })))
}

/** The same for everybody, without the last ticket, which depends on the reader. */
const broadcast = (contact: ContactView): ContactView => ({ ...contact, tickets: [] })

interface Created {
  contact: ContactView
  alreadyExists: boolean
}

/**
 * Adds a contact whose number is on WhatsApp.
 * @returns the new contact, or the existing one with that number.
 * @throws ApiError ERR_WAPP_INVALID_CONTACT, ERR_NO_DEF_WAPP_FOUND; ChannelError ERR_WAPP_CHECK_CONTACT.
 */
async function createContact(app: Workspace, me: Me, form: ContactForm): Promise<Created> {
  const number = await checkedNumber(app, me.companyId, form.number)
  if (number === null) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  const origin = await defaultWhatsapp(app.db, me.companyId)
  const email = form.email ?? ''
  return app.db.company(me.companyId).write(async tx => {
    const known = await contactByPhone(tx, me.companyId, number)
    if (known) return { contact: await contactView(tx, me, known.id), alreadyExists: true }
    const search = contactSearchText({ name: form.name, number, email })
    const [row] = await tx
      .insert(contacts)
      .values({ companyId: me.companyId, name: form.name, number, email, whatsappId: origin.id, search })
      .returning({ id: contacts.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    await replaceExtra(tx, me.companyId, row.id, form.extraInfo)
    const contact = await contactView(tx, me, row.id)
    app.realtime.toCompany(me.companyId, 'contact', { action: 'create', contact: broadcast(contact) })
    return { contact, alreadyExists: false }
  })
}

/**
 * Adds a contact or looks one up: the contact form always sends `extraInfo`; a call without it is the lookup of a
 * contact card, which is answered instead of refused.
 * @throws ApiError ERR_DUPLICATED_CONTACT, and as `createContact`.
 */
export async function createOrFind(app: Workspace, me: Me, form: ContactForm) {
  const isLookUp = form.extraInfo === undefined
  try {
    const { contact, alreadyExists } = await createContact(app, me, form)
    if (alreadyExists && !isLookUp) throw new ApiError('ERR_DUPLICATED_CONTACT')
    return { ...contact, alreadyExists, existingContact: alreadyExists ? contact : null, invalido: false }
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.code === 'ERR_WAPP_INVALID_CONTACT'
    if (!isLookUp || !isInvalid) throw error
    const number = digitsOf(form.number) ?? form.number
    return { id: 0, name: form.name, number, alreadyExists: false, existingContact: null, invalido: true }
  }
}

/**
 * Changes a contact. A changed number is checked on WhatsApp first. A group keeps its number, and a contact without a
 * number is still found by WhatsApp's id.
 * @throws ApiError ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT, ERR_NO_DEF_WAPP_FOUND.
 */
export async function updateContact(
  app: Workspace,
  me: Me,
  id: number,
  given: ContactForm,
): Promise<ContactView> {
  const row = await contactOf(app.db, me, id)
  // A person who sees masked numbers sends the mask back.
  const form = { ...given, number: unmasked(given.number, row.number), name: unmasked(given.name, row.name) }
  const typed = form.number.trim()
  // The id of somebody without a visible number cannot be checked.
  const same = row.isGroup || typed === row.number || isSamePhone(typed.replace(/\D/g, ''), row.number)
  const number = same ? row.number : await checkedNumber(app, me.companyId, form.number)
  if (number === null) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  return app.db.company(me.companyId).write(async tx => {
    // The check takes time: omitted members keep their present value.
    const { email: known } = await contactOf(tx, me, id)
    const email = form.email ?? known
    if (await contactByPhone(tx, me.companyId, number, id)) throw new ApiError('ERR_DUPLICATED_CONTACT')
    await tx
      .update(contacts)
      .set({
        name: form.name,
        number,
        email,
        search: contactSearchText({ name: form.name, number, username: row.username, email }),
        updatedAt: new Date().toISOString(),
      })
      .where(and(eq(contacts.id, id), eq(contacts.companyId, me.companyId)))
    await replaceExtra(tx, me.companyId, id, form.extraInfo)
    const contact = await contactView(tx, me, id)
    app.realtime.toCompany(me.companyId, 'contact', { action: 'update', contact: broadcast(contact) })
    return contact
  })
}

/**
 * Deletes a contact with its tickets, their messages and files.
 * @throws ApiError ERR_NO_CONTACT_FOUND
 */
export async function removeContact(app: Workspace, me: Me, id: number): Promise<void> {
  // In one transaction: a new ticket the customer opens meanwhile is deleted as well.
  const { contact, files } = await app.db.company(me.companyId).write(async tx => {
    const contact = await contactOf(tx, me, id)
    const own = await tx.select().from(tickets).where(eq(tickets.contactId, id))
    const ids = own.map(ticket => ticket.id)
    const files = ids.length > 0 ? await filesOf(tx, inArray(messages.ticketId, ids)) : []
    await measureTickets(tx, me.companyId, ids)
    await forgetPerson(tx, me.companyId, await namesOf(tx, contact), contact.isGroup)
    await tx.delete(contacts).where(eq(contacts.id, id))
    await happened({ app, tx, companyId: me.companyId }, 'removed', own)
    for (const ticket of own) app.realtime.ticketDeleted(seenOf(ticket), me)
    app.realtime.toCompany(me.companyId, 'contact', { action: 'delete', contactId: id })
    return { contact, files }
  })
  const picture = fileOfUrl(me.companyId, contact.profilePicUrl)
  await removeFiles(app.media, me.companyId, [...files, picture])
}

/**
 * Imports the address book of the default connection. Existing names given by colleagues stay; only a bare number is
 * replaced by a name.
 * @throws ApiError ERR_NO_DEF_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED.
 */
export async function syncPhoneBook(app: Workspace, me: Me): Promise<{ created: number; updated: number }> {
  const connection = await defaultWhatsapp(app.db, me.companyId)
  if (!app.channel.isConnected(connection.id)) throw new ApiError('ERR_WAPP_NOT_INITIALIZED')
  const book = new Map(
    (await app.channel.phoneContacts(connection.id)).map(entry => [
      entry.number,
      singleLine(entry.name).trim(),
    ]),
  )
  return app.db.company(me.companyId).write(async tx => {
    const made: number[] = []
    const changed: number[] = []
    for (const [number, name] of book) {
      if (name === '') continue
      const known = await contactByPhone(tx, me.companyId, number)
      const { email = '', username = null } = known ?? {}
      const search = contactSearchText({ name, number, username, email })
      if (!known) {
        const [row] = await tx
          .insert(contacts)
          .values({ companyId: me.companyId, name, number, whatsappId: connection.id, search })
          .returning({ id: contacts.id })
        if (row) made.push(row.id)
      } else if (isNameless(known)) {
        await tx
          .update(contacts)
          .set({ name, search, updatedAt: new Date().toISOString() })
          .where(eq(contacts.id, known.id))
        changed.push(known.id)
      }
    }
    for (const [action, ids] of [
      ['create', made],
      ['update', changed],
    ] as const) {
      if (ids.length === 0) continue
      const records = (await contactViews(tx, me, ids)).map(broadcast)
      app.realtime.toCompany(me.companyId, 'contact', { action, records })
    }
    return { created: made.length, updated: changed.length }
  })
}
