/**
 * The two SQLites the program may stand on, held to one contract. Node's own is there from Node 22.16; on an older one
 * its half is reported as skipped.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, InValue } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtIn, type Driver, driverInUse, openDatabase, openForServer } from '../../electron/database/open'
import { byId, byVersion, type Ledger, runSteps } from '../../electron/database/run-steps'
import { deferred } from '../support/deferred'
import { nativeModule } from '../support/native-module'

const HAS: Record<Driver, boolean> = { libsql: nativeModule(), node: builtIn() !== null }
const rejection = (work: Promise<unknown>): Promise<Record<string, unknown>> =>
  work.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: Error) => error as unknown as Record<string, unknown>,
  )

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turno-database-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const WAYS = [
  { name: 'libsql', driver: 'libsql', open: (path: string) => openDatabase(path, 'libsql') },
  { name: 'libsql, waiting for the disk beside the thread', driver: 'libsql', open: openForServer },
  { name: 'node', driver: 'node', open: (path: string) => openDatabase(path, 'node') },
] as const

for (const { name, driver, open } of WAYS) {
  describe.runIf(HAS[driver])(`a database opened by ${name}`, () => {
    let db: Client
    const file = () => join(folder, 'a file with spaces and é.db')
    const one = async (sql: string, args: InValue[] = []) => (await db.execute({ sql, args })).rows[0]
    beforeEach(async () => {
      db = await open(file())
      await db.executeMultiple(`
        CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c BLOB, d REAL, e);
        CREATE TABLE child (id INTEGER PRIMARY KEY, t INTEGER NOT NULL REFERENCES t(a) ON DELETE CASCADE, CHECK (id > 0));
      `)
    })
    afterEach(() => db.close())

    it('says how far apart vectors are, by their directions', async () => {
      const vector = (...numbers: number[]) => new Uint8Array(Float32Array.from(numbers).buffer)
      const apart = async (a: Uint8Array, b: Uint8Array) =>
        (await one('SELECT vector_distance_cos(?, ?) AS it', [a, b]))?.it
      expect(await apart(vector(3, 0), vector(0, 0.5))).toBeCloseTo(1)
      expect(await apart(vector(1, 2, 3), vector(2, 4, 6))).toBeCloseTo(0)
      expect(await apart(vector(1, 2, 3), vector(-1, -2, -3))).toBeCloseTo(2)
      expect(await apart(vector(1, 0), vector(1, 1))).toBeCloseTo(1 - Math.SQRT1_2)
    })

    it.each<[string, Ledger<{ id: string; version: number; sql: string }>]>([
      ['a number', byVersion],
      ['ids', byId],
    ])('takes each step once and none by half, remembered by %s', async (_, ledger) => {
      const stepsOf = (...sqls: string[]) =>
        sqls.map((sql, at) => ({ id: `step-${at + 1}`, version: at + 1, sql }))
      const run = (...sqls: string[]) => runSteps(db, 'the file', stepsOf(...sqls), ledger)
      const first = 'CREATE TABLE one (x); INSERT INTO one VALUES (1)'
      await run(first)
      await expect(run(first, 'CREATE TABLE two (x)', 'CREATE TABLE three (x); nonsense')).rejects.toThrow()
      const tables = async () =>
        (await db.execute("SELECT name FROM sqlite_master WHERE name IN ('one', 'two', 'three')")).rows
      expect((await tables()).map(row => row.name)).toEqual(['one', 'two'])
      await run(first, 'CREATE TABLE two (x)', 'CREATE TABLE three (x)')
      expect(await tables()).toHaveLength(3)
      expect((await one('SELECT count(*) AS n FROM one'))?.n).toBe(1)
      await expect(run(first)).rejects.toThrow(/the file belongs to a newer version/)
    })

    it('takes every kind of value and gives it back', async () => {
      const bytes = new Uint8Array([9, 1, 0, 255]).subarray(1)
      await db.execute({
        sql: 'INSERT INTO t VALUES (?, ?, ?, ?, ?)',
        args: [1, 'ação 🙂', bytes, 1.5, null],
      })
      const row = await one('SELECT * FROM t')
      expect({ ...row, c: null }).toEqual({ a: 1, b: 'ação 🙂', c: null, d: 1.5, e: null })
      expect(row?.c).toBeInstanceOf(ArrayBuffer)
      expect([...new Uint8Array(row?.c as ArrayBuffer)]).toEqual([1, 0, 255])
      const bound = async (value: InValue) => {
        const found = await one('SELECT ? AS v, typeof(?) AS t', [value, value])
        return [found?.v instanceof ArrayBuffer ? found.v.byteLength : found?.v, found?.t]
      }
      expect(await bound(true)).toEqual([1, 'real'])
      expect(await bound(2)).toEqual([2, 'real'])
      expect(await bound(3n)).toEqual([3, 'integer'])
      expect(await bound(new Date(5))).toEqual([5, 'real'])
      expect(await bound(new ArrayBuffer(2))).toEqual([2, 'blob'])
      expect(await bound(new Uint8Array(0))).toEqual([0, 'blob'])
      expect(await bound(Number.MAX_SAFE_INTEGER)).toEqual([Number.MAX_SAFE_INTEGER, 'real'])
      expect(await bound('')).toEqual(['', 'text'])
    })

    it('keeps integers whole in a column of integers, up to what a number holds', async () => {
      await db.execute({ sql: 'INSERT INTO t (a) VALUES (?)', args: [Number.MAX_SAFE_INTEGER] })
      expect(await one('SELECT a, typeof(a) AS t FROM t')).toEqual({
        a: Number.MAX_SAFE_INTEGER,
        t: 'integer',
      })
      expect(await rejection(db.execute('SELECT 9007199254740993'))).toBeInstanceOf(RangeError)
      expect(await rejection(one('SELECT ?', [2n ** 70n]))).toBeInstanceOf(RangeError)
      expect(await rejection(one('SELECT ?', [Number.NaN]))).toBeInstanceOf(RangeError)
      expect(await rejection(one('SELECT ?', [undefined as unknown as null]))).toBeInstanceOf(TypeError)
    })

    it('gives rows by name and by place, with the names and types of their columns', async () => {
      await db.execute("INSERT INTO t (a, b) VALUES (7, 'x')")
      const { columns, columnTypes, rows, rowsAffected, lastInsertRowid } = await db.execute(
        'SELECT a, b AS name, a + 1 AS name FROM t',
      )
      expect({ columns, columnTypes, rowsAffected, lastInsertRowid }).toEqual({
        columns: ['a', 'name', 'name'],
        columnTypes: ['INTEGER', 'TEXT', ''],
        rowsAffected: 0,
        lastInsertRowid: undefined,
      })
      expect(Object.entries(rows[0] ?? {})).toEqual([
        ['a', 7],
        ['name', 'x'],
      ])
      expect(Array.prototype.slice.call(rows[0])).toEqual([7, 'x', 8])
      expect(rows[0]?.length).toBe(3)
      expect((await db.execute('SELECT a FROM t WHERE a > 100')).rows).toEqual([])
    })

    it('takes arguments by name, with and without their sign', async () => {
      const { rows } = await db.execute({
        sql: 'SELECT :n AS n, @m AS m, $k AS k',
        args: { n: 1, '@m': 'two', $k: null },
      })
      expect(rows[0]).toEqual({ n: 1, m: 'two', k: null })
      expect((await db.execute('SELECT ? AS v', ['given beside'])).rows[0]?.v).toBe('given beside')
    })

    it('says how many rows a statement changed and the number of the last one, and nothing of older ones', async () => {
      const done = async (sql: string) => {
        const { rowsAffected, lastInsertRowid } = await db.execute(sql)
        return [rowsAffected, lastInsertRowid]
      }
      expect(await done("INSERT INTO t (a, b) VALUES (5, 'a'), (6, 'b')")).toEqual([2, 6n])
      expect(await done('-- why\n UPDATE t SET d = 1')).toEqual([2, 6n])
      expect((await done('CREATE TABLE later (x)'))[0]).toBe(0)
      expect((await done("INSERT OR IGNORE INTO t (a, b) VALUES (5, 'a')"))[0]).toBe(0)
      expect(
        (await done("INSERT INTO t (a, b) VALUES (5, 'z') ON CONFLICT (a) DO UPDATE SET b = excluded.b"))[0],
      ).toBe(1)
      expect((await done('DELETE FROM t WHERE a = 99'))[0]).toBe(0)
      expect((await db.execute("INSERT INTO t (b) VALUES ('r') RETURNING a, b")).rows).toEqual([
        { a: 7, b: 'r' },
      ])
      const renamed = await db.execute(
        'WITH x AS (SELECT 5 AS a) UPDATE t SET d = 2 WHERE a IN (SELECT a FROM x)',
      )
      expect(renamed.rowsAffected).toBe(1)
    })

    it('names what was wrong as SQLite does', async () => {
      await db.execute("INSERT INTO t (a, b) VALUES (1, 'x')")
      const said = async (sql: string) => {
        const { code, extendedCode, rawCode, message } = await rejection(db.execute(sql))
        return [code, extendedCode, rawCode, message]
      }
      expect(await said("INSERT INTO t (b) VALUES ('x')")).toEqual([
        'SQLITE_CONSTRAINT',
        'SQLITE_CONSTRAINT_UNIQUE',
        2067,
        'SQLITE_CONSTRAINT: UNIQUE constraint failed: t.b',
      ])
      expect((await said('INSERT INTO t (a) VALUES (1)'))[1]).toBe('SQLITE_CONSTRAINT_PRIMARYKEY')
      expect((await said('INSERT INTO child VALUES (1, 99)'))[1]).toBe('SQLITE_CONSTRAINT_FOREIGNKEY')
      expect((await said('INSERT INTO child VALUES (1, NULL)'))[1]).toBe('SQLITE_CONSTRAINT_NOTNULL')
      expect((await said('INSERT INTO child VALUES (-1, 1)'))[1]).toBe('SQLITE_CONSTRAINT_CHECK')
      const [code, extended, raw, message] = await said('SELECT "no such name"')
      expect([code, extended, raw]).toEqual(['SQLITE_ERROR', 'SQLITE_ERROR', 1])
      // Newer versions of SQLite add advice.
      expect(message).toContain('SQLITE_ERROR: no such column: ')
      expect((await said('selec'))[3]).toBe('SQLITE_ERROR: near "selec": syntax error')
      await db.execute('PRAGMA query_only = ON')
      expect((await said('DELETE FROM t'))[0]).toBe('SQLITE_READONLY')
    })

    it('does a batch wholly or not at all, and says which statement it was', async () => {
      const [first, second] = await db.batch(
        [
          { sql: "INSERT INTO t (b) VALUES ('1')", args: [] },
          'SELECT count(*) AS n FROM t',
          ['INSERT INTO t (b) VALUES (?)', ['2']],
        ],
        'write',
      )
      expect([first?.lastInsertRowid, second?.rows[0]?.n]).toEqual([1n, 1])
      const failed = await rejection(
        db.batch(["INSERT INTO t (b) VALUES ('3')", "INSERT INTO t (b) VALUES ('1')"], 'write'),
      )
      expect([failed.code, failed.statementIndex]).toEqual(['SQLITE_CONSTRAINT', 1])
      expect((await one('SELECT count(*) AS n FROM t'))?.n).toBe(2)
      expect((await db.batch(['SELECT 1 AS v'], 'read'))[0]?.rows).toEqual([{ v: 1 }])
      expect((await db.batch(['SELECT 1 AS v']))[0]?.rows).toEqual([{ v: 1 }])
    })

    it('lets nothing slip into an open transaction', async () => {
      const tx = await db.transaction('write')
      await tx.execute("INSERT INTO t (b) VALUES ('inside')")
      for (const outside of [
        () => db.execute('SELECT 1'),
        () => db.batch(['SELECT 1'], 'write'),
        () => db.executeMultiple('SELECT 1'),
        () => db.transaction('write'),
        () => db.migrate([]),
      ])
        expect((await rejection(outside())).code).toBe('TRANSACTION_ACTIVE')
      expect((await tx.execute('SELECT count(*) AS n FROM t')).rows[0]?.n).toBe(1)
      await tx.rollback()
      expect((await one('SELECT count(*) AS n FROM t'))?.n).toBe(0)
    })

    it('ends a transaction by commit, by rollback and by being closed', async () => {
      const kept = await db.transaction('write')
      await kept.executeMultiple("INSERT INTO t (b) VALUES ('a'); INSERT INTO t (b) VALUES ('b');")
      await kept.batch(["INSERT INTO t (b) VALUES ('c')"])
      expect(kept.closed).toBe(false)
      await kept.commit()
      expect(kept.closed).toBe(true)
      expect((await rejection(kept.execute('SELECT 1'))).code).toBe('TRANSACTION_CLOSED')
      expect((await rejection(kept.commit())).code).toBe('TRANSACTION_CLOSED')
      await kept.rollback()
      kept.close()
      const dropped = await db.transaction('deferred')
      await dropped.execute('DELETE FROM t')
      dropped.close()
      dropped.close()
      expect((await one('SELECT count(*) AS n FROM t'))?.n).toBe(3)
      // A statement that fails leaves the transaction as it was: what went before may still be committed.
      const partly = await db.transaction('write')
      await partly.execute("INSERT INTO t (b) VALUES ('d')")
      expect((await rejection(partly.execute("INSERT INTO t (b) VALUES ('a')"))).code).toBe(
        'SQLITE_CONSTRAINT',
      )
      const failed = await rejection(partly.batch(['SELECT 1', 'nonsense']))
      expect([failed.code, failed.statementIndex]).toEqual(['SQLITE_ERROR', 1])
      await partly.execute('SAVEPOINT s')
      await partly.execute('DELETE FROM t')
      await partly.execute('ROLLBACK TO SAVEPOINT s')
      await partly.commit()
      expect((await one('SELECT count(*) AS n FROM t'))?.n).toBe(4)
    })

    it('does not hand on a transaction that was begun by hand', async () => {
      await db.execute('BEGIN')
      await db.execute("INSERT INTO t (b) VALUES ('alone')")
      await db.executeMultiple("BEGIN; INSERT INTO t (b) VALUES ('left open')")
      expect((await db.execute('SELECT b FROM t')).rows).toEqual([{ b: 'alone' }])
    })

    it('renews tables without their foreign keys getting in the way', async () => {
      await db.execute('INSERT INTO t (a) VALUES (1)')
      await db.execute('INSERT INTO child VALUES (1, 1)')
      await db.migrate(['CREATE TABLE t2 AS SELECT * FROM t', 'DROP TABLE t', 'ALTER TABLE t2 RENAME TO t'])
      expect((await one('SELECT count(*) AS n FROM child'))?.n).toBe(1)
      expect((await one('PRAGMA foreign_keys'))?.foreign_keys).toBe(1)
    })

    it('runs the same statement again as if it were new', async () => {
      const put = (b: string | null) => db.execute({ sql: 'INSERT INTO t (b) VALUES (?)', args: [b] })
      expect((await put('a')).lastInsertRowid).toBe(1n)
      expect((await rejection(put('a'))).code).toBe('SQLITE_CONSTRAINT')
      expect((await put('b')).rowsAffected).toBe(1)
      const read = async (sql: string, args: InValue[] = []) =>
        (await db.execute({ sql, args })).rows.map(row => ({ ...row }))
      expect(await read('SELECT ?1 AS x, ?2 AS y', ['one', 'two'])).toEqual([{ x: 'one', y: 'two' }])
      expect(await read('SELECT ?1 AS x, ?2 AS y', ['only'])).toEqual([{ x: 'only', y: null }])
      const tx = await db.transaction('write')
      await tx.execute({ sql: 'INSERT INTO t (b) VALUES (?)', args: ['undone'] })
      await tx.rollback()
      const all = () => read('SELECT * FROM t WHERE a > ? ORDER BY a', [0])
      expect((await all()).map(row => row.b)).toEqual(['a', 'b'])
      await db.execute('ALTER TABLE t ADD COLUMN f DEFAULT 4')
      expect((await all()).map(row => row.f)).toEqual([4, 4])
      await db.executeMultiple('DROP TABLE child; DROP TABLE t; CREATE TABLE t (a, z)')
      await db.execute({ sql: 'INSERT INTO t (a) VALUES (?)', args: [9n] })
      expect(await all()).toEqual([{ a: 9, z: null }])
      await db.execute('DROP TABLE t')
      expect((await rejection(all())).message).toContain('no such table: t')
    })

    it('reads nothing on once a statement has given its rows', async () => {
      await one('PRAGMA journal_mode = WAL')
      const other = await open(file())
      try {
        for (const b of ['a', 'b', 'c']) {
          await db.execute({ sql: 'INSERT INTO t (b) VALUES (?)', args: [b] })
          expect((await other.execute('SELECT b FROM t ORDER BY a DESC')).rows[0]?.b).toBe(b)
          expect((await other.execute('SELECT b FROM t WHERE a < 0')).rows).toEqual([])
          // Somebody in the middle of reading would keep the log from being emptied.
          expect((await one('PRAGMA wal_checkpoint(TRUNCATE)'))?.busy).toBe(0)
        }
      } finally {
        other.close()
      }
    })

    it('shares its file: readers see what is committed, a second writer waits and is told', async () => {
      expect((await one('PRAGMA journal_mode = WAL'))?.journal_mode).toBe('wal')
      const other = await open(file())
      try {
        await other.execute('PRAGMA busy_timeout = 20')
        const tx = await db.transaction('write')
        await tx.execute("INSERT INTO t (b) VALUES ('mine')")
        expect((await other.execute('SELECT count(*) AS n FROM t')).rows[0]?.n).toBe(0)
        expect((await rejection(other.execute("INSERT INTO t (b) VALUES ('theirs')"))).code).toBe(
          'SQLITE_BUSY',
        )
        expect((await rejection(other.batch(["INSERT INTO t (b) VALUES ('theirs')"], 'write'))).code).toBe(
          'SQLITE_BUSY',
        )
        expect((await rejection(other.transaction('write'))).code).toBe('SQLITE_BUSY')
        await tx.commit()
        expect((await other.execute('SELECT b FROM t')).rows).toEqual([{ b: 'mine' }])
        await other.execute("INSERT INTO t (b) VALUES ('theirs')")
      } finally {
        other.close()
      }
    })

    it('searches text without its accents', async () => {
      await db.executeMultiple(`
        CREATE VIRTUAL TABLE f USING fts5(body, tokenize = "unicode61 remove_diacritics 2");
        INSERT INTO f VALUES ('a reclamação do cliente'), ('outra coisa');
      `)
      const { rows } = await db.execute({
        sql: 'SELECT rowid, highlight(f, 0, ?, ?) AS h FROM f WHERE f MATCH ? ORDER BY rank',
        args: ['<', '>', '"reclamacao"*'],
      })
      expect(rows).toEqual([{ rowid: 1, h: 'a <reclamação> do cliente' }])
    })

    it('is closed for good until it is opened again', async () => {
      const tx = await db.transaction('write')
      await tx.execute('INSERT INTO t (a) VALUES (1)')
      db.close()
      expect(db.closed).toBe(true)
      expect(tx.closed).toBe(true)
      expect((await rejection(tx.execute('SELECT 1'))).code).toBe('TRANSACTION_CLOSED')
      tx.close()
      expect((await rejection(db.execute('SELECT 1'))).code).toBe('CLIENT_CLOSED')
      db.close()
      db.reconnect()
      expect((await one('SELECT count(*) AS n FROM t'))?.n).toBe(0)
    })

    it('says what is wrong with a file that cannot be used', async () => {
      const { writeFileSync } = await import('node:fs')
      const junk = join(folder, 'junk.db')
      writeFileSync(junk, 'this is no database, but it is long enough to be looked at'.repeat(50))
      const refused = await rejection(open(junk).then(client => client.execute('SELECT * FROM t')))
      expect(`${refused.code} ${refused.message}`).toMatch(/SQLITE_NOTADB|not a database/)
      await rejection(open(join(folder, 'no', 'such', 'folder.db')))
    })

    it('says its result as JSON', async () => {
      await db.execute({ sql: 'INSERT INTO t (a, c) VALUES (1, ?)', args: [new Uint8Array([1, 2])] })
      expect(JSON.parse(JSON.stringify(await db.execute('SELECT a, c FROM t')))).toEqual({
        columns: ['a', 'c'],
        columnTypes: ['INTEGER', 'BLOB'],
        rows: [[1, 'AQI=']],
        rowsAffected: 0,
        lastInsertRowid: null,
      })
    })
  })
}

/** Where libsql runs a statement beside the thread. */
const promising: { exec(this: unknown, sql: string): Promise<void> } = HAS.libsql
  ? createRequire(import.meta.url)('libsql/promise').prototype
  : {}

