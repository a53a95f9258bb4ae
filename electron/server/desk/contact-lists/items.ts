/** Single contacts of a list. Bulk operations are in rows.ts, checks of numbers in checks.ts. */
import {
  addressIn,
  CONTACT_LIST,
  type contactListItemForm,
  type NumberState,
  PAGE,
  type QueryOut,
  unmasked,
} from '@contract'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { byName, personContains } from '../../platform/db/engine/searched'
import { readPage } from '../../platform/db/page'
import { contactListItems } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { Me, Workspace } from '../../workspace'
import { knownAsWritten } from '../contacts/known-as-written'
import { digitsOf, typedNumber } from '../contacts/numbers'
import { wakeChecks } from './checks'
import { type ItemRow, type ItemView, itemView, listOf, publishList } from './views'

type ItemForm = Omit<z.output<typeof contactListItemForm>, 'contactListId'>

/** @throws ApiError ERR_NO_CONTACTLISTITEM_FOUND */
async function itemOf(db: Reader, me: Me, id: number): Promise<ItemRow> {
  const [row] = await db
    .select()
    .from(contactListItems)
    .where(and(eq(contactListItems.id, id), eq(contactListItems.companyId, me.companyId)))
  if (!row) throw new ApiError('ERR_NO_CONTACTLISTITEM_FOUND')
  return row
}

/** One contact as it travels. @throws ApiError ERR_NO_CONTACTLISTITEM_FOUND */
export const itemWith = async (db: Reader, me: Me, id: number): Promise<ItemView> =>
  itemView(await itemOf(db, me, id))

/** Items of a list by name; a typed number may be formatted. @throws ApiError ERR_NO_CONTACTLIST_FOUND */
export async function itemPage(db: Reader, me: Me, query: QueryOut<'contactListItems.page'>) {
  const { id: listId } = await listOf(db, me.companyId, query.contactListId)
  const typed = query.searchParam ?? ''
  const digits = /[a-z]/i.test(typed) ? null : digitsOf(typed)
  const person = { ...contactListItems, others: [contactListItems.email] }
  const wanted = and(
    eq(contactListItems.contactListId, listId),
    query.state ? eq(contactListItems.numberState, query.state) : undefined,
    typed.trim() === '' ? undefined : personContains(me, person, typed, digits),
  )
  const rows = db
    .select()
    .from(contactListItems)
    .where(wanted)
    .orderBy(byName(me, contactListItems), asc(contactListItems.id))
  const count = db.$count(contactListItems, wanted)
  const { page, ...rest } = await readPage(query.pageNumber, rows, count, PAGE.contacts)
  return { contacts: page.map(itemView), ...rest }
}

async function refuseTaken(tx: Tx, listId: number, number: string, exceptId = 0): Promise<void> {
  const [known] = await tx
    .select({ id: contactListItems.id })
    .from(contactListItems)
    .where(
      and(
        eq(contactListItems.contactListId, listId),
        eq(contactListItems.number, number),
        ne(contactListItems.id, exceptId),
      ),
    )
  if (known) throw new ApiError('ERR_CONTACTLIST_NUMBER_TAKEN')
}

/** The columns of a form. @throws ApiError ERR_WAPP_INVALID_CONTACT for an invalid number. */
async function columnsOf(db: Reader, companyId: number, given: ItemForm, kept?: ItemRow) {
  // A person who sees masked numbers sends the mask back.
  const form = kept
    ? { ...given, number: unmasked(given.number, kept.number), name: unmasked(given.name, kept.name) }
    : given
  const [asWritten] = await knownAsWritten(db, companyId, [form.number])
  const number =
    kept?.number === form.number
      ? kept.number
      : (asWritten ?? (await typedNumber(db, companyId, form.number)))
  if (number === null) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  const email = form.email ?? kept?.email ?? ''
  const { name } = form
  // A customer who has written to the company exists.
  const numberState: NumberState =
    addressIn(number) !== null ? 'valid' : kept?.number === number ? kept.numberState : 'waiting'
  return { name, number, email, numberState, search: contactSearchText({ name, number, email }) }
}

/**
 * Adds one contact to a list.
 * @throws ApiError ERR_NO_CONTACTLIST_FOUND, ERR_CONTACTLIST_NUMBER_TAKEN, ERR_CONTACTLIST_FULL, ERR_WAPP_INVALID_CONTACT.
 */
export async function createItem(app: Workspace, me: Me, listId: number, form: ItemForm): Promise<ItemView> {
  const list = await listOf(app.db, me.companyId, listId)
  const values = await columnsOf(app.db, me.companyId, form)
  const record = await app.db.company(me.companyId).write(async tx => {
    await refuseTaken(tx, list.id, values.number)
    const held = await tx.$count(contactListItems, eq(contactListItems.contactListId, list.id))
    if (held >= CONTACT_LIST.items) throw new ApiError('ERR_CONTACTLIST_FULL', { limit: CONTACT_LIST.items })
    const [made] = await tx
      .insert(contactListItems)
      .values({ ...values, companyId: me.companyId, contactListId: list.id })
      .returning()
    if (!made) throw new ApiError('ERR_INTERNAL')
    const record = itemView(made)
    app.realtime.toCompany(me.companyId, 'ContactListItem', { action: 'create', record })
    await publishList(app, tx, me.companyId, list.id)
    return record
  })
  wakeChecks(app)
  return record
}

/**
 * Changes a contact of a list. A changed number has to be checked again.
 * @throws ApiError ERR_NO_CONTACTLISTITEM_FOUND, ERR_CONTACTLIST_NUMBER_TAKEN, ERR_WAPP_INVALID_CONTACT.
 */
export async function updateItem(app: Workspace, me: Me, id: number, form: ItemForm): Promise<ItemView> {
  const before = await itemOf(app.db, me, id)
  const values = await columnsOf(app.db, me.companyId, form, before)
  const { numberState } = values
  const record = await app.db.company(me.companyId).write(async tx => {
    await refuseTaken(tx, before.contactListId, values.number, before.id)
    const [changed] = await tx
      .update(contactListItems)
      .set({ ...values, updatedAt: new Date().toISOString() })
      .where(eq(contactListItems.id, before.id))
      .returning()
    if (!changed) throw new ApiError('ERR_NO_CONTACTLISTITEM_FOUND')
    const record = itemView(changed)
    app.realtime.toCompany(me.companyId, 'ContactListItem', { action: 'update', record })
    if (numberState !== before.numberState) await publishList(app, tx, me.companyId, changed.contactListId)
    return record
  })
  if (numberState !== before.numberState) wakeChecks(app)
  return record
}

/** @throws ApiError ERR_NO_CONTACTLISTITEM_FOUND */
export const removeItem = (app: Workspace, me: Me, id: number): Promise<null> =>
  app.db.company(me.companyId).write(async tx => {
    const row = await itemOf(tx, me, id)
    await tx.delete(contactListItems).where(eq(contactListItems.id, row.id))
    app.realtime.toCompany(me.companyId, 'ContactListItem', { action: 'delete', id: row.id })
    await publishList(app, tx, me.companyId, row.contactListId)
    return null
  })
