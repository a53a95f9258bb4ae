/** Contact calls. */

import { eraseContact } from '../../desk/contacts/erase'
import { exportContacts } from '../../desk/contacts/export-csv'
import { mediaOfContact, ticketsOfContact } from '../../desk/contacts/history'
import { importContacts } from '../../desk/contacts/import-csv'
import { contactPage, pickedContacts } from '../../desk/contacts/list'
import { mergeByHand } from '../../desk/contacts/merge-by-hand'
import { countPersonal, personalZip } from '../../desk/contacts/personal-data'
import {
  contactDetail,
  contactOf,
  createOrFind,
  removeContact,
  syncPhoneBook,
  updateContact,
} from '../../desk/contacts/write'
import { originOf } from '../../platform/audit/audited'
import type { HandlersOf } from '../../platform/http/handlers'
import { gonePast } from '../../platform/keeping/copies'

export const contactHandlers: HandlersOf<'contacts'> = {
  'contacts.list': ({ app, me, query }) => contactPage(app.db, me, query),

  // The company is the caller's, whatever is in the query.
  'contacts.all': ({ app, me, query }) => pickedContacts(app.db, me, query.name),

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

  'contacts.get': ({ app, me, params }) => contactDetail(app.db, me, params.id),

  'contacts.tickets': ({ app, me, params, query }) =>
    ticketsOfContact(app.db, me, params.id, query.pageNumber),

  'contacts.media': ({ app, me, params, query }) => mediaOfContact(app.db, me, params.id, query.pageNumber),

  'contacts.create': ({ app, me, body }) => createOrFind(app, me, body),

  'contacts.update': ({ app, me, params, body }) => updateContact(app, me, params.id, body),

  'contacts.remove': async ({ app, me, params }) => {
    await removeContact(app, me, params.id)
    return null
  },

  'contacts.sync': ({ app, me }) => syncPhoneBook(app, me),

  'contacts.importCsv': ({ app, me, files }) => importContacts(app, me, files[0]),
}
