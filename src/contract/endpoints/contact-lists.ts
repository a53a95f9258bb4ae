/** Contact lists of campaigns and their items. */
import { z } from 'zod'
import {
  CONTACT_LIST,
  CONTACT_LIST_NAME,
  CONTACT_NAME,
  CONTACT_NUMBER,
  IMPORT_REMARKS,
  SHEET_MAX_BYTES,
} from '../constants'
import { contactList, contactListItem, NUMBER_STATES } from '../entities'
import { line, pageNumber, rowId, rowIds, searchParam, textId, upTo } from '../requests'
import { figure, hasMore, listOf, maybeId, maybeText, rowCount, text } from '../scalars'
import { crud, paged } from './crud'
import { endpoint } from './define'

/** Contact list form rules. */
export const contactListForm = z.object({
  name: line(CONTACT_LIST_NAME.max, 'Too Long!').min(CONTACT_LIST_NAME.min, 'Too Short!'),
})

/** Item form rules: the number as it is typed; it is kept as digits. */
export const contactListItemForm = z.object({
  name: line(CONTACT_NAME.max, 'Too Long!').min(CONTACT_NAME.min, 'Too Short!'),
  number: line(CONTACT_NUMBER.max, 'Too Long!').min(CONTACT_NUMBER.min, 'Too Short!'),
  email: line(255)
    .pipe(z.union([z.literal(''), z.email('Invalid email')]))
    .nullish(),
  contactListId: rowId,
  companyId: rowId.nullish(),
})

/** Why a row of a spreadsheet was not taken, or what was left out of one that was (`IMPORT_REMARKS`). */
export const LIST_ROW_REASONS = [
  'INVALID_NAME',
  'INVALID_NUMBER',
  'NO_COUNTRY',
  'ROUNDED_NUMBER',
  /** Of servers that leave out the whole row. */
  'INVALID_EMAIL',
  ...IMPORT_REMARKS,
] as const
export type ListRowReason = (typeof LIST_ROW_REASONS)[number]

/** A row of a spreadsheet as it is sent: bounded, and checked by the server, so that one bad row refuses none of the others. */
export const contactListRow = z.object({
  /** Its line in the file, from 1. */
  line: z.number().int().min(1).max(2_000_000),
  name: line(500),
  number: line(100),
  email: line(500).optional(),
})

/** What became of a row: added with its id, on the list already (or twice in the file), or not taken and why. */
export const contactListRowOutcome = z.object({
  line: figure,
  outcome: z.enum(['added', 'repeated', 'rejected']),
  /** The new item; null for others. */
  id: maybeId,
  /** Digits as they are kept; what was sent where it is no number. */
  number: text,
  reason: text,
  /** What is known of its number already; null while nobody was asked. */
  numberState: maybeText,
})
export type ContactListRowOutcome = z.output<typeof contactListRowOutcome>

const LIST = ['ERR_PLAN_LACKS', 'ERR_NO_CONTACTLIST_FOUND'] as const
const ITEM = ['ERR_PLAN_LACKS', 'ERR_NO_CONTACTLISTITEM_FOUND'] as const

export const contactListEndpoints = {
  'contactLists.page': endpoint('GET', '/contact-lists', {
    summary: 'Contact lists by name, paged, with how many contacts each has',
    access: 'campaigns:run',
    ...paged('records', 'contactLists.page', contactList),
    errors: ['ERR_PLAN_LACKS'],
  }),
  'contactLists.list': endpoint('GET', '/contact-lists/list', {
    summary: 'All contact lists of the company, to choose from',
    access: 'campaigns:run',
    query: () => z.object({ companyId: textId.optional() }),
    response: () => listOf('contactLists', contactList),
    errors: ['ERR_PLAN_LACKS'],
  }),
  ...crud('contactLists', '/contact-lists', {
    access: 'campaigns:run',
    record: contactList,
    form: contactListForm,
    get: ['One contact list', ...LIST],
    create: ['Add an empty contact list', 'ERR_PLAN_LACKS'],
    update: ['Rename a contact list', ...LIST],
    remove: ['Delete a contact list with its contacts', ...LIST, 'ERR_CONTACTLIST_IN_USE'],
  }),
  'contactLists.addRows': endpoint('POST', '/contact-lists/:id/rows', {
    summary: 'Add rows of a spreadsheet, a bounded number at a time; each is answered for',
    access: 'campaigns:run',
    body: () => z.object({ rows: upTo(CONTACT_LIST.batch, contactListRow) }),
    response: () => z.object({ rows: listOf('contactLists.addRows', contactListRowOutcome) }),
    errors: [...LIST, 'ERR_CONTACTLIST_FULL'],
  }),
  'contactLists.upload': endpoint('POST', '/contact-lists/:id/upload', {
    summary: 'Add the contacts of one spreadsheet (.xls, .xlsx or .csv), by the headings of its columns',
    access: 'campaigns:run',
    multipart: { fileField: 'file', maxFiles: 1, maxBytes: SHEET_MAX_BYTES },
    response: () => listOf('contactLists.upload', contactListItem),
    errors: [...LIST, 'ERR_INVALID_SHEET', 'ERR_FILE_TOO_LARGE', 'ERR_CONTACTLIST_FULL'],
  }),
  'contactLists.recheck': endpoint('POST', '/contact-lists/:id/recheck', {
    summary: 'Ask again about the numbers that were not on WhatsApp',
    access: 'campaigns:run',
    response: contactList,
    errors: LIST,
  }),
  'contactListItems.page': endpoint('GET', '/contact-list-items', {
    summary: 'Contacts of one list by name, paged, searched in name, number and e-mail',
    access: 'campaigns:run',
    query: () =>
      z.object({
        contactListId: textId,
        searchParam,
        pageNumber,
        state: z.enum(NUMBER_STATES).optional(),
      }),
    response: () =>
      z.object({ contacts: listOf('contactListItems', contactListItem), count: rowCount, hasMore }),
    errors: LIST,
  }),
  ...crud('contactListItems', '/contact-list-items', {
    access: 'campaigns:run',
    record: contactListItem,
    form: contactListItemForm,
    change: () => contactListItemForm.extend({ contactListId: rowId.nullish() }),
    get: ['One contact of a list', ...ITEM],
    create: [
      'Add a contact to a list; its number is asked about on WhatsApp',
      ...LIST,
      'ERR_CONTACTLIST_NUMBER_TAKEN',
      'ERR_CONTACTLIST_FULL',
      'ERR_WAPP_INVALID_CONTACT',
    ],
    update: [
      'Change a contact of a list; another number is asked about again',
      ...ITEM,
      'ERR_CONTACTLIST_NUMBER_TAKEN',
      'ERR_WAPP_INVALID_CONTACT',
    ],
    remove: ['Take a contact off a list', ...ITEM],
  }),
  'contactLists.removeItems': endpoint('POST', '/contact-lists/:id/remove-items', {
    summary: 'Take several contacts off a list; those that are not on it are passed over',
    access: 'campaigns:run',
    body: () => z.object({ ids: rowIds }),
    response: () => z.object({ removed: figure }),
    errors: LIST,
  }),
} as const
