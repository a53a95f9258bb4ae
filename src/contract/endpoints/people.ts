/** Contacts and users. */
import { z } from 'zod'
import { SKILLS_MAX, TICKET_CEILING_MAX } from '../assignment'
import {
  CONTACT_CSV_MAX_BYTES,
  CONTACT_EXTRA,
  CONTACT_NAME,
  CONTACT_NUMBER,
  IMPORT_REMARKS,
  USER_NAME,
  USER_PASSWORD,
} from '../constants'
import { contact, message, personalCounts, personalErasure, user } from '../entities'
import { PROFILES } from '../permissions'
import {
  day,
  emailAddress,
  line,
  pageNumber,
  rowId,
  rowIds,
  searchParam,
  textId,
  upTo,
  words,
} from '../requests'
import { figure, flag, hasMore, listOf, maybe, maybeFigure, rowCount, text } from '../scalars'
import { paged } from './crud'
import { done, endpoint } from './define'
import { firstContactEndpoints, firstUserEndpoints } from './first'

/** Which contact becomes part of the one that is called. */
const contactMerge = z.object({ contactId: rowId })

/** Contact form rules. */
export const contactForm = z.object({
  name: line(CONTACT_NAME.max, 'Too Long!').min(CONTACT_NAME.min, 'Too Short!'),
  number: line(CONTACT_NUMBER.max, 'Too Long!').min(CONTACT_NUMBER.min, 'Too Short!'),
  email: line(255)
    .pipe(z.union([z.literal(''), z.email('Invalid email')]))
    .nullish(),
  extraInfo: upTo(
    50,
    z.object({ id: rowId.nullish(), name: line(CONTACT_EXTRA.name), value: words(CONTACT_EXTRA.value) }),
  ).optional(),
})

const password = z.string().min(USER_PASSWORD.min, 'Too Short!').max(USER_PASSWORD.max, 'Too Long!')

/** User form rules; an empty password on an update leaves the password alone. */
export const userForm = z.object({
  name: line(USER_NAME.max, 'Too Long!').min(USER_NAME.min, 'Too Short!'),
  email: emailAddress,
  password: z.union([z.literal(''), password]).optional(),
  /** The password so far: asked of whoever changes the own one. */
  currentPassword: z.string().max(USER_PASSWORD.max).optional(),
  profile: z.enum(PROFILES).optional(),
  queueIds: rowIds.optional(),
  whatsappId: rowId.nullish(),
  companyId: rowId.nullish(),
  allTicket: z.boolean().optional(),
  /** Open tickets up to which queues hand out more; 0: none; null: as the queue says. */
  ticketCeiling: z.number().int().min(0).max(TICKET_CEILING_MAX).nullish(),
  skillIds: upTo(SKILLS_MAX, rowId).optional(),
})
/** The same for somebody who has no password yet. */
export const newUserForm = userForm.extend({ password })

/** Headers of a contact file and the words that stand for them, in lower case. */
export const CONTACT_CSV_HEADERS = {
  name: ['name', 'nome'],
  number: ['number', 'numero', 'número', 'telefone', 'whatsapp', 'celular'],
  email: ['email', 'e-mail'],
} as const
export type ContactCsvHeader = keyof typeof CONTACT_CSV_HEADERS

/** Why a line of an imported file was not taken, or what was left out of it: what `reason` holds. */
export const IMPORT_REASONS = [
  ...IMPORT_REMARKS,
  'INVALID_NAME',
  'INVALID_NUMBER',
  'NO_COUNTRY',
  'ROUNDED_NUMBER',
  /** Of servers that leave out the whole row. */
  'INVALID_EMAIL',
  'REPEATED',
  'NOT_ON_WHATSAPP',
  /** Some servers leave contacts they have as they are. */
  'ALREADY_KNOWN',
  /** The server failed before it came to this line. */
  'NOT_REACHED',
] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]

/** One rejected or accepted line of an imported file. */
export const importRow = z.object({
  line: figure,
  outcome: z.enum(['created', 'updated', 'rejected']),
  name: text,
  number: text,
  reason: text,
})

