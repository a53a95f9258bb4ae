/** What processes of one database say to each other, over their lines to it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../electron/server/errors'
import { lineLog, silentLog } from '../../../electron/server/log'
import type { SessionKeys } from '../../../electron/server/platform/auth/tokens'
import { BusError, type Cluster } from '../../../electron/server/platform/cluster/cluster'
import { joinCluster } from '../../../electron/server/platform/cluster/join'
import type { Db } from '../../../electron/server/platform/db/client'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import { inCluster, urlOf } from '../../support/postgres/cluster'
import { postgresMissing } from '../../support/postgres/programs'
import { type Services, startServices } from '../../support/shared-postgres'

describe.skipIf(postgresMissing())('the bus between processes', () => {
  const keys: SessionKeys = { access: Buffer.alloc(48, 1), proven: new Map() }
  let services: Services
  let db: Db
  let one: Cluster
  let two: Cluster
  let to = 0
  const lines: string[] = []
  const limit = { timeoutMs: 2_000 }
  const shared = { keys, log: silentLog, onLost() {} }

  beforeAll(async () => {
    services = await startServices()
    db = await openPostgres(services.url)
    one = await joinCluster(services.url, {
      ...{ db, ...shared },
      log: lineLog((_level, line) => lines.push(line)),
    })
    two = await joinCluster(services.url, { db, ...shared })
    to = two.leases.process
  })
  let heard: unknown[] = []
  beforeEach(() => {
    heard = []
  })
  afterAll(async () => {
    await one?.close()
    await two?.close()
    await db?.close()
    await services?.stop()
  })
  const cut = (process: number) =>
    inCluster(services.postgres.socket, [
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'turno work ${process}'`,
    ])

  it('brings what one says to all, itself included, once and in order, equal or long', async () => {
    const here: unknown[] = []
    const ends = [
      one.bus.on('count', payload => void here.push(payload)),
      two.bus.on('count', payload => void heard.push(payload)),
    ]
    const all = Array.from({ length: 500 }, (_, n) => ({ n: n >> 1 }))
    const long = { text: 'ação 👍 '.repeat(5_000) }
    for (const payload of [...all, long]) one.bus.publish('count', payload)
    await expect.poll(() => heard.length).toBe(501)
    expect(heard).toEqual([...all, long])
    expect(here).toEqual([...all, long])
    for (const end of ends) end()
  })

  it('asks one process; one that answers nothing, and one that does not live, is nobody', async () => {
    const end = two.bus.answer(payload => Number(payload) * 2)
    expect(await one.bus.ask(to, 21, limit)).toBe(42)
    expect(await Promise.all(Array.from({ length: 100 }, (_, n) => one.bus.ask(to, n, limit)))).toEqual(
      Array.from({ length: 100 }, (_, n) => 2 * n),
    )
    end()
    await expect(one.bus.ask(to, 21, limit)).rejects.toMatchObject({ reason: 'nobody' })
    await expect(one.bus.ask(to + 1_000, 21, limit)).rejects.toMatchObject({ reason: 'nobody' })
  })

  it('carries errors by their code and details, and others as internal', async () => {
    const end = two.bus.answer(payload => {
      if (payload === 'refused') throw new ApiError('ERR_TOO_MANY_ATTEMPTS', { retryAfter: 7 })
      throw new TypeError('secret words')
    })
    const refused = await one.bus.ask(to, 'refused', limit).catch(error => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ code: 'ERR_TOO_MANY_ATTEMPTS', status: 429, details: { retryAfter: 7 } })
    const broken = await one.bus.ask(to, 'broken', limit).catch((error: Error) => error)
    expect(broken).toMatchObject({ code: 'ERR_INTERNAL', status: 500, details: {} })
    expect(String(broken)).not.toContain('secret')
    end()
  })

  it('never waits beyond its time', async () => {
    const end = two.bus.answer(() => new Promise(() => {}))
    const error = await one.bus.ask(to, null, { timeoutMs: 50 }).catch(known => known)
    expect(error).toBeInstanceOf(BusError)
    expect(error).toMatchObject({ reason: 'late' })
    end()
  })

  it('goes on by itself when its line was cut', async () => {
    const end = one.bus.on('again', payload => void heard.push(payload))
    let returned = 0
    one.onReturn(() => (returned += 1))
    await cut(one.leases.process)
    await expect.poll(() => returned).toBe(1)
    two.bus.publish('again', 'hello')
    await expect.poll(() => heard).toEqual(['hello'])
    expect(lines.join('\n')).not.toContain('cannot be read')
    end()
  })

  it('is not shared by two databases', async () => {
    await inCluster(services.postgres.socket, ['create database another template turno_template'])
    const url = urlOf(services.postgres.socket, 'another')
    const otherDb = await openPostgres(url)
    const other = await joinCluster(url, {
      db: otherDb,
      ...shared,
      keys: { access: Buffer.alloc(48, 2), proven: new Map() },
    })
    const end = other.bus.on('count', payload => void heard.push(payload))
    try {
      one.bus.publish('count', 1)
      await one.bus.ask(to, null, { timeoutMs: 500 }).catch(() => null)
      expect(heard).toEqual([])
    } finally {
      end()
      await other.close()
      await otherDb.close()
    }
  })

  it('refuses a process that signs with another key', async () => {
    const stranger = { ...shared, db, keys: { access: Buffer.alloc(48, 2), proven: new Map() } }
    await expect(joinCluster(services.url, stranger)).rejects.toThrow(/signs and seals with another key/)
  })

  it('lets one process at a time have something', async () => {
    const end = await one.take('thing', 5_000)
    expect(end).not.toBeNull()
    expect(await two.take('thing', 5_000)).toBeNull()
    await end?.()
    const short = await two.take('thing', 30)
    await new Promise(resolve => setTimeout(resolve, 60))
    const after = await one.take('thing', 5_000)
    expect(after).not.toBeNull()
    // What came to its end by itself takes nothing from the next.
    await short?.()
    expect(await two.take('thing', 5_000)).toBeNull()
    await after?.()
  })
})
