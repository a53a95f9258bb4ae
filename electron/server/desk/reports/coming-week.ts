/** The coming week: expected conversations by hour, the people needed for a promise, and the people usually present. */
import { dayIn, plusDays, type QueryOut, type ResponseOut, startOfDay } from '@contract'
import type { Reader } from '../../platform/db/client'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { upToDate } from './catch-up'
import { chosenIn, EVERYTHING, type ReportFilter } from './filter'
import { FORECAST_WEEKS, forecastWeek, HOURS } from './forecast'
import { handledByUser } from './handled'
import { placedIn } from './measure'
import { onlineIn, type Presence } from './presence'
import { readTallies } from './read'
import { filterFor } from './report'
import { without } from './spans'
import { loads, peopleFor, type Service } from './staffing'
import { figuresOf, merge, newTally, type Tally } from './tally'
import { peopleOf, presenceOf } from './there'

const HOUR_MS = 3_600_000
/** Most parallel conversations of one person: more open ones are not all worked on. */
const MOST_AT_ONCE = 50

/** One conversation in twenty weeks. */
const LEAST_EXPECTED = 0.05

/**
 * People present in each hour of the week, on average over several weeks.
 * @param shareOf how much of a person counts, 0 to 1.
 */
function thereByHour(
  zone: string,
  from: number,
  to: number,
  people: ReadonlyMap<number, Pick<Presence, 'online' | 'onBreak'>>,
  shareOf: (userId: number) => number,
  weeks: number,
): number[] {
  const slots = new Array<number>(Math.ceil((to - from) / HOUR_MS)).fill(0)
  for (const [userId, { online, onBreak }] of people) {
    const share = shareOf(userId)
    for (const span of without(online, onBreak))
      for (let at = Math.floor((span.from - from) / HOUR_MS); at < slots.length; at++) {
        const begin = from + at * HOUR_MS
        if (begin >= span.to) break
        const within = Math.min(span.to, begin + HOUR_MS) - Math.max(span.from, begin)
        slots[at] = (slots[at] ?? 0) + share * within
      }
  }
  const hours = new Array<number>(HOURS).fill(0)
  for (const [at, ms] of slots.entries()) {
    if (ms === 0) continue
    const { hour } = placedIn(zone, new Date(from + at * HOUR_MS).toISOString())
    hours[hour] = (hours[hour] ?? 0) + ms / HOUR_MS / weeks
  }
  return hours
}

/**
 * The cost of a conversation, from what was measured. Handling counts within opening hours. Patience is the total
 * waiting time of customers who gave up, divided by their number (the estimate for a constant rate). Parallel
 * conversations are handling time divided by busy time, both over all conversations of these people, including other
 * queues.
 * @param handledMs of these people, whatever is chosen; null: everything was measured.
 * @returns null when nothing was handled.
 */
function serviceOf(tally: Tally, handledMs: number | null, busyMs: number): Service | null {
  const { counts, durations } = figuresOf(tally)
  const { n, mean } = durations.handling.business
  if (!mean) return null
  const waited = durations.waiting.calendar
  return {
    handlingMs: mean,
    patienceMs:
      counts.abandoned > 0 && waited.mean ? (waited.mean * counts.arrived) / counts.abandoned : null,
    concurrency: busyMs > 0 ? Math.min(MOST_AT_ONCE, Math.max(1, (handledMs ?? mean * n) / busyMs)) : 1,
  }
}

/**
 * The work of people for the chosen cycles and in total: handling time within opening hours, by day.
 * @param people null: everybody.
 * @returns `handledMs` of all their conversations; `shareOf`: the share of a person's handling time for the chosen
 *   ones, 1 for somebody without any. null when nothing is chosen: then all of their work counts.
 */
