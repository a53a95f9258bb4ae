/** Writers that wait share a commit; each is told that it has ended when the disk has what it wrote. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, Transaction } from '@libsql/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase, openForServer } from '../../../electron/database/open'
import { type WriteQueue, writeQueue } from '../../../electron/server/platform/db/write-queue'
import { deferred } from '../../support/deferred'

let folder: string
let client: Client
let reader: Client
let queue: WriteQueue
/** Commits that were asked of the database, and what the next of them waits for. */
let commits: number
let disk: () => Promise<void>

beforeEach(async () => {
  // No writer waits too long to be joined by the others, however busy the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  folder = await mkdtemp(join(tmpdir(), 'turno-writers-'))
  client = await openForServer(join(folder, 'a.db'))
  await client.execute('PRAGMA journal_mode = WAL')
  await client.executeMultiple('CREATE TABLE t (a UNIQUE); CREATE TABLE p (id INTEGER PRIMARY KEY)')
  await client.execute('CREATE TABLE c (p REFERENCES p(id) DEFERRABLE INITIALLY DEFERRED)')
  await client.execute('PRAGMA foreign_keys = ON')
  reader = await openDatabase(join(folder, 'a.db'))
  commits = 0
  disk = async () => undefined
  const begin = client.transaction.bind(client)
  const counted = async (): Promise<Transaction> => {
    const tx = await begin('write')
    const commit = tx.commit.bind(tx)
    return Object.assign(tx, {
      async commit() {
        commits += 1
        await disk()
        await commit()
      },
    })
  }
  queue = writeQueue(Object.assign(client, { transaction: counted }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  reader.close()
  client.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const stored = async (): Promise<unknown[]> =>
  (await reader.execute('SELECT a FROM t ORDER BY rowid')).rows.map(row => row.a)
const insert = (a: number) => queue.execute({ sql: 'INSERT INTO t VALUES (?)', args: [a] })
async function inTransaction(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const tx = await queue.begin()
  try {
    await work(tx)
    await tx.commit()
  } catch (error) {
    await tx.rollback()
    throw error
  }
}
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'written',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

it('waiting writers share one commit, in the order they came, and none is told before it has ended', async () => {
  const { promise: held, resolve: release } = deferred()
  disk = () => held
  const told: number[] = []
  const all = [
    inTransaction(tx => tx.execute('INSERT INTO t VALUES (0)')).then(() => told.push(0)),
    ...[1, 2, 3].map(a => insert(a).then(() => told.push(a))),
    inTransaction(tx => tx.batch(['INSERT INTO t VALUES (4)', 'INSERT INTO t VALUES (5)'])).then(() =>
      told.push(4),
    ),
  ]
  await expect.poll(() => commits).toBe(1)
  expect([told, await stored()]).toEqual([[], []])
  release()
  await Promise.all(all)
  expect([told, await stored(), commits]).toEqual([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5], 1])
})

it('what one does after its commit comes before what the next one does', async () => {
  const order: string[] = []
  const after = (name: string) => async () => {
    order.push(`${name} written`)
    for (let i = 0; i < 20; i += 1) await reader.execute('SELECT a FROM t')
    order.push(`${name} told`)
  }
  await Promise.all([insert(1).then(after('one')), insert(2).then(after('two'))])
  expect([order, commits]).toEqual([['one written', 'one told', 'two written', 'two told'], 1])
})

it('who comes while the disk is waited for has the next commit', async () => {
  let release: () => void = () => undefined
  disk = () =>
    new Promise(resolve => {
      release = resolve
    })
  const first = insert(1)
  await expect.poll(() => commits).toBe(1)
  const second = insert(2)
  disk = async () => undefined
  await new Promise(resolve => setImmediate(resolve))
  expect([commits, await stored()]).toEqual([1, []])
  release()
  await Promise.all([first, second])
  expect([commits, await stored()]).toEqual([2, [1, 2]])
})

it('one that fails takes back its own part alone', async () => {
  const outcomes = await Promise.all(
    [
      insert(1),
      inTransaction(async tx => {
        await tx.execute('INSERT INTO t VALUES (2)')
        throw new Error('changed its mind')
      }),
      insert(1),
      inTransaction(async tx => {
        await tx.execute('INSERT INTO t VALUES (3)')
        await tx.execute('INSERT INTO t VALUES (1)')
      }),
      insert(4),
    ].map(outcome),
  )
  expect(outcomes).toEqual([
    'written',
    'changed its mind',
    'SQLITE_CONSTRAINT',
    'SQLITE_CONSTRAINT',
    'written',
  ])
  expect([await stored(), commits]).toEqual([[1, 4], 1])
})

it('a commit that fails is everybody’s who shared it, and nobody’s after it', async () => {
  const outcomes = await Promise.all(
    [insert(1), inTransaction(tx => tx.execute('INSERT INTO c VALUES (9)')), insert(2)].map(outcome),
  )
  expect(outcomes).toEqual(['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT'])
  expect(await stored()).toEqual([])
  await insert(3)
  expect(await stored()).toEqual([3])
})

it('on a full disk nobody is told that anything was written, and why', async () => {
  const { rows } = await client.execute('PRAGMA page_count')
  await client.execute(`PRAGMA max_page_count = ${Number(rows[0]?.page_count)}`)
  const big = (a: number) =>
    inTransaction(async tx => {
      await tx.execute({ sql: 'INSERT INTO t VALUES (?)', args: [a] })
      await tx.execute({ sql: 'INSERT INTO t VALUES (zeroblob(100000) || ?)', args: [a] })
    })
  const outcomes = await Promise.all([insert(1), big(2), insert(3)].map(outcome))
  const held = await stored()
  expect(outcomes[1]).toBe('SQLITE_FULL')
  for (const [at, a] of [1, 2, 3].entries()) expect(outcomes[at] === 'written').toBe(held.includes(a))
  await client.execute('PRAGMA max_page_count = 100000')
  await insert(5)
  expect(await stored()).toContain(5)
})

it('one that changes nothing waits for no disk, and is no change', async () => {
  const before = queue.changes()
  await inTransaction(tx => tx.execute('SELECT a FROM t'))
  await queue.execute('UPDATE t SET a = 1')
  await queue.execute('UPDATE t SET a = 1 RETURNING a')
  await queue.execute('INSERT INTO t SELECT 1 WHERE false ON CONFLICT DO NOTHING')
  expect([commits, queue.changes()]).toEqual([0, before])
  await inTransaction(tx => tx.execute('INSERT INTO t VALUES (1) RETURNING a'))
  expect([commits, queue.changes() > before]).toEqual([1, true])
  const then = queue.changes()
  await inTransaction(tx => tx.execute('CREATE TABLE later (a)'))
  expect([commits, queue.changes() > then]).toEqual([2, true])
})

it('what belongs to no transaction comes between them', async () => {
  const seen: unknown[] = []
  await Promise.all([
    insert(1),
    queue.alone(async () => {
      seen.push(...(await stored()))
      await client.execute('PRAGMA secure_delete = ON')
    }),
    insert(2),
  ])
  expect([seen, commits, await stored()]).toEqual([[1], 2, [1, 2]])
})

it('a transaction that is left open is closed without what it did, and the next one goes on', async () => {
  const tx = await queue.begin()
  await tx.execute('INSERT INTO t VALUES (1)')
  const next = insert(2)
  tx.close()
  await next
  expect([tx.closed, await stored()]).toEqual([true, [2]])
})
