import { startOfDay } from '@contract'
import { asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presenceFigures, presenceIn } from '../../../electron/server/desk/reports/presence'
import { presenceByUser, sumPresence } from '../../../electron/server/desk/reports/presence-days'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { breaks, onlineSpans, ticketTrackings, users } from '../../../electron/server/platform/db/schema'
import { startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'
import { harnessForFile } from './for-file'
import { type Person, startHarness } from './harness'

const ZONE = 'America/Sao_Paulo'
const h = harnessForFile()

const spansOf = (who: Person, db = h.db) =>
  db
    .select({
      startedAt: onlineSpans.startedAt,
      endedAt: onlineSpans.endedAt,
      company: onlineSpans.companyId,
    })
    .from(onlineSpans)
    .where(eq(onlineSpans.userId, who.id))
    .orderBy(asc(onlineSpans.id))

describe('when somebody is online', () => {
  it('begins with their first socket and ends with their last', async () => {
    const [one, two] = [await h.connect(h.one.ana), await h.connect(h.one.ana)]
    await expect.poll(() => spansOf(h.one.ana)).toHaveLength(1)
    one.close()
    two.socket.emit('userStatus', { online: true, idle: true })
    await two.settled()
    expect(await spansOf(h.one.ana)).toEqual([
      { startedAt: expect.any(String), endedAt: null, company: h.one.id },
    ])
    two.close()
    await expect.poll(async () => (await spansOf(h.one.ana))[0]?.endedAt).not.toBeNull()
    const again = await h.connect(h.one.ana)
    await expect.poll(() => spansOf(h.one.ana)).toHaveLength(2)
    again.close()
    await expect.poll(async () => (await spansOf(h.one.ana)).every(({ endedAt }) => endedAt)).toBe(true)
    const rows = await spansOf(h.one.ana)
    for (const { startedAt, endedAt } of rows) expect(startedAt <= String(endedAt)).toBe(true)
  })

  it('is counted of each person, overlapping conversations once', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString()
    const ms = (minute: number) => Date.parse(at(minute))
    const { id: companyId, ana, bia, caio } = h.one
    const ticket = await h.newTicket(h.one, {})
    await h.db.company(companyId).write(async tx => {
      await tx.insert(onlineSpans).values([
        { companyId, userId: bia.id, startedAt: at(0), endedAt: at(30) },
        { companyId, userId: bia.id, startedAt: at(40), endedAt: at(60) },
        { companyId, userId: caio.id, startedAt: at(0), endedAt: at(10) },
      ])
      await tx
        .insert(breaks)
        .values({ companyId, userId: bia.id, reason: 'lunch', startedAt: at(25), endedAt: at(45) })
      const cycle = (userId: number, from: number, to: number | null) => ({
        companyId,
        ticketId: ticket.id,
        userId,
        queuedAt: at(0),
        startedAt: at(from),
        finishedAt: to === null ? null : at(to),
      })
      await tx
        .insert(ticketTrackings)
        .values([
          cycle(bia.id, 5, 15),
          cycle(bia.id, 5, 10),
          cycle(bia.id, 12, 20),
          cycle(bia.id, 50, null),
          cycle(ana.id, 0, 50),
        ])
    })
    const found = await presenceIn(h.db, companyId, { from: ms(0), to: ms(55) })
    expect([...found.keys()].sort()).toEqual([bia.id, caio.id].sort())
    const minutes = (id: number) => {
      const { online, onBreak, busy } = presenceFigures([found.get(id)].flatMap(one => one ?? []))
      return [online, onBreak, busy].map(one => one / 60_000)
    }
    expect(minutes(bia.id)).toEqual([45, 10, 20])
    expect(minutes(caio.id)).toEqual([10, 0, 0])
    expect([...(await presenceIn(h.db, companyId, { from: ms(0), to: ms(55) }, [caio.id])).keys()]).toEqual([
      caio.id,
    ])
    expect(await presenceIn(h.db, h.two.id, { from: ms(0), to: ms(55) })).toEqual(new Map())
  })

  it('is the same whether days are kept or counted, whatever changed afterwards', async () => {
    const { id: companyId, ana, bia } = h.two
    const people = [ana.id, bia.id]
    const DAY = 86_400_000
    const MOST = 12
    const ticket = await h.newTicket(h.two, {})
    const now = Date.now()
    const from = new Date(now - (MOST + 2) * DAY).toISOString().slice(0, 10)
    const to = new Date(now + DAY).toISOString().slice(0, 10)
    const span = { from: startOfDay(ZONE, from).getTime(), to: startOfDay(ZONE, to).getTime() + DAY }
    const plain = async () => {
      const found = await presenceIn(h.db, companyId, span, null, now)
      return new Map([...found].map(([id, one]) => [id, presenceFigures([one])]))
    }
    const tables = [onlineSpans, breaks, ticketTrackings] as const
    const names = ['online_spans', 'breaks', 'ticket_trackings']
    let kept = 0
    const keep = async () => {
      for (let made = 1; made > 0; kept += made) made = await sumPresence(h.db, companyId)
    }
    const act = fc.record({
      table: fc.integer({ min: 0, max: 2 }),
      what: fc.constantFrom('new', 'new', 'end', 'give', 'gone', 'keep', 'keep'),
      who: fc.integer({ min: 0, max: 1 }),
      ago: fc.integer({ min: 0, max: MOST * 24 * 60 }),
      minutes: fc.integer({ min: 1, max: 3 * 24 * 60 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 16 }), async acts => {
        await h.db.platform.write(async tx => {
          for (const table of tables) await tx.delete(table).where(eq(table.companyId, companyId))
        })
        for (const { table, what, who, ago, minutes } of acts) {
          const start = now - ago * 60_000
          const end = Math.min(now, start + minutes * 60_000)
          const userId = people[who] ?? 0
          const at = { companyId, userId, startedAt: new Date(start).toISOString() }
          const endedAt = new Date(end).toISOString()
          const name = sql.raw(names[table] ?? '')
          const column = sql.raw(table === 2 ? 'finished_at' : 'ended_at')
          const one = sql`id = (select max(id) from ${name} where company_id = ${companyId})`
          await h.db.platform.write(async tx => {
            if (what === 'new' && table === 0) await tx.insert(onlineSpans).values({ ...at, endedAt })
            if (what === 'new' && table === 1)
              await tx.insert(breaks).values({ ...at, endedAt, reason: 'lunch' })
            if (what === 'new' && table === 2)
              await tx.insert(ticketTrackings).values({
                ...{ ...at, ticketId: ticket.id, queuedAt: at.startedAt },
                finishedAt: minutes % 3 === 0 ? null : endedAt,
              })
            if (what === 'end')
              await tx.run(sql`update ${name} set ${column} = ${end} where ${one} and started_at <= ${end}`)
            if (what === 'give') await tx.run(sql`update ${name} set user_id = ${userId} where ${one}`)
            if (what === 'gone') await tx.run(sql`delete from ${name} where ${one}`)
          })
          if (what === 'keep') await keep()
          expect(await presenceByUser(h.db, companyId, { from, to }, null, now)).toEqual(await plain())
        }
        await keep()
        expect(await presenceByUser(h.db, companyId, { from, to }, null, now)).toEqual(await plain())
      }),
      { numRuns: 25 },
    )
    expect(kept).toBeGreaterThan(20)
  })

  // What a database that several processes share forgets of a dead one: tests/chaos/cluster-sockets.test.ts.
  it.skipIf(process.env.TURNO_TEST_ENGINE === 'postgres')(
    'ended with a server that was killed at the last sign of life',
    async () => {
      const own = await startHarness()
      const { id: companyId, ana, bia } = own.one
      const seen = '2026-01-05T12:10:00.000Z'
      await own.running.close()
      const next = await startWorkspace({
        folder: own.folder,
        log: silentLog,
        handlers,
        createChannel: ({ sink }) => new FakeChannel(sink),
        // What a kill leaves.
        prepare: db =>
          db.platform.write(async tx => {
            await tx.delete(onlineSpans).where(sql`true`)
            await tx
              .update(users)
              .set({ online: true, presence: 'online', lastSeenAt: seen })
              .where(eq(users.id, ana.id))
            await tx.update(users).set({ lastSeenAt: seen }).where(eq(users.id, bia.id))
            await tx.insert(onlineSpans).values([
              { companyId, userId: ana.id, startedAt: '2026-01-05T12:00:00.000Z' },
              // Its clock was set back meanwhile: nothing ends before it began.
              { companyId, userId: bia.id, startedAt: '2026-01-05T12:20:00.000Z' },
            ])
          }),
      })
      try {
        const { db } = next.app
        await expect.poll(async () => (await spansOf(ana, db))[0]?.endedAt).toBe(seen)
        expect((await spansOf(bia, db))[0]?.endedAt).toBe('2026-01-05T12:20:00.000Z')
      } finally {
        await next.close()
        await own.close()
      }
    },
  )
})
