/** A workspace on PostgreSQL: the same tables and rules, and what its connections and transactions promise. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold } from '@contract'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb, type Writer } from '../../../electron/server/platform/db/client'
import { shareDatabase } from '../../../electron/server/platform/db/engine/database-lock'
import { isDatabaseLost } from '../../../electron/server/platform/db/engine/lost'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import { type Connection, connections } from '../../../electron/server/platform/db/engine/postgres-connection'
import { inPostgres } from '../../../electron/server/platform/db/engine/postgres-migrate'
import { ascending, descending, noCase, sameNoCase } from '../../../electron/server/platform/db/engine/words'
import { allIds, migrations, OlderBuild } from '../../../electron/server/platform/db/migrations'
import {
  companies,
  contacts,
  messages,
  ticketCounts,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { lastSteps } from '../../support/first-build'
import { type Cluster, inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { makeTemplate } from '../../support/postgres/databases'
import { postgresMissing } from '../../support/postgres/programs'
import { shapeOfPostgres, shapeOfSqlite } from '../../support/postgres/shape'
import { type Harness, startHarness } from './harness'

/** Ends all other connections to the database at an address. */
const CUT_LINES = `
  const { Client } = require('pg')
  const client = new Client({ connectionString: process.argv[1] })
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  client.connect()
    .then(() => client.query('select pg_terminate_backend(pid, 5000) ' + others))
    .then(() => client.end())
`

