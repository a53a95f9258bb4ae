/** Many contacts of a list at once: importing rows, deleting some or all. */
import {
  addressIn,
  CAMPAIGN_STATES,
  CONTACT_LIST,
  type contactListRow,
  type contactListRowOutcome,
  type Home,
  isCancellable,
} from '@contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { insertMany } from '../../platform/db/insert-many'
import { campaigns, contactListItems } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { UploadedFile } from '../../platform/http/handlers'
import type { Me, Workspace } from '../../workspace'
import { knownAsWritten } from '../contacts/known-as-written'
import { homeOf } from '../contacts/numbers'
import { personOf } from '../contacts/person-of-row'
import { wakeChecks } from './checks'
import { readSheet } from './read-sheet'
import { type ItemView, itemView, keptContactLists, listOf, publishList, publishListSoon } from './views'

type Row = z.output<typeof contactListRow>

/** Rows deleted in one transaction: others write in between. */
const SLICE = 2_000
/** An import sends its rows in many calls: numbers are checked after this much silence. Milliseconds. */
const AFTER_IMPORT_MS = 1_000

const COLUMNS = [
  'companyId',
  'contactListId',
  'name',
  'number',
  'email',
  'numberState',
  'search',
  'createdAt',
  'updatedAt',
] as const

/**
 * Adds rows to a list in one transaction. A number that is already on the list or came earlier stays unchanged, so
 * sending the same rows twice adds nothing.
 * @param home the country of numbers that name none; null: they stay as they are.
 * @returns the result for each row, in order.
 * @throws ApiError ERR_NO_CONTACTLIST_FOUND, ERR_CONTACTLIST_FULL (nothing is stored).
 */
export async function addRows(
  app: Workspace,
  me: Me,
  listId: number,
  rows: readonly Row[],
  home: Home | null = null,
): Promise<z.input<typeof contactListRowOutcome>[]> {
  const list = await listOf(app.db, me.companyId, listId)
  const asWritten = await knownAsWritten(
    app.db,
    me.companyId,
    rows.map(({ number }) => number),
  )
  const checked = rows.map(row => ({
    row,
    person: personOf({ ...row, email: row.email ?? '' }, home, asWritten),
  }))
  const numbers = [...new Set(checked.flatMap(({ person }) => ('fault' in person ? [] : [person.number])))]
  const made = await app.db.company(me.companyId).write(async tx => {
    const known = new Set(
      numbers.length === 0
        ? []
        : (
            await tx
              .select({ number: contactListItems.number })
              .from(contactListItems)
              .where(
                and(eq(contactListItems.contactListId, list.id), inArray(contactListItems.number, numbers)),
              )
          ).map(row => row.number),
    )
    const fresh = checked.flatMap(({ row, person }) => {
      if ('fault' in person || known.has(person.number)) return []
      known.add(person.number)
      return [{ row, person }]
    })
    const held = await tx.$count(contactListItems, eq(contactListItems.contactListId, list.id))
    if (held + fresh.length > CONTACT_LIST.items)
      throw new ApiError('ERR_CONTACTLIST_FULL', { limit: CONTACT_LIST.items })
    const at = new Date().toISOString()
    const ids = await insertMany(
      tx,
      contactListItems,
      COLUMNS,
      fresh.map(({ person: { remark: _, ...person } }) => ({
        companyId: me.companyId,
        contactListId: list.id,
        ...person,
        // A customer who has written to the company exists.
        numberState: addressIn(person.number) === null ? ('waiting' as const) : ('valid' as const),
        search: contactSearchText(person),
        createdAt: at,
        updatedAt: at,
      })),
    )
    if (ids.length > 0)
      app.realtime.toCompany(me.companyId, 'ContactListItem', { action: 'reload', contactListId: list.id })
    return new Map(fresh.map(({ row }, i) => [row, ids[i] ?? null]))
  })
  if (made.size > 0) {
    publishListSoon(app, me.companyId, list.id)
    wakeChecks(app, AFTER_IMPORT_MS)
  }
  return checked.map(({ row, person }) => {
    if ('fault' in person)
      return { line: row.line, outcome: 'rejected', id: null, number: row.number, reason: person.fault }
    const { number, remark } = person
    const outcome = made.has(row) ? 'added' : 'repeated'
    return { line: row.line, outcome, id: made.get(row) ?? null, number, reason: remark }
  })
}

