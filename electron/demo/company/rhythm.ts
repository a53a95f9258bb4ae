/**
 * How the demo's shop lives through its weeks: how busy a day is, when customers write, how quickly who answers. Pure; days are those
 * of the company's zone.
 */
import { DEFAULT_TIME_ZONE, dayIn, startOfDay } from '@contract'
import type { Random } from '../simulator/random'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const OPENS = 9
const CLOSES = 19

/** From Sunday. Mondays bring what the weekend left; on Sundays hardly anybody is answered. */
const WEEK = [0.06, 1.45, 1.15, 1, 1.05, 1.1, 0.5] as const
/** On the last working day at least so long ago the carrier was down: everybody wrote, and all waited. */
const BAD_DAY = 12
/** Campaigns went out so many days ago; who got them wrote on that day and the next. */
const CAMPAIGNS = [6, 41, 69] as const
/** Bruno began so many days ago, and learned for so long. */
const TRAINING = { began: 88, days: 60 } as const

const dayAgo = (now: number, daysAgo: number): string =>
  dayIn(DEFAULT_TIME_ZONE, new Date(now - daysAgo * DAY))
/** From Sunday, 0. */
export const weekday = (now: number, daysAgo: number): number =>
  new Date(`${dayAgo(now, daysAgo)}T12:00:00Z`).getUTCDay()

function isBadDay(now: number, daysAgo: number): boolean {
  let day = BAD_DAY
  while (weekday(now, day) === 0 || weekday(now, day) === 6) day += 1
  return daysAgo === day
}

/** Whether a campaign went out on that day or the one before. */
export const hasEcho = (daysAgo: number): boolean =>
  CAMPAIGNS.some(sent => sent === daysAgo || sent === daysAgo + 1)

/** How many customers write on a day, a usual Wednesday being 1. @param now milliseconds since the epoch. */
export const loadOf = (now: number, daysAgo: number): number =>
  (WEEK[weekday(now, daysAgo)] ?? 1) * (isBadDay(now, daysAgo) ? 3.6 : 1) * (hasEcho(daysAgo) ? 1.5 : 1)

/** One of the days from `first` to `last` days ago, the busier the likelier. */
export function dayOf(random: Random, now: number, first: number, last: number): number {
  const loads = Array.from({ length: last - first + 1 }, (_, i) => loadOf(now, first + i))
  let left = random.next() * loads.reduce((sum, load) => sum + load, 0)
  const at = loads.findIndex(load => {
    left -= load
    return left < 0
  })
  return first + Math.max(0, at)
}

/** Milliseconds after opening: most customers write before lunch, a second wave comes in the afternoon. */
export function timeOf(random: Random): number {
  const peak = random.chance(0.55) ? 1.8 : 6.2
  const spread = (random.next() + random.next() + random.next() - 1.5) * 3
  return Math.round(Math.min(CLOSES - OPENS - 0.1, Math.max(0.05, peak + spread)) * HOUR)
}

/** How long answers take: 1 is usual. @param agent the e-mail address. */
export function paceOf(agent: string, now: number, daysAgo: number): number {
  const learned = Math.min(1, Math.max(0, (TRAINING.began - daysAgo) / TRAINING.days))
  const own = agent.startsWith('bruno') ? 2.6 - 1.5 * learned : agent.startsWith('ana') ? 0.85 : 1.2
  return own * (isBadDay(now, daysAgo) ? 4 : 1)
}

/** The first moment of business of a day, milliseconds since the epoch. */
export const openingOf = (now: number, daysAgo: number): number =>
  startOfDay(DEFAULT_TIME_ZONE, dayAgo(now, daysAgo)).getTime() + OPENS * HOUR
