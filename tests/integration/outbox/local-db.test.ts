import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { openLocalDb } from '../../../electron/main/local-db/local-db'
import { createLog } from '../../../electron/main/log/log'
import { PRIVATE_FILE } from '../../support/private-file'

let dir: string
let lines: string[]
const log = createLog((level, line) => lines.push(`${level} ${line}`))
const file = () => join(dir, 'console.db')
const account = { server: 'http://s', companyId: 1, userId: 2 }
const open1 = () => openLocalDb({ dataDir: dir, log })

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-db-'))
  lines = []
})
afterEach(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }))

const fill = async (cacheRows: number) => {
  const db = await open1()
  const scope = await db.scopeOf(account)
  await db.write([
    {
      sql: "INSERT INTO outbox (scope, id, ticket_id, kind, body, state, created_at) VALUES (?, 'entry-1', 1, 'text', 'unsent answer', 'queued', 1)",
      args: [scope],
    },
    { sql: "INSERT INTO drafts VALUES (?, 3, 'half a sentence', NULL, NULL, 'now')", args: [scope] },
    { sql: "INSERT INTO macros (scope, name, steps) VALUES (?, 'Despedir', '[]')", args: [scope] },
    ...[...Array(cacheRows).keys()].map(i => ({
      sql: "INSERT INTO seen_messages VALUES (?, ?, 1, NULL, ?, 1, 1, '{}')",
      args: [i, `m${i}`, `palavra ${i} ${'x'.repeat(200)}`],
    })),
  ])
  await db.close()
}

it('opens empty, is nobody else to read, and holds what it held when it is opened again', async () => {
  await fill(0)
  expect(await readdir(dir)).toContain('console.db')
  for (const name of await readdir(dir)) {
    // The driver takes its side files away a moment after it was closed.
    const found = await stat(join(dir, name)).catch(() => null)
    if (found === null) {
      expect(name).toMatch(/-(shm|wal)$/)
      continue
    }
    expect(found.mode & 0o777).toBe(PRIVATE_FILE)
    if (name.endsWith('-wal')) expect(found.size).toBe(0)
  }
  const db = await open1()
  expect(db.recovery).toBeNull()
  expect((await db.all('SELECT body FROM outbox')).map(row => row.body)).toEqual(['unsent answer'])
  expect(await db.scopeOf(account)).toBe(1)
  expect(await db.scopeOf({ ...account, server: 'http://t' })).not.toBe(1)
  await db.close()
  await db.close()
})

it('starts afresh beside a file that is no database, and says so', async () => {
  await writeFile(file(), 'this is not a database, it is a long enough text'.repeat(100))
  const db = await open1()
  expect(db.recovery?.movedTo).toContain('console.db.damaged-')
  expect(await stat(db.recovery?.movedTo ?? '')).toBeTruthy()
  expect(lines.some(line => line.startsWith('error') && line.includes('damaged'))).toBe(true)
  await db.scopeOf(account)
  await db.close()
})

it('carries unsent entries and drafts over from a damaged file, and erases the damaged file with the account', async () => {
  await fill(3_000)
  const { size } = await stat(file())
  const handle = await open(file(), 'r+')
  // The far end holds cache pages; a crash is faked so that the next start looks.
  await handle.write(Buffer.alloc(65_536, 0xab), 0, 65_536, Math.floor((size * 0.6) / 4_096) * 4_096)
  await handle.close()
  const raw = await openDatabase(file())
  await raw.execute("UPDATE meta SET value = '0' WHERE key = 'closed'")
  raw.close()

  const db = await open1()
  expect(db.recovery?.rows).toMatchObject({ scopes: 1, outbox: 1, drafts: 1 })
  expect((await db.all('SELECT body FROM outbox')).map(row => row.body)).toEqual(['unsent answer'])
  expect((await db.all('SELECT text FROM drafts')).map(row => row.text)).toEqual(['half a sentence'])
  const names = async () => (await db.all('SELECT name FROM macros')).map(row => row.name)
  expect(await names()).toEqual(['Despedir'])
  const scope = await db.scopeOf(account)
  await db.eraseScope(scope)
  // What is nowhere else stays, for the same account.
  expect([await names(), await db.scopeOf(account)]).toEqual([['Despedir'], scope])
  expect(await db.all('SELECT id FROM outbox')).toEqual([])
  expect((await readdir(dir)).filter(name => name.includes('damaged'))).toEqual([])
  await db.close()
})

it('saves every readable entry when the damage is in the outbox itself', async () => {
  const first = await open1()
  const scope = await first.scopeOf(account)
  await first.write(
    [...Array(200).keys()].map(i => ({
      sql: "INSERT INTO outbox (scope, id, ticket_id, kind, body, state, created_at) VALUES (?, ?, 1, 'text', ?, 'queued', 1)",
      args: [scope, `entry-${i}`, `answer ${i} ${'x'.repeat(300)}`],
    })),
  )
  const [leaf] = await first.all(
    "SELECT pageno, ncell FROM dbstat WHERE name = 'outbox' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 5",
  )
  await first.close()
  const handle = await open(file(), 'r+')
  await handle.write(Buffer.alloc(4_096, 0xab), 0, 4_096, (Number(leaf?.pageno) - 1) * 4_096)
  await handle.close()
  const raw = await openDatabase(file())
  await raw.execute("UPDATE meta SET value = '0' WHERE key = 'closed'")
  raw.close()

  const db = await open1()
  expect(Number(leaf?.ncell)).toBeGreaterThan(0)
  expect(db.recovery?.rows.outbox).toBe(200 - Number(leaf?.ncell))
  const [order] = await db.all(
    'SELECT count(*) AS n FROM outbox a JOIN outbox b ON b.seq < a.seq AND b.id = a.id',
  )
  expect(order?.n).toBe(0)
  await db.close()
})

it('refuses a file of a newer version instead of harming it', async () => {
  await fill(0)
  const raw = await openDatabase(file())
  await raw.execute('PRAGMA user_version = 999')
  raw.close()
  await expect(open1()).rejects.toThrow(/newer version/)
  expect((await readdir(dir)).some(name => name.includes('damaged'))).toBe(false)
})

it('keeps a transaction whole or not at all', async () => {
  const db = await open1()
  const scope = await db.scopeOf(account)
  const good = { sql: "INSERT INTO drafts VALUES (?, 1, 'a', NULL, NULL, 'now')", args: [scope] }
  await expect(db.write([good, { sql: 'INSERT INTO nowhere VALUES (1)' }])).rejects.toThrow()
  expect(await db.all('SELECT * FROM drafts')).toEqual([])
  await db.write([good])
  expect(await db.all('SELECT * FROM drafts')).toHaveLength(1)
  await db.close()
})

/** How often the loop turns while something goes on: work on this thread lets it turn a few times, however long it takes. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  let over = false
  const count = () => {
    turns += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  await work.finally(() => {
    over = true
  })
  return turns
}

it('lets every window go on while the file is compacted, and writes afterwards what came meanwhile', async () => {
  await fill(2_000)
  const db = await open1()
  await db.write([{ sql: 'DELETE FROM seen_messages' }])
  const before = (await stat(file())).size
  let written = false
  const compacted = db.compact()
  const late = db.write([{ sql: "UPDATE drafts SET text = 'meanwhile'" }]).then(() => {
    written = true
  })
  expect(await turnsDuring(compacted)).toBeGreaterThan(50)
  await late
  expect(written).toBe(true)
  expect((await db.all('SELECT text FROM drafts'))[0]?.text).toBe('meanwhile')
  expect((await stat(file())).size).toBeLessThan(before)
  await db.close()
})
