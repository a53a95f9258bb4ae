/** Handing out tickets against a small model, and by two processes at once: nobody has more than their ceiling, nothing is given twice. */
import { PRIORITIES, type Priority } from '@contract'
import { asc, eq, max } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignNow } from '../../../electron/server/automation/assignment/assign'
import {
  assignmentTurns,
  breaks,
  queues,
  tickets,
  userQueues,
  users,
} from '../../../electron/server/platform/db/schema'
import type { Workspace } from '../../../electron/server/workspace'
import { postgresMissing } from '../../support/postgres/programs'
import { type Harness, type Person, startHarness } from './harness'
import { startPair } from './pair'

const CEILING = 2
/** Who is in which queue; `turn` has people in turn and returns, `load` by load and goes on to the next. */
const MEMBERS = { turn: ['sup', 'ana', 'bia'], load: ['ana', 'caio'] } as const
const NAMES = ['sup', 'ana', 'bia', 'caio'] as const
type Name = (typeof NAMES)[number]
type Which = keyof typeof MEMBERS
const WHICH = ['turn', 'load'] as const

type Act =
  | { act: 'arrive'; queue: Which; priority: Priority }
  | { act: 'close' | 'return'; nth: number }
  | { act: 'come' | 'leave' | 'rest' | 'work'; who: Name }
  | { act: 'ceiling'; who: Name; most: number | null }

const who = fc.constantFrom(...NAMES)
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('arrive' as const),
      queue: fc.constantFrom(...WHICH),
      priority: fc.constantFrom(...PRIORITIES),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('close' as const, 'return' as const), nth: fc.nat(20) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('come' as const, 'leave' as const, 'rest' as const, 'work' as const),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('ceiling' as const), who, most: fc.option(fc.nat(3)) }),
  },
)

interface Modelled {
  id: number
  queue: Which
  rank: number
  status: 'pending' | 'open' | 'closed'
  holder: Name | null
  notTo: Name | null
}

/** The same rules in the plainest words: one list, looked through from the start each time. */
class Model {
  tickets: Modelled[] = []
  people = Object.fromEntries(
    NAMES.map(name => [name, { here: true, rests: false, most: null as number | null, handedOn: false }]),
  ) as Record<Name, { here: boolean; rests: boolean; most: number | null; handedOn: boolean }>
  turns: Record<Which, Partial<Record<Name, number>>> = { turn: {}, load: {} }
  leaving = new Map<number, Name>()

  held = (name: Name): Modelled[] => this.tickets.filter(t => t.status === 'open' && t.holder === name)
  isAway = (name: Name): boolean => !this.people[name].here || this.people[name].rests

  give(ticket: Modelled): void {
    const [from, { queue }] = [ticket.holder ?? ticket.notTo, ticket]
    const turn = (name: Name): number => this.turns[queue][name] ?? 0
    const [next] = MEMBERS[queue]
      .filter(name => name !== from && !this.isAway(name))
      .filter(name => this.held(name).length < (this.people[name].most ?? CEILING))
      .sort(
        (a, b) =>
          (queue === 'load' ? this.held(a).length - this.held(b).length : 0) ||
          turn(a) - turn(b) ||
          NAMES.indexOf(a) - NAMES.indexOf(b),
      )
    if (!next) return
    Object.assign(ticket, { status: 'open', holder: next, notTo: null })
    this.leaving.delete(ticket.id)
    this.turns[queue][next] = Math.max(...MEMBERS[queue].map(turn)) + 1
  }

  settle(): void {
    const fresh: Modelled[] = []
    for (const name of NAMES) {
      if (!this.isAway(name) || this.people[name].handedOn) continue
      this.people[name].handedOn = true
      for (const ticket of this.held(name))
        if (ticket.queue === 'turn') Object.assign(ticket, { status: 'pending', holder: null, notTo: null })
        else fresh.push(ticket)
    }
    const before = this.tickets.filter(
      t =>
        t.status === 'open' &&
        !fresh.includes(t) &&
        this.leaving.get(t.id) === t.holder &&
        t.holder &&
        this.isAway(t.holder),
    )
    for (const ticket of fresh) if (ticket.holder) this.leaving.set(ticket.id, ticket.holder)
    for (const ticket of [...fresh.sort((a, b) => a.id - b.id), ...before]) this.give(ticket)
    const waiting = this.tickets.filter(t => t.status === 'pending')
    for (const ticket of waiting.sort((a, b) => a.rank - b.rank || a.id - b.id)) this.give(ticket)
  }

