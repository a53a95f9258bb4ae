/**
 * When a campaign writes to whom: the three intervals, quiet
 * hours on the company's clock, and how long the whole takes. The console's estimate and the workspace's engine ask the
 * same functions. Instants are milliseconds since the epoch. Pure.
 */
import { minutesOf } from './hours'
import { clockIn, instantIn } from './time-zone'

/** What a company chose, in seconds. */
export interface Pace {
  /** Between one recipient and the next; 0 is as fast as RUSH_MS lets it be. */
  messageInterval: number
  /** After so long without a longer pause comes one; 0 is never. */
  longerIntervalAfter: number
  /** The longer pause; 0 is none. */
  greaterInterval: number
}

/** Hours without campaigns, HH:mm on the company's clock; both empty, or the same: none. They may span midnight. */
export interface QuietHours {
  from: string
  to: string
}

/** What times are counted by. */
export interface Tempo {
  pace: Pace
  quiet: QuietHours
  /** IANA name of the company's zone. */
  zone: string
}

/** When the next recipient is due, and since when there was no longer pause. */
export interface Due {
  at: number
  since: number
}

/** Least time between two recipients, with an interval of 0: five a second. */
export const RUSH_MS = 200
const DAY_MS = 86_400_000

type Clock = Pick<Tempo, 'quiet' | 'zone'>

/** Quiet hours in minutes since midnight; null for none. */
function quietSpan({ from, to }: QuietHours): [from: number, to: number] | null {
  const start = minutesOf(from)
  const end = minutesOf(to)
  return start === null || end === null || start % 1_440 === end % 1_440 ? null : [start, end]
}

/** The instant a wall clock shows so many minutes after the midnight of an instant's day, so many days later. */
function wallAt(zone: string, at: number, days: number, minutes: number): number {
  const { year, month, day } = clockIn(zone, new Date(at + days * DAY_MS))
  return instantIn(zone, {
    year,
    month,
    day,
    hour: Math.floor(minutes / 60) % 24,
    minute: minutes % 60,
  }).getTime()
}

/** The end of the quiet hours an instant lies in; the instant itself outside of them. */
export function afterQuiet({ quiet, zone }: Clock, at: number): number {
  const span = quietSpan(quiet)
  if (!span) return at
  const [from, to] = span
  const { hour, minute } = clockIn(zone, new Date(at))
  const now = hour * 60 + minute
  const within = from < to ? now >= from && now < to : now >= from || now < to
  return within ? wallAt(zone, at, now < to ? 0 : 1, to) : at
}

/** The next beginning of quiet hours after an instant outside of them; never without any. */
function nextQuiet({ quiet, zone }: Clock, at: number): number {
  const span = quietSpan(quiet)
  if (!span) return Number.POSITIVE_INFINITY
  const today = wallAt(zone, at, 0, span[0])
  return today > at ? today : wallAt(zone, at, 1, span[0])
}

/** When the first recipient of a campaign is due that may begin at an instant. */
export function firstDue(tempo: Clock, at: number): Due {
  const start = afterQuiet(tempo, at)
  return { at: start, since: start }
}

/**
 * When the next recipient is due.
 * @param last when the last one was written to: the real instant, so that delays are not made up for in a burst.
 */
export function nextDue(tempo: Tempo, last: Due): Due {
  const { messageInterval, longerIntervalAfter, greaterInterval } = tempo.pace
  const gap = Math.max(messageInterval * 1_000, RUSH_MS)
  const longer =
    longerIntervalAfter > 0 && greaterInterval > 0 && last.at - last.since >= longerIntervalAfter * 1_000
  const due = last.at + (longer ? Math.max(greaterInterval * 1_000, gap) : gap)
  const at = afterQuiet(tempo, due)
  return { at, since: longer || at !== due ? at : last.since }
}

/** The longest a due time can lie ahead, apart from quiet hours: one further ahead was written by another clock. */
export const longestGapMs = ({ messageInterval, greaterInterval }: Pace): number =>
  Math.max(messageInterval * 1_000, greaterInterval * 1_000, RUSH_MS)

const NEVER_QUIET: QuietHours = { from: '', to: '' }

/** When each of so many recipients is written to, beginning at an instant or right after its quiet hours. */
export function* dueTimesFrom(tempo: Tempo, start: number, recipients: number): Generator<number> {
  // The clock of a zone is slow to read: it is asked only where quiet hours may begin.
  const free: Tempo = { ...tempo, quiet: NEVER_QUIET }
  let due = firstDue(tempo, start)
  let quietAt = nextQuiet(tempo, due.at)
  for (let i = 0; i < recipients; i++) {
    yield due.at
    const next = nextDue(free, due)
    if (next.at < quietAt) due = next
    else {
      due = nextDue(tempo, due)
      quietAt = nextQuiet(tempo, due.at)
    }
  }
}

/** When a campaign begins and when the last of its recipients is written to. */
export interface Estimate {
  startsAt: number
  endsAt: number
}

/**
 * @param start when it may begin.
 * @param recipients how many; null is answered for none.
 */
export function estimateOf(tempo: Tempo, start: number, recipients: number): Estimate | null {
  let first: number | null = null
  let last = 0
  for (const at of dueTimesFrom(tempo, start, recipients)) {
    first ??= at
    last = at
  }
  return first === null ? null : { startsAt: first, endsAt: last }
}