describe.skipIf(postgresMissing())('PostgreSQL', () => {
  let cluster: Cluster
  let folder: string
  let file: Db
  let server: Db
  let url: string
  const made: Db[] = []
  let serial = 0
  const database = async (): Promise<string> => {
    serial += 1
    await inCluster(cluster.socket, [`create database t${serial} template turno_template`])
    return urlOf(cluster.socket, `t${serial}`)
  }
  const opened = async (at: string): Promise<Db> => {
    const db = await openPostgres(at)
    made.push(db)
    return db
  }

  beforeAll(async () => {
    cluster = await startCluster()
    await makeTemplate(cluster.socket)
    folder = await mkdtemp(join(tmpdir(), 'turno-engines-'))
    file = await openDb(folder)
    url = await database()
    server = await opened(url)
  })
  afterAll(async () => {
    await file?.close()
    for (const db of made) await db.close()
    await cluster?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  describe('the tables', () => {
    it('have the columns, defaults, indexes and foreign keys of the file', async () => {
      const expected = await shapeOfSqlite(file)
      const found = await shapeOfPostgres(server)
      expect(Object.keys(expected.columns).length).toBeGreaterThan(50)
      // The log of a file is in memory, as is what processes share.
      for (const part of [found.columns, found.indexes])
        for (const name of Object.keys(part))
          if (/^(events?(_|$| )|process_users|short_lived)/.test(name)) delete part[name]
      expect(found.columns).toEqual(expected.columns)
      expect(found.indexes).toEqual(expected.indexes)
      expect(found.keys).toEqual(expected.keys)
    })

    it('are what a later step says in the words of SQLite', async () => {
      const at = await database()
      const db = await opened(at)
      const later = inPostgres({
        id: 'x',
        sql: `CREATE TABLE notes (
          id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
          company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
          text text DEFAULT '' NOT NULL, done integer DEFAULT false NOT NULL, share real
        );
        CREATE INDEX notes_company ON notes (company_id, text);
        ALTER TABLE companies ADD COLUMN note text;`,
      })
      await inCluster(cluster.socket, [later], `t${serial}`)
      const { columns, indexes, keys } = await shapeOfPostgres(db)
      expect(columns.notes).toEqual([
        'company_id integer',
        'done integer 0',
        'id integer',
        'share real null',
        'text text ~',
      ])
      expect(columns.companies).toContain('note text null')
      expect(indexes.notes_company).toBe('notes(company_id,text)  ')
      expect(keys.filter(key => key.startsWith('notes'))).toHaveLength(1)
    })

    it('of the last build before the baseline stay as they are, and others are refused', async () => {
      const at = await database()
      const before = await shapeOfPostgres(await opened(at))
      const remember = (ids: readonly string[]) => [
        'delete from migrations',
        `insert into migrations values ${ids.map(id => `('${id}', 1)`).join(', ')}`,
      ]
      await inCluster(
        cluster.socket,
        remember([...lastSteps(), ...migrations.map(({ id }) => id)]),
        `t${serial}`,
      )
      const db = await opened(at)
      expect(await shapeOfPostgres(db)).toEqual(before)
      expect(await db.all(sql`select id from migrations order by id`)).toEqual(
        allIds()
          .sort()
          .map(id => ({ id })),
      )
      await inCluster(cluster.socket, remember(lastSteps().slice(1)), `t${serial}`)
      await expect(openPostgres(at)).rejects.toThrow(OlderBuild)
    })

    it('need words of their own for a trigger, and belong to a newer program or not', async () => {
      expect(() =>
        inPostgres({ id: 'x', sql: 'CREATE TRIGGER a AFTER INSERT ON b BEGIN SELECT 1; END' }),
      ).toThrow('words of its own')
      const at = await database()
      await inCluster(cluster.socket, ["insert into migrations values ('9999-future', 0)"], `t${serial}`)
      await expect(openPostgres(at)).rejects.toThrow('newer version (9999-future)')
    })
  })

  describe('rows', () => {
    it('are ordered and compared alike: capital letters, accents, and nothing first', async () => {
      const lists = []
      for (const db of [file, server]) {
        const [company] = await db.platform.insert(companies).values({ name: 'Ordem' }).returning()
        const companyId = company?.id ?? 0
        for (const [name, url_] of [
          ['bia', null],
          ['Ána', 'z'],
          ['ana', 'a'],
          ['Bia', null],
          ['_', 'Z'],
          ['a b', 'á'],
        ] as const)
          await db.platform.insert(contacts).values({ companyId, name, number: name, profilePicUrl: url_ })
        const list = async (...by: Parameters<typeof asc>[0][]) =>
          (
            await db
              .select()
              .from(contacts)
              .where(eq(contacts.companyId, companyId))
              .orderBy(...(by as never[]))
          ).map(row => row.name)
        lists.push({
          byName: await list(asc(contacts.name)),
          noCase: await list(asc(noCase(contacts.name)), asc(contacts.id)),
          up: await list(ascending(contacts.profilePicUrl), asc(contacts.id)),
          down: await list(descending(contacts.profilePicUrl), desc(contacts.id)),
          same: (await db.select().from(contacts).where(sameNoCase(contacts.name, 'BIA'))).map(
            row => row.name,
          ),
        })
      }
      expect(lists[1]).toEqual(lists[0])
      expect(lists[0]?.up.slice(0, 2)).toEqual(['bia', 'Bia'])
      expect(lists[0]?.same).toEqual(['bia', 'Bia'])
    })

    it('keep every character but the two PostgreSQL has no room for', async () => {
      const [row] = await server.platform
        .insert(companies)
        .values({ name: 'a\0b \ud800 \u{1f600} "\\u0000"' })
        .returning()
      expect(row?.name).toBe('a\ufffdb \ufffd \u{1f600} "\\u0000"')
    })
  })

  describe('connections', () => {
    it('stay open while nobody asks: one that writes, and some that read', async () => {
      const open = connections(url, { onTrouble() {}, idleMs: 20 })
      const pid = async (on: Connection): Promise<number> => {
        const { rows } = await on.query({
          text: 'select pg_backend_pid() as pid',
          values: [],
          inArrays: false,
        })
        return (rows as [{ pid: number }])[0].pid
      }
      const all = async () => [
        await open.transaction(pid),
        ...(await Promise.all(Array.from({ length: 8 }, () => pid(open)))).sort((a, b) => a - b),
      ]
      try {
        const before = await all()
        await new Promise(resolve => setTimeout(resolve, 150))
        const after = await all()
        expect(after[0]).toBe(before[0])
        expect(after.slice(1).filter(one => before.includes(one))).toHaveLength(4)
      } finally {
        await open.close()
      }
    })
  })

  describe('a database that accepts and does not answer', () => {
    const slow = { text: 'select pg_sleep(600)', values: [], inArrays: false }
    const outcome = (work: Promise<unknown>): Promise<boolean> =>
      work.then(
        () => false,
        (error: Error) => isDatabaseLost(error),
      )

    it('ends a statement that takes too long, but not one that is known to take long', async () => {
      const open = connections(url, { onTrouble() {}, limits: { readMs: 50, writeMs: 50, deadMs: 60_000 } })
      try {
        await expect(open.query(slow)).rejects.toThrow('The database took too long')
        await expect(open.transaction(on => on.query(slow))).rejects.toThrow('The database took too long')
        const long = { ...slow, text: 'select pg_sleep(0.2)' }
        expect((await open.transaction(on => on.query(long), true)).rowCount).toBe(1)
        // What it was allowed is not the next one's.
        expect(await outcome(open.transaction(on => on.query(slow)))).toBe(true)
      } finally {
        await open.close()
      }
    })

    it('is given up, and asked over another line', async () => {
      const held: Socket[] = []
      const lost: Socket[] = []
      const proxy = createServer(socket => {
        const to = createConnection(join(cluster.socket, '.s.PGSQL.5432'))
        held.push(socket, to)
        for (const one of [socket, to]) one.on('error', () => {})
        socket.pipe(to).pipe(socket)
      })
      await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
      const through = `postgres://turno@127.0.0.1:${(proxy.address() as AddressInfo).port}/t1`
      const open = connections(through, { onTrouble() {}, limits: { readMs: 100, writeMs: 100, deadMs: 50 } })
      const one = { ...slow, text: 'select 1' }
      /** Whatever is on its way, both ways, is lost. */
      const blackHole = () => {
        lost.push(...held.splice(0))
        for (const socket of lost) socket.unpipe().pause()
      }
      const asks = [
        () => open.query(one),
        () => open.within(100, one),
        () => open.transaction(on => on.query(one)),
        () =>
          open.transaction(on => {
            blackHole()
            return on.query(one)
          }),
      ]
      try {
        await open.query(one)
        for (const ask of asks) {
          blackHole()
          expect(await outcome(ask())).toBe(true)
          // Those that are left are found dead as well, and opened anew.
          const all = () => [open.query(one), open.within(1_000, one), open.transaction(on => on.query(one))]
          await expect.poll(() => Promise.all(all().map(outcome))).toEqual([false, false, false])
        }
      } finally {
        await open.close()
        for (const socket of [...held, ...lost]) socket.destroy()
        proxy.close()
      }
    })
  })

  describe('writing', () => {
    it('is one at a time over all processes', async () => {
      const other = await opened(url)
      const [company] = await server.platform.insert(companies).values({ name: 'Conta 0' }).returning()
      const id = company?.id ?? 0
      const raise = (db: Db) =>
        db.platform.write(async tx => {
          const [row] = await tx.select().from(companies).where(eq(companies.id, id))
          const next = Number(row?.name.split(' ')[1]) + 1
          await tx
            .update(companies)
            .set({ name: `Conta ${next}` })
            .where(eq(companies.id, id))
        })
      await Promise.all(Array.from({ length: 40 }, (_, i) => raise(i % 2 === 0 ? server : other)))
      const [row] = await server.select().from(companies).where(eq(companies.id, id))
      expect(row?.name).toBe('Conta 40')
    })

    it('of one company, conversation or number holds up no other, over processes; whoever writes more waits for all', async () => {
      const other = await opened(url)
      const began: string[] = []
      const ended: string[] = []
      const held = (db: Writer, name: string) => {
        let end = () => {}
        let open = () => {}
        const until = new Promise<void>(resolve => {
          end = resolve
        })
        const isOpen = new Promise<void>(resolve => {
          open = resolve
        })
        const written = db.write(async tx => {
          await tx.select().from(companies).limit(1)
          began.push(name)
          open()
          await until
          ended.push(name)
        })
        return { end, isOpen, written }
      }
      const talk = (db: Db, companyId: number, id: number) =>
        held(db.conversation({ companyId, id }), `t${id}`)
      const acks = held(server.number({ companyId: 1, id: 11 }), 'n11')
      const first = [talk(server, 1, 11), talk(other, 1, 12), acks, talk(server, 2, 21)]
      await Promise.all(first.map(one => one.isOpen))
      const three = held(other.company(3), 'company 3')
      three.end()
      await three.written
      const later = [held(other.company(1), 'company 1'), held(server.platform, 'all')]
      for (const one of later) one.end()
      // A conversation that is being written by another process.
      const same = talk(other, 2, 21)
      same.end()
      expect(ended).toEqual(['company 3'])
      for (const one of first) {
        one.end()
        await one.written
      }
      await Promise.all([...later, same].map(({ written }) => written))
      // Company 1 goes on once nothing of it is under way, whatever company 2 does; all wait for both.
      expect(ended.slice(0, 4)).toEqual(['company 3', 't11', 't12', 'n11'])
      expect(ended.indexOf('all')).toBeGreaterThan(ended.indexOf('t21'))
      expect(began.slice(0, 4).toSorted()).toEqual(['n11', 't11', 't12', 't21'])
      expect(ended.toSorted()).toEqual(['all', 'company 1', 'company 3', 'n11', 't11', 't12', 't21', 't21'])
    })

    it('leaves nothing of a transaction whose statement failed, caught or not', async () => {
      const name = 'Duas vezes'
      await server.platform.insert(companies).values({ name })
      const twice = { cause: { code: '23505' } }
      await expect(server.platform.insert(companies).values({ name })).rejects.toMatchObject(twice)
      await expect(
        server.platform.write(async tx => {
          await tx.insert(companies).values({ name: 'Nunca' })
          await tx
            .insert(companies)
            .values({ name })
            .catch(() => {})
        }),
      ).rejects.toThrow('rolled back')
      const names = (await server.select().from(companies)).map(row => row.name)
      expect(names).not.toContain('Nunca')
    })

    it('runs nothing of a transaction that has failed or is over', async () => {
      const open = connections(url, { onTrouble() {} })
      const add = (name: string) => ({
        ...{ text: 'insert into companies (name) values ($1)', values: [name], inArrays: true },
      })
      const fails = { text: 'select 1 / $1::bigint', values: [0], inArrays: true }
      let on: Connection | undefined
      try {
        await expect(
          open.transaction(async connection => {
            on = connection
            await Promise.all([fails, add('Junto'), fails, add('Atrás')].map(one => connection.query(one)))
          }),
        ).rejects.toMatchObject({ code: '22012' })
        await expect(on?.query(add('Depois do fim'))).rejects.toThrow('The transaction is over')
        const { rows } = await open.query({ text: 'select name from companies', values: [], inArrays: true })
        expect(rows.flat()).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/Junto|Atrás|Depois do fim/)]),
        )
      } finally {
        await open.close()
      }
    })

    it('outside the open transaction is refused instead of waiting for itself', async () => {
      await expect(
        server.platform.write(async () => {
          await server.platform.insert(companies).values({ name: 'D' })
        }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('would wait for itself') } })
    })

    it('is not possible on a connection that reads', async () => {
      await expect(
        server.all(
          sql`with made as (insert into companies (name) values ('x') returning id) select * from made`,
        ),
      ).rejects.toMatchObject({ cause: { code: '25006' } })
    })

    it('reads over another line where a kept one broke unseen', async () => {
      const at = await database()
      const db = await opened(at)
      await db.select().from(companies)
      // By another process that is waited for, so that nothing here has seen it when it is asked.
      execFileSync(process.execPath, ['-e', CUT_LINES, at])
      expect(await db.select().from(companies)).toEqual([])
    })

    it('says that the database is gone, and goes on when it is back', async () => {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      const at = await database()
      const db = await opened(at)
      const lost = await db.platform
        .write(async tx => {
          await tx.insert(companies).values({ name: 'Meio' })
          await inCluster(cluster.socket, [cut], `t${serial}`)
          await tx.insert(companies).values({ name: 'Nunca' })
        })
        .then(
          () => null,
          (error: Error) => error,
        )
      expect(lost && isDatabaseLost(lost)).toBe(true)
      expect(await db.select().from(companies)).toEqual([])
      await db.platform.insert(companies).values({ name: 'Depois' })
      expect((await db.select().from(companies)).map(row => row.name)).toEqual(['Depois'])
      await expect(openPostgres(urlOf('/nowhere', 'x'))).rejects.toThrow('The database cannot be reached')
    })
  })

  describe('a server', () => {
    it('keeps one of an older version out, which has a database to itself, and is kept out by it', async () => {
      const at = await database()
      const older = async () => {
        const client = new Client({ connectionString: at })
        await client.connect()
        const { rows } = await client.query('select pg_try_advisory_lock(7470726111) as held')
        return { held: rows[0].held as boolean, client }
      }
      const one = await shareDatabase(at, 0)
      const two = await shareDatabase(at, 0)
      const refused = await older()
      expect(refused.held).toBe(false)
      await one.release()
      await two.release()
      await refused.client.end()
      const alone = await older()
      expect(alone.held).toBe(true)
      await expect(shareDatabase(at, 0)).rejects.toThrow(/in use by a Turno server of an older version/)
      await alone.client.end()
      await (await shareDatabase(at, 5_000)).release()
    })
  })

  describe('a workspace', () => {
    let h: Harness
    beforeAll(async () => {
      h = await startHarness({ databaseUrl: await database() })
    })
    afterAll(() => h?.close())

    it('serves an agent: a customer writes, the ticket is listed, taken, answered, found and closed', async () => {
      const listener = await h.connect(h.one.ana)
      await h.customer(h.one, '5521999990001', 'Onde está minha encomenda nº 100%_certa?')
      const list = async (status: string) =>
        (
          await h.call<{ tickets: { id: number; lastMessage: string }[] }>(h.one.ana, 'tickets.list', {
            query: { status, pageNumber: 1 },
          })
        ).body.tickets
      const [waiting] = await list('pending')
      const id = waiting?.id ?? 0
      expect(waiting?.lastMessage).toContain('encomenda')
      await listener.until(({ payload }) => (payload.ticket as { id?: number } | undefined)?.id === id)
      const taken = await h.call(h.one.ana, 'tickets.update', {
        params: { id },
        body: { status: 'open', userId: h.one.ana.id },
      })
      expect(taken.status).toBe(200)
      const sent = await h.call(h.one.ana, 'messages.send', {
        params: { ticketId: id },
        body: { body: 'A caminho' },
      })
      expect(sent.status).toBe(200)
      for (const [typed, count] of [
        ['ENCOMENDA', 1],
        ['nº', 1],
        ['100%_', 1],
        ['100_', 0],
        ['caminho', 1],
      ] as const) {
        const { body } = await h.call<{ tickets: unknown[] }>(h.one.ana, 'tickets.list', {
          query: { searchParam: typed, pageNumber: 1 },
        })
        expect([typed, body.tickets.length]).toEqual([typed, count])
      }
      await h.call(h.one.ana, 'tickets.update', { params: { id }, body: { status: 'closed' } })
      expect((await h.ticket(id)).status).toBe('closed')
      listener.close()
    })

    it('finds words by their index and lists by theirs', async () => {
      const [ticket] = await h.db.select().from(tickets)
      if (!ticket) throw new Error('no ticket')
      const quiet = await h.newTicket(h.one, {})
      await h.newMessages(quiet, ['um', 'dois'])
      const { companyId, id: ticketId, contactId } = ticket
      await h.db.platform.run(sql`insert into messages (id, company_id, ticket_id, contact_id, body, search, created_at, updated_at)
        select 'm' || n, ${companyId}::bigint, ${ticketId}::bigint, ${contactId}::bigint, 'texto ' || n, ${fold('Linha')} || md5(n::text), n, n
        from generate_series(1, 20000) n`)
      await inCluster(cluster.socket, ['vacuum analyze messages'], `t${serial}`)
      const plan = async (query: { getSQL(): ReturnType<typeof sql> }) =>
        JSON.stringify(await h.db.platform.write(tx => tx.all(sql`explain ${query.getSQL()}`)))
      const found = h.db.select({ seq: messages.seq }).from(messages).where(sql`search like ${'%c4ca4238%'}`)
      expect(await plan(found)).toContain('messages_search')
      const page = h.db
        .select()
        .from(messages)
        .where(eq(messages.ticketId, quiet.id))
        .orderBy(desc(messages.seq))
        .limit(20)
      expect(await plan(page)).toContain('messages_ticket')
    })

    it('keeps no count of a company that is gone', async () => {
      await h.newTicket(h.two, { status: 'open' })
      const counts = () => h.db.$count(ticketCounts, eq(ticketCounts.companyId, h.two.id))
      expect(await counts()).toBeGreaterThan(0)
      await h.db.platform.delete(companies).where(eq(companies.id, h.two.id))
      expect(await counts()).toBe(0)
    })

    it('answers in words when its database is gone', async () => {
      await cluster.stop()
      const { status, body } = await h.call<{ error: string }>(h.one.ana, 'tickets.list', {
        query: { status: 'open', pageNumber: 1 },
      })
      expect([status, body.error]).toEqual([503, 'ERR_DATABASE_LOST'])
    })
  })
})