  do(act: Act): void {
    if ('nth' in act) {
      const ticket = nthOpen(this.tickets, act.nth)
      if (!ticket) return
      this.leaving.delete(ticket.id)
      if (act.act === 'close') ticket.status = 'closed'
      else Object.assign(ticket, { status: 'pending', notTo: ticket.holder, holder: null })
    } else if ('who' in act) {
      const person = this.people[act.who]
      if ('most' in act) person.most = act.most
      else if (act.act === 'come') {
        person.here = true
        if (!person.rests) person.handedOn = false
      } else if (act.act === 'leave') person.here = false
      else {
        person.rests = act.act === 'rest'
        person.handedOn = false
      }
    }
  }
}

const nthOpen = <T extends { id: number; status: string }>(all: readonly T[], nth: number): T | undefined => {
  const open = all.filter(({ status }) => status === 'open').sort((a, b) => a.id - b.id)
  return open[nth % Math.max(1, open.length)]
}

const LONG_AGO = new Date(Date.now() - 3_600_000).toISOString()

/** One server, or two of one database. */
interface Stage {
  h: Harness
  apps: Workspace[]
  close(): Promise<void>
}

const engines: [string, boolean, number, () => Promise<Stage>][] = [
  [
    'a file',
    false,
    5,
    async () => {
      const h = await startHarness()
      return { h, apps: [h.running.app], close: () => h.close() }
    },
  ],
  [
    'PostgreSQL with two processes',
    postgresMissing(),
    3,
    async () => {
      const pair = await startPair()
      return { h: pair.one, apps: [pair.one.running.app, pair.two.app], close: () => pair.close() }
    },
  ],
]