/**
 * Adds the rows of a spreadsheet as legacy clients send it.
 * @returns the new contacts; unusable and repeated rows are skipped.
 * @throws ApiError ERR_NO_CONTACTLIST_FOUND, ERR_VALIDATION without a file, ERR_INVALID_SHEET, ERR_FILE_TOO_LARGE,
 *   ERR_CONTACTLIST_FULL (earlier rows stay).
 */
export async function addSheet(
  app: Workspace,
  me: Me,
  listId: number,
  file: UploadedFile | undefined,
): Promise<ItemView[]> {
  const list = await listOf(app.db, me.companyId, listId)
  if (!file) throw new ApiError('ERR_VALIDATION', { field: 'file' })
  // As in the console's import: for a Brazilian company a number without a country is Brazilian.
  const home = await homeOf(app.db, me.companyId)
  const rows = await readSheet(file)
  const made: ItemView[] = []
  for (let from = 0; from < rows.length; from += CONTACT_LIST.batch) {
    const outcomes = await addRows(app, me, list.id, rows.slice(from, from + CONTACT_LIST.batch), home)
    const ids = outcomes.flatMap(({ id }) => (id == null ? [] : [Number(id)]))
    if (ids.length === 0) continue
    const items = await app.db
      .select()
      .from(contactListItems)
      .where(inArray(contactListItems.id, ids))
      .orderBy(asc(contactListItems.id))
    made.push(...items.map(itemView))
  }
  return made
}

/** Removes contacts from a list. @returns how many were on it. @throws ApiError ERR_NO_CONTACTLIST_FOUND */
export async function removeItems(
  app: Workspace,
  me: Me,
  listId: number,
  ids: readonly number[],
): Promise<number> {
  const list = await listOf(app.db, me.companyId, listId)
  if (ids.length === 0) return 0
  return app.db.company(me.companyId).write(async tx => {
    const gone = await tx
      .delete(contactListItems)
      .where(and(eq(contactListItems.contactListId, list.id), inArray(contactListItems.id, [...ids])))
      .returning({ id: contactListItems.id })
    for (const { id } of gone)
      app.realtime.toCompany(me.companyId, 'ContactListItem', { action: 'delete', id })
    if (gone.length > 0) await publishList(app, tx, me.companyId, list.id)
    return gone.length
  })
}

/**
 * Deletes a list with its contacts, some thousand at a time. An interrupted deletion leaves the list with the rest, to
 * be deleted again. A campaign that is scheduled or running would lose its recipients.
 * @throws ApiError ERR_NO_CONTACTLIST_FOUND, ERR_CONTACTLIST_IN_USE
 */
export async function removeList(app: Workspace, me: Me, id: number): Promise<null> {
  const list = await listOf(app.db, me.companyId, id)
  const uses = and(
    eq(campaigns.contactListId, list.id),
    inArray(campaigns.status, CAMPAIGN_STATES.filter(isCancellable)),
  )
  if ((await app.db.$count(campaigns, uses)) > 0) throw new ApiError('ERR_CONTACTLIST_IN_USE')
  for (;;) {
    const some = app.db
      .select({ id: contactListItems.id })
      .from(contactListItems)
      .where(eq(contactListItems.contactListId, list.id))
      .limit(SLICE)
    const gone = await app.db
      .company(me.companyId)
      .delete(contactListItems)
      .where(inArray(contactListItems.id, some))
      .returning({ id: contactListItems.id })
    if (gone.length < SLICE) break
    await new Promise(resolve => setImmediate(resolve))
  }
  return keptContactLists.remove(app, me, id)
}
