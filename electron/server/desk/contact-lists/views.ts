/** Contact lists and their items as they are sent, and the check that they are the company's. */
import { type contactListItem, fold, type QueryOut } from '@contract'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import { contactListItems, contactLists } from '../../platform/db/schema'
import { containing } from '../../platform/db/search'
import type { Caller } from '../../platform/records/definition'
import { records } from '../../platform/records/records'
import type { Me, Workspace } from '../../workspace'

export type ContactListRow = typeof contactLists.$inferSelect
export type ItemView = z.input<typeof contactListItem>
export type ItemRow = typeof contactListItems.$inferSelect

/** An item as it is sent. */
export function itemView(row: ItemRow): ItemView {
  const { id, name, number, email, companyId, contactListId, numberState } = row
  const isWhatsappValid = numberState === 'waiting' ? null : numberState === 'valid'
  return { id, name, number, email, companyId, contactListId, numberState, isWhatsappValid }
}

/** Ids of one IN list. */
const CHUNK = 500

/** @throws ApiError ERR_NO_CONTACTLIST_FOUND */
export async function listOf(db: Reader, companyId: number, id: number): Promise<ContactListRow> {
  const [row] = await db
    .select()
    .from(contactLists)
    .where(and(eq(contactLists.id, id), eq(contactLists.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_CONTACTLIST_FOUND')
  return row
}

/** The lists whose name contains the search text. */
const ofCompany = (me: Me, typed?: string): SQL | undefined =>
  and(
    eq(contactLists.companyId, me.companyId),
    typed?.trim() ? sql`${contactLists.search} like ${containing(typed)} escape '\\'` : undefined,
  )

/** Rows with the number of contacts and the states of their numbers. */
async function listViews(db: Reader, rows: readonly ContactListRow[]) {
  const counted: { listId: number; state: string; count: number }[] = []
  for (let from = 0; from < rows.length; from += CHUNK) {
    const ids = rows.slice(from, from + CHUNK).map(row => row.id)
    counted.push(
      ...(await db
        .select({
          listId: contactListItems.contactListId,
          state: contactListItems.numberState,
          count: sql<number>`count(*)`,
        })
        .from(contactListItems)
        .where(inArray(contactListItems.contactListId, ids))
        .groupBy(contactListItems.contactListId, contactListItems.numberState)),
    )
  }
  return rows.map(({ id, name, companyId }) => {
    const own = counted.filter(row => row.listId === id)
    const inState = (state: string): number => own.find(row => row.state === state)?.count ?? 0
    return {
      id,
      name,
      companyId,
      contactsCount: own.reduce((sum, row) => sum + row.count, 0),
      validCount: inState('valid'),
      waitingCount: inState('waiting'),
    }
  })
}

const inNameOrder = [asc(contactLists.search), asc(contactLists.id)] as const

/** A page of the lists whose name contains what was typed, by name. */
export async function listPage(
  db: Reader,
  me: Me,
  { searchParam, pageNumber }: QueryOut<'contactLists.page'>,
) {
  const wanted = ofCompany(me, searchParam)
  const rows = db
    .select()
    .from(contactLists)
    .where(wanted)
    .orderBy(...inNameOrder)
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(contactLists, wanted))
  return { records: await listViews(db, page), ...rest }
}

/** Most lists a picker gets. */
const PICKER = 1_000

/** The lists of a company by name; `removeList` deletes them. */
export const keptContactLists = records({
  table: contactLists,
  read: async (db, where) =>
    listViews(
      db,
      await db
        .select()
        .from(contactLists)
        .where(where)
        .orderBy(...inNameOrder)
        .limit(PICKER),
    ),
  missing: 'ERR_NO_CONTACTLIST_FOUND',
  columns: ({ name }: { name: string }, _who: Caller) => ({ name, search: fold(name) }),
  announce: { channel: 'ContactList', row: 'record', gone: 'id' },
})

/** Sends everybody of the company the present state of a list; nothing when it is gone. */
export async function publishList(
  app: Workspace,
  db: Reader,
  companyId: number,
  id: number,
  action: 'create' | 'update' = 'update',
): Promise<void> {
  const [record] = await keptContactLists.rows(db, { companyId }, eq(contactLists.id, id))
  if (record) app.realtime.toCompany(companyId, 'ContactList', { action, record })
}

/** The same, once for several changes within a moment: counting a long list is not free. */
export function publishListSoon(app: Workspace, companyId: number, id: number): void {
  app.memory.listNews.run(id, () =>
    app.db.company(companyId).write(tx => publishList(app, tx, companyId, id)),
  )
}
