import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold } from '@contract'
import { asc, eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { type Db, openDb } from '../../../electron/server/platform/db/client'
import { jsonRowOf, wholeRows } from '../../../electron/server/platform/db/json-rows'
import { migrate } from '../../../electron/server/platform/db/migrate'
import { allIds, migrations } from '../../../electron/server/platform/db/migrations'
import * as schema from '../../../electron/server/platform/db/schema'
import { containing, phrase } from '../../../electron/server/platform/db/search'
import { PRIVATE_FILE } from '../../support/private-file'

let folder: string
let db: Db
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-db-'))
  db = await openDb(folder)
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const tables = Object.values(schema).filter(t => is(t, SQLiteTable)) as SQLiteTable[]

/** Tables that are not a company's. */
const PLATFORM = new Set([
  'plans',
  'companies',
  'helps',
  'payment_settings',
  'mail_settings',
  'keeping',
  'work_processes',
  'work_shards',
  'workspace',
  'local_network',
])

/** Columns of a table's key. */
const keysOf = (table: SQLiteTable): Set<string> => {
  const { columns, primaryKeys } = getTableConfig(table)
  return new Set(
    [...columns.filter(c => c.primary), ...primaryKeys.flatMap(key => key.columns)].map(c => c.name),
  )
}

describe('migrations', () => {
  it('make exactly the tables, columns with their types, and indexes the schema declares', async () => {
    for (const table of tables) {
      const name = getTableName(table)
      const columns = await db.all<{ name: string; type: string; notnull: number; pk: number }>(
        sql`select name, type, "notnull", pk from pragma_table_info(${name})`,
      )
      const said = (column: string, type: string, required: boolean): string =>
        `${column} ${type.toLowerCase()}${required ? ' not null' : ''}`
      // A key of one whole number is never null, whether its table says so or not.
      expect(columns.map(c => said(c.name, c.type, c.notnull === 1 || c.pk > 0)).sort(), name).toEqual(
        Object.values(getTableColumns(table))
          .map(c => said(c.name, c.getSQLType(), c.notNull || keysOf(table).has(c.name)))
          .sort(),
      )
      const indexes = await db.all<{ name: string }>(
        sql`select name from pragma_index_list(${name}) where origin = 'c'`,
      )
      expect(indexes.map(i => i.name).sort(), name).toEqual(
        [
          ...getTableConfig(table).indexes.map(i => i.config.name),
          ...Object.values(getTableColumns(table))
            .filter(c => c.isUnique)
            .map(c => c.uniqueName ?? ''),
        ].sort(),
      )
    }
  })

  it('run once, and refuse a file of a newer version', async () => {
    const client = await openDatabase(join(folder, 'workspace.db'))
    const steps = [...migrations, { id: '9000-later', sql: 'CREATE TABLE later (id integer)' }]
    for (let times = 0; times < 2; times += 1) await migrate(client, steps)
    const { rows } = await client.execute('select id from migrations order by id')
    expect(rows.map(row => row.id)).toEqual(allIds(steps).sort())
    expect((await client.execute('select * from later')).rows).toEqual([])
    await expect(migrate(client)).rejects.toThrow('newer version (9000-later)')
    client.close()
  })

  it('every row but those of the platform names its company', () => {
    for (const table of tables) {
      const name = getTableName(table)
      if (!PLATFORM.has(name)) expect(Object.keys(getTableColumns(table)), name).toContain('companyId')
    }
  })
})

describe('reader and writer', () => {
  it('the file is its owner’s alone, in WAL mode, with foreign keys', async () => {
    expect((await stat(join(folder, 'workspace.db'))).mode & 0o777).toBe(PRIVATE_FILE)
    expect((await stat(join(folder, 'workspace.db-wal'))).size).toBeGreaterThan(0)
    await expect(
      db.platform.insert(schema.queues).values({ companyId: 99, name: 'x', color: '#000' }),
    ).rejects.toThrow()
  })

  it('writers take turns; readers see only what is committed; a failed one leaves nothing', async () => {
    const order: string[] = []
    const slow = db.platform.write(async tx => {
      await tx.insert(schema.companies).values({ name: 'A' })
      await new Promise(resolve => setTimeout(resolve, 30))
      order.push(`inside ${(await db.select().from(schema.companies)).length}`)
      order.push('a')
    })
    const next = db.platform
      .insert(schema.companies)
      .values({ name: 'B' })
      .then(() => order.push('b'))
    const failing = db.platform.write(async tx => {
      await tx.insert(schema.companies).values({ name: 'C' })
      throw new Error('no')
    })
    await slow
    await next
    await expect(failing).rejects.toThrow('no')
    expect(order).toEqual(['inside 0', 'a', 'b'])
    expect((await db.select().from(schema.companies)).map(c => c.name)).toEqual(['A', 'B'])
  })

  it('a write that would wait for its own transaction is refused instead of hanging', async () => {
    await expect(
      db.platform.write(async () => {
        await db.platform.insert(schema.companies).values({ name: 'D' })
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('would wait for itself') } })
    await db.platform.insert(schema.companies).values({ name: 'E' })
    expect(await db.select().from(schema.companies)).toHaveLength(1)
  })
})

it('rows read as one value are the rows a select gives', async () => {
  const { companies, contacts, whatsapps } = schema
  await db.platform
    .insert(companies)
    .values({ name: 'A', dueDate: '2026-02-03T04:05:06.007Z', status: false })
  await db.platform.insert(whatsapps).values({ companyId: 1, name: 'Loja "1" \\ ação 🙂\n' })
  for (const [number, whatsappId] of [
    ['1', 1],
    ['2', null],
  ] as const)
    await db.platform
      .insert(contacts)
      .values({ companyId: 1, number, name: `${number}`, whatsappId, active: false })

  const [whole] = await db.select().from(companies)
  expect(await wholeRows(companies)(db, sql`${companies.id} = ${1}`)).toEqual([whole])
  expect(await wholeRows(companies)(db, sql`${companies.id} = ${2}`)).toEqual([])

  const columns = {
    contact: getTableColumns(contacts),
    whatsapp: { id: whatsapps.id, name: whatsapps.name, isDefault: whatsapps.isDefault },
  }
  const joined = () => eq(whatsapps.id, contacts.whatsappId)
  const plain = await db
    .select(columns)
    .from(contacts)
    .leftJoin(whatsapps, joined())
    .orderBy(asc(contacts.id))
  expect(plain.map(row => row.whatsapp?.name)).toEqual(['Loja "1" \\ ação 🙂\n', undefined])
  const together = () => db.select({ all: jsonRowOf(columns, ['whatsapp']) }).from(contacts)
  const [found] = await together().leftJoin(whatsapps, joined())
  expect(found?.all.toSorted((a, b) => a.contact.id - b.contact.id)).toEqual(plain)
  expect(await together().leftJoin(whatsapps, joined()).where(eq(contacts.id, 99))).toEqual([{ all: [] }])
})

it('search text ignores accents and case and takes wildcards literally', () => {
  expect(fold('Ação ÇÉ')).toBe('acao ce')
  expect(containing(' 50%_\\ ')).toBe('%50\\%\\_\\\\%')
  expect(phrase('a "b"')).toBe('"a ""b"""')
})