async function workOf(
  db: Reader,
  companyId: number,
  days: { from: string; to: string },
  filter: ReportFilter,
  people: readonly number[] | null,
): Promise<{ handledMs: number; shareOf: (userId: number) => number } | null> {
  if (!chosenIn({ ...filter, userIds: [] })) return null
  if (people?.length === 0) return { handledMs: 0, shareOf: () => 1 }
  const userIds = people ?? []
  const [whole, chosen] = await Promise.all([
    handledByUser(db, companyId, days, { ...EVERYTHING, userIds }),
    handledByUser(db, companyId, days, { ...filter, userIds }),
  ])
  // Tickets nobody handled add no work.
  whole.delete(0)
  return {
    handledMs: [...whole.values()].reduce((sum, one) => sum + one, 0),
    shareOf(userId) {
      const all = whole.get(userId) ?? 0
      return all > 0 ? (chosen.get(userId) ?? 0) / all : 1
    },
  }
}

/** The weeks up to yesterday: arrivals by hour of each, oldest first, and everything measured. */
async function history(
  db: Reader,
  companyId: number,
  days: { from: string; to: string },
  filter: ReportFilter,
  now: number,
): Promise<{ weeks: number[][]; whole: Tally }> {
  const whole = newTally()
  const weeks = Array.from({ length: FORECAST_WEEKS }, () => new Array<number>(HOURS).fill(0))
  for (const [day, tally] of await readTallies(db, companyId, days, filter, 'day', now)) {
    merge(whole, tally)
    const age = Math.round((Date.parse(day) - Date.parse(days.from)) / (24 * HOUR_MS))
    const week = weeks[Math.floor(age / 7)]
    if (week) for (const [hour, n] of tally.hours.entries()) week[hour] = (week[hour] ?? 0) + n
  }
  return { weeks, whole }
}

/**
 * Forecast of the next seven days from the last eight weeks.
 * @param asked `share` in percent of customers to be answered within `seconds`.
 * @returns a forecast that is null when fewer than three weeks had conversations.
 */
export async function comingWeek(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Me,
  asked: QueryOut<'reports.forecast'> & Pick<QueryOut<'reports.figures'>, 'whatsappIds'>,
  at: Date = new Date(),
): Promise<ResponseOut<'reports.forecast'>> {
  const { companyId } = me
  const db = app.db.aside
  const filter = filterFor(me, asked)
  const counting = await upToDate(app, companyId)
  const zone = await timeZoneOf(app.db, companyId)
  const today = dayIn(zone, at)
  const days = { from: plusDays(today, -7 * FORECAST_WEEKS), to: plusDays(today, -1) }
  const { weeks, whole } = await history(db, companyId, days, filter, at.getTime())
  const found = forecastWeek(weeks)
  const target = { share: asked.share / 100, seconds: asked.seconds }
  const basis = { zone, from: today, counting, ...target }
  if (!found) return { ...basis, forecast: null }
  const span = {
    from: startOfDay(zone, plusDays(today, -7 * found.weeks)).getTime(),
    to: startOfDay(zone, today).getTime(),
  }
  const people = await peopleOf(db, companyId, filter)
  const online = await onlineIn(db, companyId, span, people, at.getTime())
  const { total } = await presenceOf(db, companyId, days, filter, at.getTime())
  const work = await workOf(db, companyId, days, filter, people)
  const service = serviceOf(whole, work?.handledMs ?? null, total.busy)
  const there = thereByHour(zone, span.from, span.to, online, work?.shareOf ?? (() => 1), found.weeks)
  const load =
    service &&
    loads(
      found.hours.map(({ expected }) => expected),
      service.handlingMs,
    )
  // With almost no conversations no answer is promised, whatever was left open.
  const neededIn = (expected: number, open: number | undefined): number | null =>
    !service || open === undefined ? null : expected < LEAST_EXPECTED ? 0 : peopleFor(open, service, target)
  return {
    ...basis,
    forecast: {
      weeks: found.weeks,
      tested: found.tested,
      total: found.total,
      smoothed: found.smoothed,
      wape: found.wape,
      wapeByDay: found.wapeByDay,
      mape: found.mape,
      service,
      hours: found.hours.map((hour, place) => ({
        ...hour,
        needed: neededIn(hour.expected, load?.[place]),
        there: there[place] ?? 0,
      })),
    },
  }
}