describe.each(engines)('on %s', (_, missing, numRuns, start) => {
  describe.skipIf(missing)('tickets are handed out', () => {
    let stage: Stage
    let idOf: (which: Which) => number

    beforeAll(async () => {
      stage = await start()
      const { h } = stage
      idOf = which => (which === 'turn' ? h.one.suporte : h.one.vendas)
      await h.insert(userQueues, { companyId: h.one.id, userId: h.one.ana.id, queueId: h.one.vendas })
    })
    afterAll(() => stage.close())

    const person = (name: Name): Person => stage.h.one[name]
    const all = () =>
      stage.h.db.select().from(tickets).where(eq(tickets.companyId, stage.h.one.id)).orderBy(asc(tickets.id))
    const assign = () => Promise.all(stage.apps.map(app => assignNow(app, stage.h.one.id)))
    const fresh = async (rules: { away: boolean }): Promise<void> => {
      const { h } = stage
      await h.update(queues, { assignMode: 'hand', assignAway: 'stay' })
      await h.db.platform.delete(tickets)
      await h.db.platform.delete(assignmentTurns)
      await h.db.platform.delete(breaks)
      await h.update(users, {
        presence: 'online',
        lastSeenAt: LONG_AGO,
        ticketCeiling: null,
        handedOnAt: null,
      })
      for (const which of WHICH)
        await h.update(
          queues,
          {
            assignMode: which,
            assignCeiling: CEILING,
            assignAway: !rules.away ? 'stay' : which === 'turn' ? 'queue' : 'next',
          },
          eq(queues.id, idOf(which)),
        )
    }
    /** Does it on the server that is asked, by its calls where people do it by calls. */
    const perform = async (act: Act): Promise<void> => {
      const { h } = stage
      const change = (set: Partial<typeof users.$inferInsert>, name: Name) =>
        h.db
          .company(h.one.id)
          .update(users)
          .set(set)
          .where(eq(users.id, person(name).id))
      if (act.act === 'arrive') await h.newTicket(h.one, { queueId: idOf(act.queue), priority: act.priority })
      else if ('nth' in act) {
        const ticket = nthOpen(await all(), act.nth)
        if (!ticket) return
        const body =
          act.act === 'close' ? { status: 'closed', justClose: true } : { status: 'pending', userId: null }
        await h.call(h.one.admin, 'tickets.update', { params: { id: ticket.id }, body })
      } else if ('most' in act) await change({ ticketCeiling: act.most }, act.who)
      else if (act.act === 'rest')
        await h.call(person(act.who), 'breaks.start', { body: { reason: 'lunch', minutes: 60 } })
      else if (act.act === 'work') await h.call(person(act.who), 'breaks.end', {})
      else if (act.act === 'leave') await change({ presence: 'offline', lastSeenAt: LONG_AGO }, act.who)
      else {
        const rests = await onBreak(act.who)
        await change({ presence: 'online', ...(rests ? {} : { handedOnAt: null }) }, act.who)
      }
    }
    const onBreak = async (name: Name): Promise<boolean> => {
      const rows = await stage.h.db
        .select()
        .from(breaks)
        .where(eq(breaks.userId, person(name).id))
      return rows.some(({ endedAt }) => endedAt === null)
    }

    it('as a model of a page hands them out, act by act', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(acts, { minLength: 15, maxLength: 40 }), async sequence => {
          await fresh({ away: true })
          await assign()
          const model = new Model()
          model.settle()
          for (const act of sequence) {
            await perform(act)
            if (act.act === 'arrive') {
              const id = (await all()).at(-1)?.id ?? 0
              const rank = ['urgent', 'high', 'normal', 'low'].indexOf(act.priority)
              model.tickets.push({ id, queue: act.queue, rank, status: 'pending', holder: null, notTo: null })
            }
            model.do(act)
            model.settle()
            await assign()
            const nameOf = new Map(NAMES.map(name => [person(name).id, name]))
            const real = (await all()).map(({ id, status, userId }) => ({
              id,
              status,
              holder: status === 'closed' ? null : (nameOf.get(userId ?? 0) ?? null),
            }))
            expect(real).toEqual(
              model.tickets.map(({ id, status, holder }) => ({
                id,
                status,
                holder: status === 'closed' ? null : holder,
              })),
            )
          }
        }),
        { numRuns, endOnFailure: true },
      )
    }, 240_000)

    it('once each and to nobody above the ceiling, whatever happens at once', async () => {
      const calm = acts.filter(({ act }) => !['return', 'ceiling', 'rest', 'work'].includes(act))
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(calm, { minLength: 3, maxLength: 10 }), { minLength: 4, maxLength: 8 }),
          async moments => {
            await fresh({ away: false })
            for (const moment of moments) {
              // Two that close the same ticket are refused or do nothing; what is asked is what holds in the end.
              await Promise.all([...moment.map(perform), assign(), assign()])
              await assign()
              const rows = await all()
              const load = (id: number): number =>
                rows.filter(({ status, userId }) => status === 'open' && userId === id).length
              for (const name of NAMES) expect(load(person(name).id)).toBeLessThanOrEqual(CEILING)
              const here = new Set(
                (await stage.h.db.select().from(users)).flatMap(row =>
                  row.presence === 'offline' ? [] : [row.id],
                ),
              )
              for (const which of WHICH) {
                const waits = rows.some(row => row.status === 'pending' && row.queueId === idOf(which))
                const hasRoom = MEMBERS[which].some(name => {
                  const { id } = person(name)
                  return here.has(id) && load(id) < CEILING
                })
                expect(waits && hasRoom).toBe(false)
                // A turn is taken for each that was given: one given twice would have taken two.
                const [turn] = await stage.h.db
                  .select({ last: max(assignmentTurns.turn) })
                  .from(assignmentTurns)
                  .where(eq(assignmentTurns.queueId, idOf(which)))
                const given = rows.filter(
                  row => row.status !== 'pending' && row.queueId === idOf(which),
                ).length
                expect(turn?.last ?? 0).toBe(given)
              }
            }
          },
        ),
        { numRuns, endOnFailure: true },
      )
    }, 240_000)
  })
})