describe.runIf(HAS.libsql)('a commit that waits for the disk beside the thread', () => {
  const file = () => join(folder, 'workspace.db')
  const count = async (db: Client) => (await db.execute('SELECT count(*) AS n FROM t')).rows[0]?.n

  /** Two connections as the server has them. */
  async function both() {
    const writer = await openForServer(file())
    await writer.execute('PRAGMA journal_mode = WAL')
    await writer.execute('PRAGMA synchronous = FULL')
    await writer.executeMultiple('CREATE TABLE t (a); CREATE TABLE p (id INTEGER PRIMARY KEY);')
    await writer.execute('CREATE TABLE c (p REFERENCES p(id) DEFERRABLE INITIALLY DEFERRED)')
    await writer.execute('PRAGMA foreign_keys = ON')
    return { writer, reader: await openDatabase(file()) }
  }

  /** Commits begin when the test lets them. */
  function held() {
    const { promise, resolve: release } = deferred()
    const asked: string[] = []
    const real = promising.exec
    const spy = vi.spyOn(promising, 'exec').mockImplementation(async function (this: unknown, sql: string) {
      asked.push(sql)
      await promise
      return await real.call(this, sql)
    })
    onTestFinished(() => spy.mockRestore())
    return { asked, release }
  }
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }

  it.each<[string, (db: Client) => Promise<unknown>]>([
    ['a single statement', db => db.execute('INSERT INTO t VALUES (1)')],
    [
      'a transaction',
      async db => {
        const tx = await db.transaction('write')
        await tx.execute('INSERT INTO t VALUES (1)')
        await tx.commit()
      },
    ],
  ])('%s is answered, and seen by others, only when it has ended; reading goes on', async (_, write) => {
    const { asked, release } = held()
    const { writer, reader } = await both()
    let ended = false
    const writing = write(writer).then(() => {
      ended = true
    })
    await turns()
    expect([asked, ended, await count(reader)]).toEqual([['COMMIT'], false, 0])
    // It has the one connection: whoever writes waits for his turn (electron/server/platform/db/write-queue.ts).
    expect((await rejection(writer.execute('SELECT 1'))).code).toBe('TRANSACTION_ACTIVE')
    release()
    await writing
    expect(await count(reader)).toBe(1)
    expect((await writer.execute('PRAGMA synchronous')).rows[0]?.synchronous).toBe(2)
    writer.close()
    reader.close()
  })

  it('leaves this thread free', async () => {
    const { writer, reader } = await both()
    const tx = await writer.transaction('write')
    // Tens of milliseconds of writing, wherever the file lies.
    await tx.execute('INSERT INTO t VALUES (zeroblob(60000000))')
    let ended = false
    const commit = tx.commit().then(() => {
      ended = true
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(ended).toBe(false)
    await commit
    expect(await count(reader)).toBe(1)
    writer.close()
    reader.close()
  })

  it('that fails says why in the words of its client, and leaves nothing behind', async () => {
    const { writer, reader } = await both()
    const tx = await writer.transaction('write')
    await tx.execute('INSERT INTO t VALUES (1)')
    await tx.execute('INSERT INTO c VALUES (7)')
    expect(await rejection(tx.commit())).toMatchObject({
      name: 'LibsqlError',
      code: 'SQLITE_CONSTRAINT',
      extendedCode: 'SQLITE_CONSTRAINT_FOREIGNKEY',
      rawCode: 787,
    })
    expect(tx.closed).toBe(true)
    expect(await count(reader)).toBe(0)
    await writer.execute('INSERT INTO t VALUES (2)')
    expect(await count(reader)).toBe(1)
    writer.close()
    reader.close()
  })

  it('ends where the client is closed meanwhile', async () => {
    const { writer, reader } = await both()
    const tx = await writer.transaction('write')
    await tx.execute('INSERT INTO t VALUES (zeroblob(2000000))')
    const commit = tx.commit()
    writer.close()
    await commit
    await reader.execute('PRAGMA busy_timeout = 5000')
    expect(await count(reader)).toBe(1)
    reader.close()
  })
})

describe.runIf(HAS.libsql && HAS.node)('a file that goes from one driver to the other', () => {
  it('is read and written by both, write-ahead log and search index included', async () => {
    const file = join(folder, 'shared.db')
    const drivers = ['libsql', 'node', 'libsql', 'node'] as const
    for (const [index, driver] of drivers.entries()) {
      const db = await openDatabase(file, driver)
      await db.execute('PRAGMA journal_mode = WAL')
      await db.execute('CREATE VIRTUAL TABLE IF NOT EXISTS f USING fts5(body)')
      await db.execute({ sql: 'INSERT INTO f VALUES (?)', args: [`palavra ${index}`] })
      expect((await db.execute("SELECT count(*) AS n FROM f WHERE f MATCH 'palavra'")).rows[0]?.n).toBe(
        index + 1,
      )
      expect(Object.values((await db.execute('PRAGMA integrity_check')).rows[0] ?? {})).toEqual(['ok'])
      db.close()
    }
  })
})

it('chooses libsql where its native module is, Node elsewhere', async () => {
  expect(await driverInUse()).toBe(HAS.libsql ? 'libsql' : 'node')
})
