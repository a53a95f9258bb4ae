/** What processes of one workspace say to each other over Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionKeys } from '../../../electron/server/auth/tokens'
import { BusError, type Cluster } from '../../../electron/server/cluster/cluster'
import { joinCluster } from '../../../electron/server/cluster/redis'
import type { Db } from '../../../electron/server/db/client'
import { openPostgres } from '../../../electron/server/db/engine/postgres'
import { ApiError } from '../../../electron/server/errors'
import { lineLog, silentLog } from '../../../electron/server/log'
import { inCluster, urlOf } from '../../support/postgres/cluster'
import { postgresMissing } from '../../support/postgres/programs'
import { type Services, startServices } from '../../support/postgres-and-redis'

describe.skipIf(postgresMissing())('the bus between processes', () => {
  const keys: SessionKeys = { access: Buffer.alloc(48, 1) }
  let services: Services
  let redis: Services['redis']
  let db: Db
  let one: Cluster
  let two: Cluster
  const lines: string[] = []
  let heard: unknown[] = []

  beforeAll(async () => {
    services = await startServices()
    redis = services.redis
    db = await openPostgres(services.url)
    one = await joinCluster(redis.url, { db, keys, log: lineLog((_level, line) => lines.push(line)) })
    two = await joinCluster(redis.url, { db, keys, log: silentLog })
  })
  beforeEach(() => {
    heard = []
  })
  afterAll(async () => {
    await one?.close()
    await two?.close()
    await db?.close()
    await services?.stop()
  })

  it('brings what one says to all, itself included, once and in order', async () => {
    const here: unknown[] = []
    const ends = [
      await one.bus.on('count', payload => void here.push(payload)),
      await two.bus.on('count', payload => void heard.push(payload)),
    ]
    const all = Array.from({ length: 500 }, (_, n) => ({ n }))
    for (const payload of all) one.bus.publish('count', payload)
    await expect.poll(() => heard.length).toBe(500)
    expect(heard).toEqual(all)
    expect(here).toEqual(all)
    for (const end of ends) await end()
  })

  it('asks whichever process answers; another topic is nobody’s', async () => {
    const end = await two.bus.answer('double', payload => Number(payload) * 2)
    const limit = { timeoutMs: 2_000 }
    expect(await one.bus.ask('double', 21, limit)).toBe(42)
    // The process that answers asks itself.
    expect(await two.bus.ask('double', 4, limit)).toBe(8)
    await end()
    await expect(one.bus.ask('double', 21, limit)).rejects.toMatchObject({ reason: 'nobody' })
  })

  it('carries errors by their code and details, and others as internal', async () => {
    const ends = [
      await two.bus.answer('refused', () => {
        throw new ApiError('ERR_TOO_MANY_ATTEMPTS', { retryAfter: 7 })
      }),
      await two.bus.answer('broken', () => {
        throw new TypeError('secret words')
      }),
    ]
    const refused = await one.bus.ask('refused', null, { timeoutMs: 2_000 }).catch(error => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      code: 'ERR_TOO_MANY_ATTEMPTS',
      status: 429,
      details: { retryAfter: 7 },
    })
    const broken = await one.bus.ask('broken', null, { timeoutMs: 2_000 }).catch((error: Error) => error)
    expect(broken).toMatchObject({ code: 'ERR_INTERNAL', status: 500, details: {} })
    expect(String(broken)).not.toContain('secret')
    for (const end of ends) await end()
  })

  it('never waits beyond its time, here or there', async () => {
    const never = () => new Promise(() => {})
    const end = await two.bus.answer('never', never)
    for (const asking of [one, two]) {
      const error = await asking.bus.ask('never', null, { timeoutMs: 50 }).catch(known => known)
      expect(error).toBeInstanceOf(BusError)
      expect(error).toMatchObject({ reason: 'late' })
    }
    await end()
    redis.freeze(true)
    await expect(one.bus.ask('double', 1, { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'late' })
    expect(await one.reachable(50)).toBe(false)
    redis.freeze(false)
    await expect.poll(() => one.reachable(1_000)).toBe(true)
  })

  it('says that Redis is away, once, and goes on by itself when it is back', async () => {
    const end = await two.bus.on('again', payload => void heard.push(payload))
    let returned = 0
    one.onReturn(() => (returned += 1))
    await redis.kill()
    await expect.poll(() => one.reachable(100)).toBe(false)
    await expect(one.bus.ask('anything', 1, { timeoutMs: 2_000 })).rejects.toMatchObject({ reason: 'away' })
    await redis.start()
    await expect.poll(() => returned, { timeout: 10_000 }).toBe(1)
    await expect
      .poll(
        () => {
          one.bus.publish('again', 'hello')
          return heard
        },
        { timeout: 10_000 },
      )
      .toContain('hello')
    expect(lines.filter(line => line.startsWith('Redis cannot be reached'))).toHaveLength(1)
    expect(lines.filter(line => line.startsWith('Redis is back'))).toHaveLength(1)
    expect(lines.join('\n')).not.toContain('of-the-tests')
    await end()
  })

  it('is not shared by two workspaces on one Redis', async () => {
    await inCluster(services.postgres.socket, ['create database another'])
    const otherDb = await openPostgres(urlOf(services.postgres.socket, 'another'))
    const other = await joinCluster(redis.url, { db: otherDb, keys, log: silentLog })
    try {
      expect(other.prefix).not.toBe(one.prefix)
      expect(two.prefix).toBe(one.prefix)
      const end = await other.bus.answer('mine', () => 1)
      await expect(one.bus.ask('mine', null, { timeoutMs: 500 })).rejects.toMatchObject({ reason: 'nobody' })
      await end()
    } finally {
      await other.close()
      await otherDb.close()
    }
  })

  it('refuses a process that signs with another key', async () => {
    const stranger = { db, keys: { access: Buffer.alloc(48, 2) }, log: silentLog }
    await expect(joinCluster(redis.url, stranger)).rejects.toThrow(/signs and seals with another key/)
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

  it('refuses to start with a password Redis does not take, without a word of it', async () => {
    const wrong = redis.url.replace('of-the-tests', 'guessed-words')
    const error = await joinCluster(wrong, { db, keys, log: silentLog }).catch((known: Error) => known)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toMatch(/Redis \(REDIS_URL\) cannot be reached: WRONGPASS/)
    expect(String(error)).not.toContain('guessed-words')
  }, 30_000)
})
