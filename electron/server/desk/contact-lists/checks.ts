/**
 * Checks whether the numbers of contact lists are on WhatsApp. The waiting rows are the queue: a restart continues with
 * them.
 */
import type { NumberState } from '@contract'
import { and, asc, eq, exists, gt, inArray, ne, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { rowsAsTable } from '../../platform/db/engine/rows'
import { companies, contactListItems } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import { hasFeatureOf } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { checkingConnection } from '../contacts/numbers'
import type { Consumer } from '../happenings/consumer'
import { type ItemRow, itemView, keptContactLists, listOf, publishList, publishListSoon } from './views'

/** Numbers checked before the results are stored and sent to consoles. */
const BATCH = 200
/** Parallel checks. */
const AT_ONCE = 10
/** Pause after everything was checked, milliseconds; new rows end it. */
const IDLE_MS = 5_000
const JOB = 'number.check'

/** Written into the statement: only then SQLite uses the partial index of waiting rows. */
const WAITING = sql`${contactListItems.numberState} = 'waiting'`

interface Answer {
  row: ItemRow
  state: NumberState
  /** As the channel writes it. */
  number: string
}

/** Checks some rows. @returns results; rows that could not be checked are missing. */
async function ask(app: Workspace, whatsappId: number, rows: readonly ItemRow[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const one = async (row: ItemRow): Promise<void> => {
    try {
      const { exists, number } = await app.channel.checkNumber(whatsappId, row.number)
      answers.push({ row, state: exists ? 'valid' : 'invalid', number: exists ? number : row.number })
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
    }
  }
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await Promise.all(rows.slice(from, from + AT_ONCE).map(one))
  return answers
}

/** Columns of a checked row; `known` is the number that was checked. */
const changed = async (tx: Tx, answers: readonly Answer[]): Promise<ItemRow[]> => {
  const at = Date.now()
  const rows = answers.map(({ row, state, number }) => [
    row.id,
    row.number,
    number,
    state,
    contactSearchText({ name: row.name, number, email: row.email }),
    at,
  ])
  // One statement for any number: a list of 50,000 takes seconds.
  const { id, number, numberState, search, updatedAt } = contactListItems
  const given = rowsAsTable(rows, { id, asked: number, number, state: numberState, search, at: updatedAt })
  const ids = await tx.all<{ id: number }>(sql`
    update contact_list_items set number = j.number, number_state = j.state, search = j.search, updated_at = j.at
    from ${given}
    where contact_list_items.id = j.id and contact_list_items.number = j.asked
      and contact_list_items.number_state = 'waiting'
    returning contact_list_items.id as id`)
  const stored = new Set(ids.map(({ id }) => id))
  return answers.flatMap(({ row, state, number }) =>
    stored.has(row.id) ? [{ ...row, number, numberState: state }] : [],
  )
}

/**
 * Stores results for rows that still wait with the checked number. Two items may be the same phone (Brazilian numbers
 * with and without the ninth digit): the later one becomes `repeated` and is never written to.
 */
async function store(app: Workspace, companyId: number, answers: readonly Answer[]): Promise<ItemRow[]> {
  return app.db.company(companyId).write(async tx => {
    const plain = answers.filter(({ row, number }) => row.number === number)
    const stored = await changed(tx, plain)
    // The others one by one, because each may be the same phone as the one before.
    for (const answer of answers.filter(({ row, number }) => row.number !== number)) {
      const { row, number } = answer
      const [other] = await tx
        .select({ id: contactListItems.id })
        .from(contactListItems)
        .where(
          and(
            eq(contactListItems.contactListId, row.contactListId),
            eq(contactListItems.number, number),
            ne(contactListItems.id, row.id),
          ),
        )
      const checked = other ? { row, state: 'repeated' as const, number: row.number } : answer
      stored.push(...(await changed(tx, [checked])))
    }
    const records = stored.map(itemView)
    if (records.length > 0)
      app.realtime.toCompany(companyId, 'ContactListItem', { action: 'update', records })
    return stored
  })
}

/**
 * Checks one batch of a company.
 * @param after id of the last row.
 * @returns the id to continue after; null when the company is done for now.
 */
async function batch(app: Workspace, companyId: number, after: number): Promise<number | null> {
  const rows = await app.db
    .select()
    .from(contactListItems)
    .where(and(eq(contactListItems.companyId, companyId), WAITING, gt(contactListItems.id, after)))
    .orderBy(asc(contactListItems.id))
    .limit(BATCH)
  const last = rows.at(-1)
  if (!last) return null
  const connection = await checkingConnection(app, companyId).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (connection === null) return null
  const answers = await ask(app, connection, rows)
  if (answers.length === 0) return null
  const stored = await store(app, companyId, answers)
  // A campaign that waits for the result may be next.
  if (stored.length > 0) app.memory.idleCampaigns.clear()
  for (const listId of new Set(stored.map(row => row.contactListId))) publishListSoon(app, companyId, listId)
  return rows.length < BATCH ? null : last.id
}

/**
 * Wakes the checks after rows were added.
 * @param afterMs waits for this much silence first, so that an import is not slowed down.
 */
export function wakeChecks(app: Workspace, afterMs = 0): void {
  wakeChecksHere(app, afterMs)
  app.work.wake(null, { job: 'checks', afterMs })
}

/** The same in this process only. Does nothing where no checks run (tools, tests). */
export function wakeChecksHere({ memory, turns }: Workspace, afterMs: number): void {
  clearTimeout(memory.numberChecks.timer)
  memory.numberChecks.timer = setTimeout(() => void turns.get(JOB)?.(), afterMs)
  memory.numberChecks.timer.unref()
}

/** Checks all that waits. A number that cannot be checked is skipped until the next time. */
export const numberChecks: Consumer = {
  name: 'number-checks',
  follows: {
    job: JOB,
    everyMs: IDLE_MS,
    due({ db }, of) {
      const ofCompany = and(eq(contactListItems.companyId, companies.id), WAITING)
      const waits = exists(db.select({ id: contactListItems.id }).from(contactListItems).where(ofCompany))
      return (
        db
          .select({ key: companies.id, companyId: companies.id })
          .from(companies)
          // Lists are for campaigns.
          .where(and(of(companies.id), hasFeatureOf('useCampaigns', companies.id), waits))
      )
    },
    async work(app, { companyId }, ending) {
      let batches = 0
      for (let after: number | null = 0; after !== null && !ending.aborted; batches++) {
        after = app.work.owns(companyId) ? await batch(app, companyId, after) : null
        await new Promise(resolve => setImmediate(resolve))
      }
      return batches
    },
  },
}

/** Lets the invalid numbers of a list be checked again. @returns the list. @throws ApiError ERR_NO_CONTACTLIST_FOUND */
export async function recheck(app: Workspace, companyId: number, listId: number) {
  await listOf(app.db, companyId, listId)
  const again = await app.db.company(companyId).write(async tx => {
    const again = await tx
      .update(contactListItems)
      .set({ numberState: 'waiting', updatedAt: new Date().toISOString() })
      .where(
        and(
          eq(contactListItems.contactListId, listId),
          inArray(contactListItems.numberState, ['invalid', 'repeated']),
        ),
      )
      .returning({ id: contactListItems.id })
    if (again.length === 0) return false
    app.realtime.toCompany(companyId, 'ContactListItem', { action: 'reload', contactListId: listId })
    await publishList(app, tx, companyId, listId)
    return true
  })
  if (again) wakeChecks(app)
  return keptContactLists.row(app.db, { companyId }, listId)
}
