/**
 * The two months before the demo's conversations: their tickets are gone as erased ones are, what was measured of them stays. So the
 * reports of a quarter have a shape.
 */
import { DEFAULT_TIME_ZONE } from '@contract'
import { type CycleHistory, type CycleMessage, cycleFact } from '../../server/desk/reports/cycle-fact'
import { type FactRow, rowOf } from '../../server/desk/reports/facts'
import { keepFacts, placedIn } from '../../server/desk/reports/measure'
import type { Db } from '../../server/platform/db/client'
import { breaks, onlineSpans } from '../../server/platform/db/schema'
import { createRandom, type Random } from '../simulator/random'
import { CLOUD_QUEUES, type QueueName } from './company'
import { hasEcho, loadOf, openingOf, paceOf, timeOf, weekday } from './rhythm'
import type { SeededCompany } from './seed-company'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Days before now: the first and the last before the conversations. */
const SPAN = { from: 30, to: 90 } as const
/** Customers of a usual Wednesday: as many as in the conversations after. */
const USUAL = 8
/** Promised to customers of sales: an answer within so many minutes (seed-service-levels.ts). */
const PROMISE = { name: 'Vendas', minutes: 6 } as const

/** Around a middle, seldom far above it. */
const about = (random: Random, middle: number): number =>
  middle * Math.exp((random.next() + random.next() + random.next() - 1.5) * 1.3)

const queueOf = (random: Random, daysAgo: number): QueueName => {
  const dice = random.next() + (hasEcho(daysAgo) ? -0.3 : 0)
  return dice < 0.27 ? 'Vendas' : dice < 0.62 ? 'Suporte' : dice < 0.82 ? 'Entregas' : 'Financeiro'
}

/** What was said, from the customer's first words on; nobody answers whoever is left alone. */
function messagesOfCycle(random: Random, queuedAt: number, pace: number, isAlone: boolean): CycleMessage[] {
  const messages: CycleMessage[] = [
    { at: queuedAt, by: 'customer' },
    { at: queuedAt + 3 * SECOND, by: 'automatic' },
  ]
  if (isAlone) return messages
  let at = queuedAt
  for (let turns = random.chance(0.2) ? 1 : random.int(2, 6); turns > 0; turns -= 1) {
    at += Math.round(about(random, 3 * MINUTE) * pace)
    messages.push({ at, by: 'person' })
    at += Math.round(about(random, 90 * SECOND))
    if (turns > 1) messages.push({ at, by: 'customer' })
  }
  return messages
}

function cycleOf(random: Random, queuedAt: number, pace: number, isPromised: boolean): CycleHistory {
  const isAlone = random.chance(pace > 2 ? 0.12 : 0.04)
  const isSolved = !isAlone && random.chance(0.1)
  const messages = messagesOfCycle(random, queuedAt, pace, isAlone || isSolved)
  const answer = messages.find(message => message.by === 'person')?.at ?? null
  const last = messages.at(-1)?.at ?? queuedAt
  const finishedAt = isAlone ? last + 3 * 60 * MINUTE : last + random.int(1, 9) * MINUTE
  const byBot = isSolved || random.chance(0.7)
  const isAsked = answer !== null && random.chance(0.8)
  const rates = pace > 1.8 ? [3, 2, 2, 1, 1] : [3, 3, 3, 3, 3, 2, 2, 1]
  const dueAt = queuedAt + PROMISE.minutes * MINUTE
  return {
    queuedAt,
    startedAt: answer === null ? null : Math.max(queuedAt, answer - random.int(10, 40) * SECOND),
    finishedAt,
    isAgain: random.chance(0.08),
    transfers: answer !== null && random.chance(0.1) ? 1 : 0,
    botAt: byBot ? queuedAt + 3 * SECOND : null,
    handedAt: byBot && answer !== null ? queuedAt + 20 * SECOND : null,
    ratingAskedAt: isAsked ? finishedAt : null,
    rate: isAsked && random.chance(0.62) ? random.pick(rates) : null,
    messages,
    deadlines: isPromised
      ? [{ name: PROMISE.name, kind: 'first', dueAt, endedAt: answer ?? finishedAt }]
      : [],
  }
}

