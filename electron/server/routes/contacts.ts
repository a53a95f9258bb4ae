/** Contact calls (docs/specification.md 1.7, "Contacts"). */
import { PAGE } from '@contract'
import { and, asc, count, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import { originOf } from '../audit/audited'
import { eraseContact } from '../contacts/erase'
import { exportContacts } from '../contacts/export-csv'
import { importContacts } from '../contacts/import-csv'
import { contactPage, contactsMatching } from '../contacts/list'
import { mergeByHand } from '../contacts/merge-by-hand'
import { digitsOf } from '../contacts/numbers'
import { countPersonal, personalZip } from '../contacts/personal-data'
import { contactViews } from '../contacts/views'
import { contactOf, createContact, removeContact, syncPhoneBook, updateContact } from '../contacts/write'
import { contacts, messages, tickets } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { gonePast } from '../keeping/copies'
import { visibleTo } from '../tickets/visibility'
import { messageViews } from '../views/messages'
import { ticketViews } from '../views/tickets'

/** Contacts a picker is given at once. */
const PICKER = 5_000

export const contactHandlers: HandlersOf<'contacts'> = {
  'contacts.list': async ({ app, me, query }) => {
    const { ids, count: total, hasMore } = await contactPage(app.db, me, query)
    return { contacts: await contactViews(app.db, me, ids), count: total, hasMore }
  },

  // The company is the caller's, whatever is in the query.
  'contacts.all': async ({ app, me, query }) => {
    const rows = await app.db
      .select()
      .from(contacts)
      .where(contactsMatching(me.companyId, query.name))
      .orderBy(asc(contacts.search), asc(contacts.id))
      .limit(PICKER)
    return rows.map(({ companyId: _c, search: _s, ...contact }) => contact)
  },

  'contacts.export': async ({ app, me, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="contacts.csv"')
    return exportContacts(app.db, me, query.searchParam)
  },

  'contacts.personalData': async ({ app, me, params, reply }) => {
    const contact = await contactOf(app.db, me, params.id)
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="contact-${contact.id}.zip"`)
    return personalZip(app, me.companyId, contact.id)
  },

  'contacts.personalCounts': async ({ app, me, params }) => ({
    ...(await countPersonal(app.db, (await contactOf(app.db, me, params.id)).id)),
    copiesUntil: app.db.engine === 'sqlite' ? gonePast(new Date()) : null,
  }),

  'contacts.erase': ({ app, me, params, request }) => eraseContact(app, me, params.id, originOf(request)),

  'contacts.merge': ({ app, me, params, body, request }) =>
    mergeByHand(app, me, params.id, body.contactId, originOf(request)),

  'contacts.get': async ({ app, me, params }) => {
    const row = await contactOf(app.db, me, params.id)
    const [contact] = await contactViews(app.db, me, [row.id])
    if (!contact) throw new ApiError('ERR_NO_CONTACT_FOUND')
    return contact
  },

  'contacts.tickets': async ({ app, me, params, query }) => {
    const contact = await contactOf(app.db, me, params.id)
    const wanted = and(eq(tickets.contactId, contact.id), visibleTo(me))
    const [total] = await app.db.select({ count: count() }).from(tickets).where(wanted)
    const from = (query.pageNumber - 1) * PAGE.records
    const rows = await app.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(wanted)
      .orderBy(desc(tickets.createdAt), desc(tickets.id))
      .limit(PAGE.records)
      .offset(from)
    const all = total?.count ?? 0
    const views = await ticketViews(
      app.db,
      rows.map(row => row.id),
    )
    return { tickets: views, count: all, hasMore: all > from + rows.length }
  },

  'contacts.media': async ({ app, me, params, query }) => {
    const contact = await contactOf(app.db, me, params.id)
    const rows = await app.db
      .select(getTableColumns(messages))
      .from(messages)
      .innerJoin(tickets, eq(tickets.id, messages.ticketId))
      .where(
        and(
          eq(tickets.contactId, contact.id),
          visibleTo(me),
          isNotNull(messages.mediaFile),
          eq(messages.isDeleted, false),
        ),
      )
      .orderBy(desc(messages.seq))
      .limit(PAGE.messages + 1)
      .offset((query.pageNumber - 1) * PAGE.messages)
    return {
      messages: await messageViews(app.db, rows.slice(0, PAGE.messages)),
      hasMore: rows.length > PAGE.messages,
    }
  },

  /**
   * The contact form always sends `extraInfo`; a call without it is the look-up of contact cards (docs/specification.md
   * 1.7), which is answered instead of refused.
   */
  'contacts.create': async ({ app, me, body }) => {
    const lookUp = body.extraInfo === undefined
    try {
      const { contact, alreadyExists } = await createContact(app, me, body)
      if (alreadyExists && !lookUp) throw new ApiError('ERR_DUPLICATED_CONTACT')
      return { ...contact, alreadyExists, existingContact: alreadyExists ? contact : null, invalido: false }
    } catch (error) {
      const invalid = error instanceof ApiError && error.code === 'ERR_WAPP_INVALID_CONTACT'
      if (!lookUp || !invalid) throw error
      const number = digitsOf(body.number) ?? body.number
      return { id: 0, name: body.name, number, alreadyExists: false, existingContact: null, invalido: true }
    }
  },

  'contacts.update': ({ app, me, params, body }) => updateContact(app, me, params.id, body),

  'contacts.remove': async ({ app, me, params }) => {
    await removeContact(app, me, params.id)
    return null
  },

  'contacts.sync': ({ app, me }) => syncPhoneBook(app, me),

  'contacts.importCsv': ({ app, me, files }) => importContacts(app, me, files[0]),
}
