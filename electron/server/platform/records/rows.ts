/** Rows of a kind of record: reading, adding, changing and sorting. */
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import type { Reader, Tx, Writer } from '../db/client'
import type { Afterwards, Caller, Change, Definition, KeptTable, Telling, Told } from './definition'

/** The owner of rows. */
export interface Owner<Who> {
  writer(app: Workspace, who: Who): Writer
  where(who: Who): SQL | undefined
  values(who: Who): Readonly<Record<string, unknown>>
}

/** A row as it is sent. */
export function shownOf<Row, Shown>(
  def: { show?(row: NoInfer<Row>, app: Workspace): Shown },
  row: Row,
  app: Workspace,
): Shown {
  return def.show ? def.show(row, app) : (row as unknown as Shown)
}

/** The operations on rows, within a write if they change them. */
export function rowsOf<
  T extends KeptTable,
  Row extends { id: number },
  Form,
  Shown,
  Who extends Caller,
  N extends string,
>(def: Definition<T, Row, Form, Shown, Who, N>, owner: Owner<Who>) {
  // Drizzle's builders take their columns from the table's own type, which a generic function cannot express.
  const table: KeptTable = def.table
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table)
  const touched = () => (columns.updatedAt ? { updatedAt: new Date().toISOString() } : {})
  const placeColumn = def.place === undefined ? undefined : columns[def.place]
  const one = (who: Who, id: number) => and(owner.where(who), eq(table.id, id))
  async function rows(db: Reader, who: Who, which?: SQL): Promise<Row[]> {
    const where = and(owner.where(who), def.visible?.(who), which)
    const found = def.read
      ? await def.read(db, where, who)
      : ((await db
          .select()
          .from(table)
          .where(where)
          .orderBy(...(def.order ?? []), asc(table.id))) as unknown as Row[])
    return def.sees ? found.filter(row => def.sees?.(who, row)) : found
  }

  async function row(db: Reader, who: Who, id: number): Promise<Row> {
    const [found] = await rows(db, who, eq(table.id, id))
    if (!found) throw new ApiError(def.missing ?? 'ERR_NOT_FOUND')
    return found
  }

  async function changeable(db: Reader, who: Who, id: number): Promise<Row> {
    const found = await row(db, who, id)
    if (def.mayChange && !def.mayChange(who, found)) throw new ApiError('ERR_NO_PERMISSION')
    return found
  }

  function announce(app: Workspace, who: Who, changes: readonly Change<Row>[]): void {
    const { announce: tell } = def
    if (typeof tell === 'string') app.realtime.toCompany(who.companyId, tell, { action: 'changed' })
    else for (const change of changes) if (tell) tellOf(tell, app, who, change)
  }

  function tellOf(tell: Told | Telling<Who, Row>, app: Workspace, who: Who, change: Change<Row>): void {
    if (typeof tell === 'function') {
      tell(app, who, change)
      return
    }
    const { before, after } = change
    const payload = after
      ? { action: before ? 'update' : 'create', [tell.row]: shownOf(def, after, app) }
      : { action: 'delete', [tell.gone]: before?.id }
    // Which member belongs to which action says the schema of the channel.
    app.realtime.toCompany(who.companyId, tell.channel, payload as never)
  }

  async function refuseOneMore(tx: Tx, who: Who): Promise<void> {
    if (!def.most) return
    const { count, code, whose } = def.most
    if ((await tx.$count(table, and(owner.where(who), whose?.(who)))) >= count)
      throw new ApiError(code, { limit: count })
  }

  async function lastPlace(tx: Tx, who: Who): Promise<Readonly<Record<string, unknown>>> {
    if (!placeColumn || def.place === undefined) return {}
    const [last] = await tx
      .select({ place: sql<number>`coalesce(max(${placeColumn}), 0)` })
      .from(table)
      .where(owner.where(who))
    return { [def.place]: Number(last?.place ?? 0) + 1 }
  }

  /** An added row, and what runs after the write. */
  async function add(app: Workspace, tx: Tx, who: Who, form: Form): Promise<[Row, Afterwards]> {
    await def.check?.(tx, who, form, null, app)
    const known = await def.known?.(tx, who, form)
    if (known) return [known, undefined]
    await refuseOneMore(tx, who)
    const given = await def.columns(form, who, null, { app, tx })
    const values = { ...(await lastPlace(tx, who)), ...given, ...owner.values(who) }
    const [made] = await tx.insert(table).values(values).returning({ id: table.id })
    const id = Number(made?.id)
    const afterwards = await def.written?.(tx, who, id, form, null)
    const after = await row(tx, who, id)
    announce(app, who, [{ before: null, after }])
    return [after, afterwards]
  }

  async function update(
    app: Workspace,
    tx: Tx,
    who: Who,
    id: number,
    form: Form,
  ): Promise<[Row, Afterwards]> {
    const before = await changeable(tx, who, id)
    await def.check?.(tx, who, form, before, app)
    const values = await def.columns(form, who, before, { app, tx })
    let afterwards: Afterwards
    const after = await set(app, tx, who, before, values, async () => {
      afterwards = await def.written?.(tx, who, id, form, before)
    })
    return [after, afterwards]
  }

  /** Changes columns of a row. @param beside further writes before the row is read again. */
  async function set(
    app: Workspace,
    tx: Tx,
    who: Who,
    before: Row,
    values: object,
    beside?: () => Promise<void>,
  ): Promise<Row> {
    await tx
      .update(table)
      .set({ ...values, ...touched() })
      .where(one(who, before.id))
    await beside?.()
    const after = await row(tx, who, before.id)
    announce(app, who, [{ before, after }])
    return after
  }

  async function remove(app: Workspace, tx: Tx, who: Who, id: number): Promise<[Row, Afterwards]> {
    const before = await changeable(tx, who, id)
    const afterwards = await def.leaving?.(tx, who, before)
    await tx.delete(table).where(one(who, id))
    announce(app, who, [{ before, after: null }])
    return [before, afterwards]
  }

  async function arrange(app: Workspace, tx: Tx, who: Who, ids: readonly number[]): Promise<void> {
    const { place } = def
    if (!placeColumn || place === undefined) throw new Error('These records have no order')
    const before = await rows(tx, who)
    const places = await tx.select({ id: table.id, at: placeColumn }).from(table).where(owner.where(who))
    const placeOf = new Map(places.map(({ id, at }) => [id, at]))
    const named = [...new Set(ids)].flatMap(id => before.find(found => found.id === id) ?? [])
    const order = [...named, ...before.filter(found => !named.includes(found))]
    const changes: Change<Row>[] = []
    for (const [at, found] of order.entries()) {
      if (placeOf.get(found.id) === at + 1) continue
      await tx
        .update(table)
        .set({ [place]: at + 1, ...touched() })
        .where(one(who, found.id))
      changes.push({ before: found, after: await row(tx, who, found.id) })
    }
    announce(app, who, changes)
  }

  return { rows, row, changeable, add, update, set, remove, arrange }
}
