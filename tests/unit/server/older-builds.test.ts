/** Workspace files of earlier builds: what the first one left is carried over, the last one's opens, others are refused. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { type Db, openDb } from '../../../electron/server/platform/db/client'
import { carryOver, importWorkspace } from '../../../electron/server/platform/db/engine/import'
import { migrate } from '../../../electron/server/platform/db/migrate'
import { allIds, migrations, OlderBuild } from '../../../electron/server/platform/db/migrations'
import {
  columnsOf,
  fillEveryTable,
  lastSteps,
  makeFirstBuild,
  rowsOf,
  tablesOf,
} from '../../support/first-build'
import { shapeOfSqlite } from '../../support/postgres/shape'

let folder: string
let client: Client
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-builds-'))
  client = await openDatabase(join(folder, 'workspace.db'))
})
afterEach(async () => {
  client.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const rows = async (sql: string, of = client) =>
  (await of.execute(sql)).rows.map(row => Object.values({ ...row }))
const ids = async () => (await rows('SELECT id FROM migrations ORDER BY id')).flat()

/** The tables, indexes, references and triggers of a folder's workspace. */
async function shapeOf(at: string) {
  const db: Db = await openDb(at)
  const file = await openDatabase(join(at, 'workspace.db'))
  try {
    const shape = await shapeOfSqlite(db)
    const made =
      "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1, rowid"
    return {
      ...shape,
      // Of two that cost the same, SQLite takes the one made last.
      order: await rows(made, file),
      triggers: await rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY 1", file),
    }
  } finally {
    file.close()
    await db.close()
  }
}