export const peopleEndpoints = {
  ...firstContactEndpoints,
  ...firstUserEndpoints,
  'contacts.list': endpoint('GET', '/contacts', {
    summary: 'Contacts by name, paged',
    access: 'member',
    query: () =>
      z.object({
        searchParam,
        pageNumber,
        date: day.optional(),
        dateStart: day.optional(),
        dateEnd: day.optional(),
      }),
    response: () => z.object({ contacts: listOf('contacts', contact), count: rowCount, hasMore }),
  }),
  'contacts.all': endpoint('GET', '/contacts/list', {
    summary: 'Contacts for a picker',
    access: 'member',
    query: () => z.object({ companyId: textId.optional(), name: searchParam }),
    response: () => listOf('contacts.all', contact),
  }),
  'contacts.export': endpoint('GET', '/contacts/export', {
    summary: 'Contacts as CSV: all, or those a search finds',
    access: 'contacts-page:exportContact',
    query: () => z.object({ searchParam }),
    response: () => z.string(),
    raw: true,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'contacts.personalData': endpoint('GET', '/contacts/:id/personal-data', {
    summary: 'Everything about one contact as a ZIP: JSON and files',
    access: 'contacts-page:exportContact',
    // A stream of bytes.
    response: () => z.unknown(),
    raw: true,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_CONTACT_FOUND'],
  }),
  'contacts.personalCounts': endpoint('GET', '/contacts/:id/personal-data/counts', {
    summary: 'How much there is about one contact',
    access: 'contacts-page:deleteContact',
    response: personalErasure,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_CONTACT_FOUND'],
  }),
  'contacts.erase': endpoint('DELETE', '/contacts/:id/personal-data', {
    summary: 'Erase a contact for good, with a receipt in the audit log; answers what was erased',
    access: 'contacts-page:deleteContact',
    response: personalCounts,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_CONTACT_FOUND'],
  }),
  'contacts.merge': endpoint('POST', '/contacts/:id/merge', {
    summary: 'Make one contact of two that are one person: this one stays, the named one goes over to it',
    access: 'contacts-page:deleteContact',
    body: contactMerge,
    response: contact,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_CONTACT_FOUND'],
  }),
  'contacts.media': endpoint('GET', '/contacts/:id/media', {
    summary: 'Media of one contact, newest first',
    access: 'member',
    query: () => z.object({ pageNumber }),
    response: () => z.object({ messages: listOf('contacts.media', message), hasMore }),
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
  'contacts.create': endpoint('POST', '/contacts', {
    summary: 'Add a contact after checking the number on WhatsApp; also the look-up of contact cards',
    access: 'member',
    body: contactForm,
    response: () => contact.extend({ alreadyExists: flag, existingContact: maybe(contact), invalido: flag }),
    errors: [
      'ERR_DUPLICATED_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_NO_DEF_WAPP_FOUND',
    ],
  }),
  'contacts.update': endpoint('PUT', '/contacts/:id', {
    summary: 'Change a contact',
    access: 'member',
    body: contactForm,
    response: contact,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'],
  }),
  'contacts.remove': endpoint('DELETE', '/contacts/:id', {
    summary: 'Delete a contact with its tickets',
    access: 'contacts-page:deleteContact',
    response: done,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'contacts.sync': endpoint('POST', '/contacts/import', {
    summary: 'Take over the phone book of the default connection',
    access: 'member',
    /** null where the server reads the phone book later and counts nothing. */
    response: () => z.object({ created: maybeFigure, updated: maybeFigure }),
    errors: ['ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED'],
  }),
  'contacts.importCsv': endpoint('POST', '/contacts/importCsv', {
    summary: 'Import contacts from one CSV file (headers name, number, email)',
    access: 'member',
    multipart: { fileField: 'contacts', maxFiles: 1, maxBytes: CONTACT_CSV_MAX_BYTES },
    response: () =>
      z.object({
        created: figure,
        updated: figure,
        rejected: figure,
        rows: listOf('contacts.importCsv', importRow),
      }),
    errors: ['ERR_INVALID_CSV', 'ERR_FILE_TOO_LARGE'],
  }),

  'users.list': endpoint('GET', '/users', {
    summary: 'Users of the company, paged',
    access: 'member',
    ...paged('users', 'users', user),
  }),
  'users.get': endpoint('GET', '/users/:id', {
    summary: 'One user of the company',
    access: 'member',
    response: user,
    errors: ['ERR_NO_USER_FOUND'],
  }),
  'users.create': endpoint('POST', '/users', {
    summary: 'Add a user',
    access: 'users:manage',
    body: userForm,
    response: user,
    errors: [
      'ERR_NO_PERMISSION',
      'ERR_USER_CREATION_DISABLED',
      'ERR_DUPLICATED_USER',
      'ERR_PLAN_LIMIT',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_TAG_FOUND',
    ],
  }),
  'users.update': endpoint('PUT', '/users/:id', {
    summary: 'Change a user; everybody may change the own name, e-mail and, knowing it, password',
    access: 'member',
    body: userForm,
    response: user,
    errors: [
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND',
      'ERR_DUPLICATED_USER',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_TAG_FOUND',
      'ERR_WRONG_PASSWORD',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
  'users.openTickets': endpoint('GET', '/users/:id/open-tickets', {
    summary: 'How many open tickets somebody holds: asked before they are deleted',
    access: 'users:manage',
    response: () => z.object({ count: figure }),
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
  }),
  'users.endTwoFactor': endpoint('DELETE', '/users/:id/two-factor', {
    summary: 'Switch off the second step of somebody who lost phone and codes',
    access: 'users:manage',
    response: done,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
  }),
  'users.remove': endpoint('DELETE', '/users/:id', {
    summary: 'Delete a user; open tickets wait again in their queue, or go to the colleague who is named',
    access: 'users:manage',
    query: () => z.object({ colleagueId: textId.optional() }),
    response: done,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
  }),
} as const
