/** The log of events: numbers without gaps in the order of commits, on a file and for several processes on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb, type Tx } from '../../../electron/server/platform/db/client'
import { forgetEvents, publish, writeLast } from '../../../electron/server/platform/db/engine/inside'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import type { Logged } from '../../../electron/server/platform/db/event-log'
import { companies, plans } from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { type Cluster, inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { makeTemplate } from '../../support/postgres/databases'
import { postgresMissing } from '../../support/postgres/programs'

const say = (companyId: number, payload: unknown): void =>
  publish({ companyId, rooms: ['r'], act: { emit: 'said', payload } })
const said = (entries: readonly Logged[]): unknown[] =>
  entries.map(({ act }) => ('emit' in act ? act.payload : Object.keys(act)[0]))
const write = (db: Db, companyId: number, payload: unknown, ms = 0): Promise<void> =>
  db.company(companyId).write(async tx => {
    say(companyId, payload)
    await tx.select().from(companies)
    if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms))
  })

async function followed(db: Db, companyId: number): Promise<Logged[]> {
  const heard: Logged[] = []
  await db.events.follow(companyId, entry => void heard.push(entry))
  return heard
}

function promises(open: () => Promise<Db>): void {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  it('what a transaction says is numbered with its commit; one that fails says nothing and leaves no gap', async () => {
    const heard = await followed(db, 1)
    await write(db, 1, 'a')
    await expect(
      db.company(1).write(async () => {
        say(1, 'never')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await db.company(1).write(async () => {
      say(1, 'b')
      say(2, 'of another company')
      say(1, 'c')
    })
    expect(said(heard)).toEqual(['a', 'b', 'c'])
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(db.events.at(1)).toBe(3)
    expect(said((await db.events.since(1, 1, 10)) ?? [])).toEqual(['b', 'c'])
    expect(said((await db.events.since(1, 1, 1)) ?? [])).toEqual(['b'])
    expect(await db.events.since(1, 3, 10)).toEqual([])
    expect(await db.events.since(1, 4, 10)).toBeNull()
  })

  it('what was erased is not kept: whoever is behind it starts over', async () => {
    await write(db, 5, 'secret')
    await db.company(5).write(async () => {
      forgetEvents(5)
      say(5, 'erased')
    })
    expect(await db.events.since(5, 0, 10)).toBeNull()
    expect(said((await db.events.since(5, 1, 10)) ?? [])).toEqual(['erased'])
  })

  it('what is written last is stored with the commit, value for value, or not at all', async () => {
    const name = `it's $1 and $2 \\ "ação" ${randomUUID()}`
    const plan = { name, users: 3, value: 1.5, useKanban: false }
    const add = (tx: Tx) => tx.insert(plans).values(plan)
    const more = { target: plans.name, set: { users: sql`${plans.users} + ${4}` } }
    const stored = async () => {
      const rows = await db.select().from(plans).where(eq(plans.name, name))
      return rows.map(({ users, value, useKanban }) => ({ users, value, useKanban }))
    }
    await expect(
      db.company(9).write(async tx => {
        writeLast(add(tx))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await stored()).toEqual([])
    for (const word of ['first', 'again'])
      await db.company(9).write(async tx => {
        writeLast(add(tx).onConflictDoUpdate(more))
        say(9, word)
      })
    expect(await stored()).toEqual([{ users: 7, value: 1.5, useKanban: false }])
    await expect(
      db.company(9).write(async tx => {
        say(9, 'never')
        writeLast(add(tx))
      }),
    ).rejects.toThrow()
    const entries = (await db.events.since(9, 0, 10)) ?? []
    expect([said(entries), entries.map(({ seq }) => seq)]).toEqual([
      ['first', 'again'],
      [1, 2],
    ])
  })

  it('nothing can be said, or written last, where no write is open', () => {
    expect(() => say(1, 'outside')).toThrow('within the write')
    expect(() => writeLast(db.unordered.delete(plans))).toThrow('No transaction')
  })
}

describe('of a file', () => {
  let folder: string
  afterAll(() => rm(folder, { recursive: true, force: true }))
  promises(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turno-events-'))
    return openDb(folder)
  })
})

describe.skipIf(postgresMissing())('of PostgreSQL', () => {
  let cluster: Cluster
  let serial = 0
  const database = async (): Promise<string> => {
    serial += 1
    await inCluster(cluster.socket, [`create database e${serial} template turno_template`])
    return urlOf(cluster.socket, `e${serial}`)
  }
  beforeAll(async () => {
    cluster = await startCluster()
    await makeTemplate(cluster.socket)
  })
  afterAll(() => cluster?.stop())

  describe('one process', () => promises(async () => openPostgres(await database())))

  describe('two processes', () => {
    let url: string
    let [one, two]: Db[] = []
    beforeAll(async () => {
      url = await database()
      one = await openPostgres(url)
      two = await openPostgres(url)
    })
    afterAll(async () => {
      await one?.close()
      await two?.close()
    })
    const both = (): [Db, Db] => {
      if (!one || !two) throw new Error('not open')
      return [one, two]
    }

    it('hear the same in the same order, without gaps, however many write at once', async () => {
      const [a, b] = both()
      const heard = [await followed(a, 1), await followed(b, 1)]
      const others = await followed(b, 2)
      const part = (db: Db, ticket: number, payload: string) =>
        db.conversation({ companyId: 1, id: ticket }).write(async tx => {
          say(1, payload)
          await tx.select().from(companies)
        })
      await Promise.all(
        Array.from({ length: 120 }, (_, n) => part(n % 2 ? a : b, n % 7, `n${n}`)).concat(write(b, 2, 'x')),
      )
      for (const list of heard) {
        await expect.poll(() => list.length).toBe(120)
        expect(list.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
      }
      expect(said(heard[0] ?? [])).toEqual(said(heard[1] ?? []))
      expect(said(others)).toEqual(['x'])
    })

    it('a write that is slow holds up nobody, and comes where it is committed', async () => {
      const [a, b] = both()
      const heard = await followed(b, 3)
      const { promise: held, resolve: letGo } = deferred()
      const slow = a.conversation({ companyId: 3, id: 1 }).write(async () => {
        say(3, 'slow')
        await held
      })
      await b.conversation({ companyId: 3, id: 2 }).write(async () => void say(3, 'quick'))
      expect(said(heard)).toEqual(['quick'])
      letGo()
      await slow
      await expect.poll(() => said(heard)).toEqual(['quick', 'slow'])
    })

    it('what is said while no line listens is found all the same', async () => {
      const [a, b] = both()
      const heard = await followed(b, 4)
      await inCluster(cluster.socket, [
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'turno listens'",
      ])
      await write(a, 4, 'meanwhile')
      await expect.poll(() => said(heard)).toEqual(['meanwhile'])
      await write(a, 4, 'and after')
      await expect.poll(() => said(heard)).toEqual(['meanwhile', 'and after'])
    })

    it('whoever did not hear what was erased is told to start over', async () => {
      const [a, b] = both()
      const heard = await followed(b, 6)
      await a.company(6).write(async () => void say(6, 'first'))
      await expect.poll(() => said(heard)).toEqual(['first'])
      await inCluster(
        cluster.socket,
        ['update event_heads set head = head + 3 where company_id = 6'],
        `e${serial}`,
      )
      await expect.poll(() => said(heard)).toEqual(['first', 'startOver'])
    })
  })
})
