/** The leases of several processes on one database: who has which parts of the companies, and that nobody writes without one. */
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import type { Db } from '../../../electron/server/platform/db/client'
import { joinProcesses, type Leases } from '../../../electron/server/platform/db/engine/leases'
import { isDatabaseLost } from '../../../electron/server/platform/db/engine/lost'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import { plans, workProcesses } from '../../../electron/server/platform/db/schema'
import { SHARDS } from '../../../electron/server/platform/db/shards'
import { deferred } from '../../support/deferred'
import { type Cluster, inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { makeTemplate } from '../../support/postgres/databases'
import { postgresMissing } from '../../support/postgres/programs'

interface Process {
  db: Db
  leases: Leases
  /** Its parts, by what it was told. */
  parts: Set<number>
  /** What happened, in order. */
  told: string[]
}

describe.skipIf(postgresMissing())('the leases of several processes', () => {
  let cluster: Cluster
  let url: string
  const told: string[] = []
  const open: Process[] = []
  const join = async (name: string): Promise<Process> => {
    const db = await openPostgres(url)
    const parts = new Set<number>()
    const { leases } = await joinProcesses(url, {
      log: silentLog,
      keyPrint: 'of all',
      guard: process => db.guard?.(process),
      onLost: () => void told.push(`${name} is lost`),
      heartbeat: { everyMs: 100, freshMs: 2_000, deadMs: 3_000 },
    })
    await leases.begin({
      onTaken(shards) {
        for (const shard of shards) parts.add(shard)
        told.push(`${name} takes ${shards.length}`)
      },
      async onWanted(shards) {
        await delay(300)
        for (const shard of shards) parts.delete(shard)
        told.push(`${name} gives ${shards.length}`)
      },
      onChange() {},
    })
    const process = { db, leases, parts, told }
    open.push(process)
    return process
  }
  const living = async (): Promise<number> => (await open[0]?.db.$count(workProcesses)) ?? -1
  const name = 'nunca'
  const isLost = (error: Error): boolean =>
    isDatabaseLost(error) && /has ended/.test(String(error.cause ?? error))

  beforeAll(async () => {
    cluster = await startCluster()
    await makeTemplate(cluster.socket)
    await inCluster(cluster.socket, ['create database leases template turno_template'])
    url = urlOf(cluster.socket, 'leases')
  })
  afterAll(async () => {
    for (const { db, leases } of open) {
      await leases.close()
      await db.close()
    }
    await cluster?.stop()
  })

  it('give one that comes its parts when the one that had them has ended with them', async () => {
    const one = await join('one')
    expect(one.parts.size).toBe(SHARDS)
    const two = await join('two')
    await expect.poll(() => two.parts.size).toBe(SHARDS / 2)
    expect(told).toEqual([`one takes ${SHARDS}`, `one gives ${SHARDS / 2}`, `two takes ${SHARDS / 2}`])
    expect([...one.parts].some(shard => two.parts.has(shard))).toBe(false)
    for (const shard of one.parts) expect(two.leases.ownerOf(shard)).toBe(one.leases.process)
  })

  it('let nothing be stored that was begun by one the others count as ended, and let another take its parts', async () => {
    const [one, two] = open as [Process, Process]
    const plan = { name, users: 1, connections: 1, queues: 1 }
    const { promise: written, resolve: inside } = deferred()
    const { promise: gone, resolve: goOn } = deferred()
    const begun = one.db.platform.write(async tx => {
      await tx.insert(plans).values(plan)
      inside()
      await gone
    })
    await written
    // As whoever finds its time over does.
    await two.db.unordered.delete(workProcesses).where(eq(workProcesses.id, one.leases.process))
    goOn()
    expect(await begun.catch(isLost)).toBe(true)
    expect(await two.db.$count(plans, eq(plans.name, name))).toBe(0)
    expect(await one.db.company(1).run(sql`update plans set name = name`).catch(isLost)).toBe(true)
    await expect.poll(() => two.parts.size).toBe(SHARDS)
    await expect.poll(() => told).toContain('one is lost')
    expect(one.leases.isFresh()).toBe(false)
    await two.db.platform.insert(plans).values({ ...plan, name: 'sempre' })
    expect(await living()).toBe(1)
  })

  it('give a number that was never given before, and take it back with the parts at an orderly end', async () => {
    const [, two] = open as [Process, Process]
    const three = await join('three')
    expect(three.leases.process).toBeGreaterThan(two.leases.process)
    await expect.poll(() => three.parts.size).toBe(SHARDS / 2)
    await three.leases.leave(async () => void three.parts.clear())
    await three.leases.close()
    await three.db.close()
    open.pop()
    await expect.poll(() => two.parts.size).toBe(SHARDS)
    expect(await living()).toBe(1)
  })
})