function factOf(
  random: Random,
  company: SeededCompany,
  at: { id: number; daysAgo: number; now: number },
): FactRow {
  const { id, daysAgo, now } = at
  const queue = queueOf(random, daysAgo)
  const serves = company.users.filter(
    user => user.queues.includes(queue) && /^(ana|bruno|carla)/.test(user.email),
  )
  const agents = serves.filter(user => !user.email.startsWith('carla'))
  const agent = random.pick(agents.length > 0 && random.chance(0.92) ? agents : serves)
  const queuedAt = openingOf(now, daysAgo) + timeOf(random)
  const cycle = cycleOf(random, queuedAt, paceOf(agent.email, now, daysAgo), queue === PROMISE.name)
  const iso = new Date(queuedAt).toISOString()
  const byCloud = id % 2 === 0 && CLOUD_QUEUES.includes(queue)
  const bySales = queue === 'Vendas' && random.chance(0.3)
  const tag = queue === 'Entregas' ? 'Troca' : queue === 'Financeiro' ? 'Boleto' : 'VIP'
  return rowOf(
    {
      // Below all that have a row of ticket_trackings.
      id: -id,
      companyId: company.id,
      ticketId: null,
      queuedAt: iso,
      finishedAt: new Date(cycle.finishedAt ?? queuedAt).toISOString(),
      ...placedIn(DEFAULT_TIME_ZONE, iso),
      queueId: company.queues[queue],
      userId: cycle.startedAt === null ? 0 : agent.id,
      whatsappId: byCloud ? company.cloud : (company.connections[bySales ? 1 : 0] ?? 0),
      tagIds: random.chance(0.3) ? [company.tags[tag]] : [],
      ratingId: null,
      deadlines: cycle.deadlines.map(({ name, kind, dueAt, endedAt }) => [name, kind, dueAt, endedAt]),
    },
    cycleFact(cycle, null),
  )
}

/** Who of the team was there, and when: on working days, with an hour for lunch. */
function presenceOf(company: SeededCompany, now: number) {
  const spans: (typeof onlineSpans.$inferInsert)[] = []
  const lunches: (typeof breaks.$inferInsert)[] = []
  const team = company.users.filter(user => /^(ana|bruno|carla)/.test(user.email))
  for (let daysAgo = SPAN.to; daysAgo > 0; daysAgo -= 1) {
    const opening = openingOf(now, daysAgo)
    const day = weekday(now, daysAgo)
    for (const { id: userId, email } of team) {
      const random = createRandom(`there ${email} ${daysAgo}`)
      if (day === 0 || (day === 6 && !email.startsWith('ana')) || random.chance(0.03)) continue
      const of = { companyId: company.id, userId }
      const iso = (minutes: number): string => new Date(opening + minutes * MINUTE).toISOString()
      spans.push({ ...of, startedAt: iso(random.int(-10, 15)), endedAt: iso(random.int(535, 570)) })
      const lunch = random.int(170, 210)
      lunches.push({
        ...of,
        reason: 'lunch',
        minutes: 60,
        startedAt: iso(lunch),
        endedAt: iso(lunch + random.int(50, 65)),
        endedBy: 'person',
      })
    }
  }
  return { spans, lunches }
}

/** @param now milliseconds since the epoch. */
export async function insertHistory(db: Db, company: SeededCompany, now: number): Promise<void> {
  const rows: FactRow[] = []
  for (let daysAgo = SPAN.to; daysAgo >= SPAN.from; daysAgo -= 1) {
    const random = createRandom(`history ${daysAgo}`)
    const customers = Math.round(USUAL * loadOf(now, daysAgo) * (0.8 + random.next() * 0.4))
    for (let i = 0; i < customers; i += 1)
      rows.push(factOf(random, company, { id: rows.length + 1, daysAgo, now }))
  }
  const { spans, lunches } = presenceOf(company, now)
  await db.platform.write(async tx => {
    await keepFacts(tx, company.id, rows, new Map())
    await tx.insert(onlineSpans).values(spans)
    await tx.insert(breaks).values(lunches)
  })
}