describe('the first build', () => {
  beforeEach(() => makeFirstBuild(client))

  it('gets the shape of a new file', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'turno-builds-'))
    try {
      const expected = await shapeOf(fresh)
      const found = await shapeOf(folder)
      // It was made when the default was another; every row names its provider.
      const at = found.columns.whatsapps?.indexOf("provider text 'simulator'") ?? -1
      found.columns.whatsapps?.splice(at, 1, "provider text 'beta'")
      found.columns.whatsapps?.sort()
      // The triggers of the search index of articles say the same in other words.
      const words = ({ triggers }: typeof found) =>
        triggers.filter(([name]) => !String(name).includes('_index_'))
      expect(words(found)).toEqual(words(expected))
      expect(found.triggers.map(([name]) => name)).toEqual(expected.triggers.map(([name]) => name))
      expect({ ...found, triggers: [] }).toEqual({ ...expected, triggers: [] })
    } finally {
      await rm(fresh, { recursive: true, force: true, maxRetries: 10 })
    }
  })

  it('keeps every value of every table, and lies beside as it was', async () => {
    await fillEveryTable(client)
    const before = new Map<string, { columns: string[]; rows: string[] }>()
    for (const table of await tablesOf(client)) {
      const columns = await columnsOf(client, table)
      const kept = await rowsOf(client, table, columns)
      expect(kept.length, table).toBeGreaterThan(0)
      before.set(table, { columns, rows: kept })
    }
    const aside = await carryOver(folder)
    expect((await client.execute('PRAGMA foreign_key_check')).rows).toEqual([])
    const gone = ['assist_asks', 'bot_turns', 'migrations']
    for (const [table, { columns, rows: kept }] of before)
      if (!gone.includes(table)) {
        // Deadlines are told again, from the beginning.
        const now = (line: string) =>
          table === 'service_level_rules' ? line.replace(/done_to: \d+/, 'done_to: 0') : line
        expect(await rowsOf(client, table, columns), table).toEqual(kept.map(now))
      }
    const added: Record<string, number> = {}
    for (const table of await tablesOf(client)) {
      const count = Number((await rows(`SELECT count(*) FROM "${table}"`))[0]?.[0])
      if (!before.has(table) && count > 0) added[table] = count
    }
    // Two cycles were opened, accepted and closed; two tickets wait for a chatbot and for an answer.
    expect(added).toEqual({ happenings: 4, report_marks: 2, ticket_events: 6 })
    expect(await ids()).toEqual(allIds().sort())

    expect((await readdir(folder)).filter(name => name.includes('before'))).toEqual([
      aside?.slice(folder.length + 1),
    ])
    const old = await openDatabase(aside ?? '')
    for (const [table, { columns, rows: kept }] of before)
      expect(await rowsOf(old, table, columns), table).toEqual(kept)
    old.close()
    expect(await carryOver(folder)).toBeNull()
  })

  it('has Meta’s ids and anonymous numbers become addresses of their contacts', async () => {
    // Whose rows they are is nothing to it.
    await client.execute('PRAGMA foreign_keys = OFF')
    await client.execute(`INSERT INTO contacts (id, company_id, name, number, search, is_group, whatsapp_id, created_at, updated_at) VALUES
      (1, 1, 'BR.12345', 'BR.12345', 'br.12345 br.12345 ', 0, 5, 1, 1),
      (2, 1, 'Ana', '5511987650001', 'ana 5511987650001 ', 0, 5, 1, 1),
      (3, 1, '98765432101', '98765432101', '98765432101 98765432101 ', 0, 6, 1, 1),
      (4, 2, 'Bia', '98765432101', 'bia 98765432101 ', 0, 7, 1, 1),
      (5, 1, 'Equipe', '120363041', 'equipe 120363041 ', 1, 6, 1, 1)`)
    await client.execute(`INSERT INTO cloud_accounts (whatsapp_id, company_id, business_account_id, hook, created_at, updated_at)
      VALUES (5, 1, '42', 'a', 1, 1)`)
    await client.execute(`INSERT INTO web_people (whatsapp_id, company_id, number, jid) VALUES
      (6, 1, '98765432101', '98765432101@lid'), (6, 1, '5511987650001', '5511987650001@s.whatsapp.net')`)
    await migrate(client)
    expect(await rows('SELECT name, number, search FROM contacts ORDER BY id')).toEqual([
      ['WhatsApp 2345', 'BR.12345', 'whatsapp 2345 whatsapp 2345 '],
      ['Ana', '5511987650001', 'ana 5511987650001 '],
      ['WhatsApp 2101', '98765432101@lid', 'whatsapp 2101 whatsapp 2101 '],
      ['Bia', '98765432101', 'bia 98765432101 '],
      ['Equipe', '120363041', 'equipe 120363041 '],
    ])
    expect(
      await rows(
        'SELECT contact_id, kind, value, scope, former_at FROM contact_addresses ORDER BY contact_id',
      ),
    ).toEqual([
      [1, 'user', 'BR.12345', 'waba:42', null],
      [3, 'lid', '98765432101@lid', 'whatsapp:6', null],
    ])
    expect((await rows('SELECT number FROM web_people ORDER BY number')).flat()).toEqual([
      '5511987650001',
      '98765432101@lid',
    ])
    // The search index follows.
    expect(
      (await rows(`SELECT rowid FROM contact_index WHERE search MATCH '"whatsapp 2101"'`)).flat(),
    ).toEqual([3])
  })

  it('gives customers of sleeping tickets their wait back', async () => {
    // Whose rows they are is nothing to it.
    await client.execute('PRAGMA foreign_keys = OFF')
    await client.execute(`INSERT INTO tickets
      (id, uuid, company_id, contact_id, status, snoozed_at, waiting_since, closed_waiting_since, created_at, updated_at) VALUES
      (1, 'a', 1, 1, 'open', 9, NULL, 5, 1, 1), (2, 'b', 1, 1, 'open', 9, NULL, NULL, 1, 1), (3, 'c', 1, 1, 'closed', NULL, NULL, 5, 1, 1)`)
    await migrate(client)
    expect(await rows('SELECT waiting_since, closed_waiting_since FROM tickets ORDER BY id')).toEqual([
      [5, null],
      [null, null],
      [null, 5],
    ])
  })
})

/** A new file that remembers other steps. */
async function withSteps(steps: readonly string[]): Promise<void> {
  await migrate(client)
  await client.execute('DELETE FROM migrations')
  for (const id of steps) await client.execute({ sql: 'INSERT INTO migrations VALUES (?, 1)', args: [id] })
}

it('the last build before the baseline opens, as its tables are the same', async () => {
  await withSteps([...lastSteps(), ...migrations.map(({ id }) => id)])
  await client.execute("INSERT INTO companies (name, created_at, updated_at) VALUES ('Loja', 1, 1)")
  expect(await carryOver(join(folder, 'workspace.db'))).toBeNull()
  expect(await ids()).toEqual(allIds().sort())
  expect(await rows('SELECT name FROM companies')).toEqual([['Loja']])
})

it('a build in between is refused, and not touched', async () => {
  await withSteps(lastSteps().slice(0, -1))
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  const digest = async () =>
    createHash('sha256')
      .update(await readFile(join(folder, 'workspace.db')))
      .digest('hex')
  const before = await digest()
  await expect(openDb(folder)).rejects.toThrow(OlderBuild)
  await expect(carryOver(folder)).rejects.toThrow(OlderBuild)
  // Before anything is asked of the database it should move to, or copied.
  await expect(importWorkspace(folder, 'postgres://127.0.0.1:1/none', () => {})).rejects.toThrow(OlderBuild)
  expect(await digest()).toBe(before)
  expect((await readdir(folder)).filter(name => name.includes('before'))).toEqual([])
})
