/**
 * When to notify, when to keep silent, when to withdraw a notice (docs/architecture.md).
 * Pure: what is wanted and what was notified so far go in, orders and the next moment to ask come out. The clock is given.
 *
 * The rules: one notice per conversation and one growing notice for everybody who waits, whatever the queue; what comes
 * in a burst is notified once; a line that keeps growing is notified again at growing distances, which colleagues who take
 * tickets and a line that empties for a moment do not start over, so that an hour of a busy floor costs at most thirty
 * notices and one for each ticket taken oneself; what was read, taken or answered is withdrawn; what waits on is repeated
 * as often as the agent chose. While the agent works in Turno the list shows what comes into the own conversations: then one
 * notice and one sound a minute stand for all of them.
 */
import type { AttentionPreferences, NoticeKind, SoundName } from '../../../src/contract'
import type { EventNotice } from './event-notice'
import type { Waiting, Work } from './work'

/** How long events are gathered before they are notified. */
export const BURST_MS = 700
/** Distance of notices of one conversation that keeps on. */
const REPEAT_MS = 4_000
/** Distance of notices of all own conversations together, while Turno has the keyboard. */
const FOCUSED_INTERVAL_MS = 60_000
/** Distances of notices of a line that only grows. The last is also how long anybody may wait unannounced. */
const GROWTH_MS = [15_000, 30_000, 60_000, 120_000] as const
/** After this long without a notice the distances begin anew. */
const QUIET_MS = 240_000
/** A number that comes back by itself within this time was not down. */
const CONNECTION_GRACE_MS = 10_000
/** No agent has turned up and the menu has not let go: then it is an agent's turn after all. */
const BOT_GRACE_MS = 120_000
/** More conversations than this at once become one summary. */
const SEPARATE_UP_TO = 3
/** A floor that is always busy must not ring without end. */
const SOUND_GAP_MS = 15_000
export const WAITING_KEY = 'waiting'
export const SUMMARY_KEY = 'mine'
/** What came while the line was down or the computer slept. */
export const AWAY_KEY = 'away'

export interface WaitingNotice {
  kind: 'pending'
  key: typeof WAITING_KEY
  /** Oldest first. */
  tickets: Waiting[]
}
type Talk = Extract<EventNotice, { kind: 'message' }>
export interface SummaryNotice {
  kind: 'summary'
  key: typeof SUMMARY_KEY | typeof AWAY_KEY
  of: Talk[]
}
export type Notice = WaitingNotice | SummaryNotice | EventNotice

/** What was notified under a key. */
interface Notified {
  /** Of the last notice, ms. */
  at: number
  /** Still on the screen, as far as is known. */
  open: boolean
  /** Events it notified. */
  count: number
  kind: NoticeKind | 'summary' | 'reminder' | 'mention'
  /** Waiting tickets it notified, tickets it gathers (summaries). */
  ids: ReadonlySet<number>
  /** Notices of a growing line since it was quiet. */
  steps: number
  /** The agent has taken one of those who wait since the last notice: the next need not keep the long distance. */
  tookOne: boolean
}
export interface Memory {
  notified: ReadonlyMap<string, Notified>
  soundAt: number
  /** Of the last notice of own conversations, ms. */
  conversationsNotifiedAt: number
}
const NEVER = Number.NEGATIVE_INFINITY
export const emptyMemory: Memory = { notified: new Map(), soundAt: NEVER, conversationsNotifiedAt: NEVER }

export interface Situation {
  now: number
  choices: AttentionPreferences
  /** The agent said "away", or asked for quiet: nobody who waits is announced. */
  quietUntil: number
  /** Turno has the keyboard and somebody is there: the list is before the agent's eyes. */
  atWork: boolean
}

export type Order =
  | { do: 'show'; notice: Notice; again: boolean }
  | { do: 'withdraw'; key: string }
  | { do: 'sound'; name: SoundName; kind: NoticeKind }

export interface Plan {
  memory: Memory
  orders: Order[]
  /** When to ask again although nothing has happened; null: no need. */
  wakeAt: number | null
}

/** Who waits longest comes first. */
export const inLine = (work: Work): Waiting[] =>
  [...work.pending.values()].sort((a, b) => a.since - b.since || a.id - b.id)

/** Which of the agent's choices a notice goes by. */
function choiceOf(kind: Notice['kind']): NoticeKind {
  if (kind === 'summary') return 'message'
  return kind === 'reminder' || kind === 'mention' ? 'assigned' : kind
}

/** One planning round; the parts of it share orders, memory and the alarm clock. */
class Round {
  readonly orders: Order[] = []
  readonly notified: Map<string, Notified>
  private soundAt: number
  talksAt: number
  private wakeAt = Number.POSITIVE_INFINITY
  private wantedSound: NoticeKind | null = null

  constructor(
    memory: Memory,
    readonly situation: Situation,
  ) {
    this.notified = new Map(memory.notified)
    this.soundAt = memory.soundAt
    this.talksAt = memory.conversationsNotifiedAt
  }

  get now(): number {
    return this.situation.now
  }

  wake(at: number): void {
    if (at > this.now) this.wakeAt = Math.min(this.wakeAt, at)
  }

  /** Whether something due at an instant is due; remembers the alarm when it is not. */
  isDue(at: number): boolean {
    if (at <= this.now) return true
    this.wake(at)
    return false
  }

  notify(notice: Notice, notified: Omit<Notified, 'at' | 'open'>, again: boolean, mute = false): void {
    const kind = choiceOf(notice.kind)
    const visible = this.situation.choices.notices[kind] && (notice.kind !== 'alarm' || notice.alarm.notice)
    this.notified.set(notice.key, { ...notified, at: this.now, open: visible })
    if (visible) this.orders.push({ do: 'show', notice, again })
    if (mute || this.situation.choices.sounds[kind] === 'none') return
    // One sound for all that is notified in a round; who waits goes first, because that is what may not be missed.
    if (this.wantedSound === null || kind === 'pending') this.wantedSound = kind
  }

  withdraw(key: string): void {
    if (this.notified.get(key)?.open) this.orders.push({ do: 'withdraw', key })
    this.notified.delete(key)
  }

  /** Takes the notice back and keeps what was notified. */
  hide(key: string): void {
    const notified = this.notified.get(key)
    if (!notified?.open) return
    this.orders.push({ do: 'withdraw', key })
    this.notified.set(key, { ...notified, open: false })
  }

  done(): Plan {
    const { choices } = this.situation
    const kind = choices.silent ? null : this.wantedSound
    const name = kind === null ? 'none' : choices.sounds[kind]
    if (kind !== null && name !== 'none' && this.now - this.soundAt >= SOUND_GAP_MS) {
      this.soundAt = this.now
      this.orders.push({ do: 'sound', name, kind })
    }
    return {
      orders: this.orders,
      memory: { notified: this.notified, soundAt: this.soundAt, conversationsNotifiedAt: this.talksAt },
      wakeAt: Number.isFinite(this.wakeAt) ? this.wakeAt : null,
    }
  }
}

/** When a ticket became new to agents; null when it is none. */
const waitsFrom = (ticket: Waiting): number | null =>
  ticket.newAt === null ? null : ticket.withBot ? ticket.newAt + BOT_GRACE_MS : ticket.newAt

function planWaiting(round: Round, work: Work): void {
  const { choices, quietUntil } = round.situation
  const tickets = inLine(work)
  const before = round.notified.get(WAITING_KEY)
  if (tickets.length === 0) round.hide(WAITING_KEY)
  if (tickets.length === 0 && !before) return
  const ids = new Set([...(before?.ids ?? [])].filter(id => work.pending.has(id)))
  const tookOne = before?.tookOne || [...(before?.ids ?? [])].some(id => work.mine.has(id))
  const quiet = before === undefined || round.now - before.at >= QUIET_MS
  const steps = quiet ? 0 : before.steps

  let first = Number.POSITIVE_INFINITY
  const fresh: number[] = []
  for (const ticket of tickets) {
    if (ids.has(ticket.id)) continue
    const at = waitsFrom(ticket)
    // There at the start: known without a notice, and reminded of like the others.
    if (at === null) ids.add(ticket.id)
    else if (at > round.now) round.wake(at)
    else {
      fresh.push(ticket.id)
      first = Math.min(first, at)
    }
  }
  const known = { kind: 'pending' as const, count: before?.count ?? 0, ids, steps, tookOne }
  const { at: notifiedAt, open } = round.notified.get(WAITING_KEY) ?? { at: round.now, open: false }
  round.notified.set(WAITING_KEY, { ...known, at: notifiedAt, open })
  if (tickets.length === 0) return
  const notice: WaitingNotice = { kind: 'pending', key: WAITING_KEY, tickets }

  if (fresh.length > 0) {
    const step = tookOne ? Math.min(1, steps) : Math.min(steps, GROWTH_MS.length)
    const spread = known.count > 0 ? notifiedAt + (GROWTH_MS[step - 1] ?? 0) : 0
    if (!round.isDue(Math.max(first + BURST_MS, spread, quietUntil))) return
    const all = new Set([...ids, ...fresh])
    // The distances go on where they were: what the agent took has paid for this notice.
    const next = tookOne ? Math.max(1, steps) : steps + 1
    round.notify(notice, { ...known, count: all.size, ids: all, steps: next, tookOne: false }, false)
    remind(round, round.now, choices.reminderMinutes)
    return
  }
  if (choices.reminderMinutes === 0 || ids.size === 0) return
  const at = Math.max(notifiedAt + choices.reminderMinutes * 60_000, quietUntil)
  if (round.isDue(at)) {
    round.notify(notice, { ...known, count: ids.size }, true)
    remind(round, round.now, choices.reminderMinutes)
  }
}

const remind = (round: Round, from: number, minutes: number): void => {
  if (minutes > 0) round.wake(from + minutes * 60_000)
}

/** When an event is to be notified; null when it has been. */
function dueAt(before: Notified | undefined, notice: EventNotice): number | null {
  const earlier = before?.kind === notice.kind ? before : undefined
  if (earlier && earlier.count >= notice.count) return null
  const gathered = notice.at + (notice.kind === 'connection' ? CONNECTION_GRACE_MS : BURST_MS)
  return earlier ? Math.max(gathered, earlier.at + REPEAT_MS) : gathered
}

function planEventNotices(round: Round, notices: readonly EventNotice[]): void {
  const due: EventNotice[] = []
  for (const one of notices) {
    const at = dueAt(round.notified.get(one.key), one)
    if (at !== null && round.isDue(at)) due.push(one)
  }
  const mute = (one: EventNotice) =>
    (one.kind === 'message' && one.mute) || (one.kind === 'alarm' && !one.alarm.sound)
  const notifiedOf = (one: EventNotice): Omit<Notified, 'at' | 'open'> => ({
    kind: one.kind,
    count: one.count,
    ids: new Set(),
    steps: 0,
    tookOne: false,
  })
  const summarise = (key: SummaryNotice['key'], talks: Talk[]) => {
    for (const one of talks) {
      // Their own older notices are part of the summary now.
      round.withdraw(one.key)
      round.notified.set(one.key, { ...notifiedOf(one), at: round.now, open: false })
    }
    const ids = new Set(talks.map(one => one.ticketId))
    const notified = { kind: 'summary' as const, count: talks.length, ids, steps: 0, tookOne: false }
    round.notify({ kind: 'summary', key, of: talks }, notified, false, talks.every(mute))
  }
  const talks = due.filter(one => one.kind === 'message')
  const missed = talks.filter(one => one.away)
  if (missed.length > 0) summarise(AWAY_KEY, missed)
  const { atWork } = round.situation
  const live = talks.filter(one => !one.away)
  // What waits for its minute is notified together, unless it is read before.
  const now = live.length > 0 && (!atWork || round.isDue(round.talksAt + FOCUSED_INTERVAL_MS)) ? live : []
  const together = now.length > (atWork ? 1 : SEPARATE_UP_TO)
  if (now.length > 0) round.talksAt = round.now
  if (together) summarise(SUMMARY_KEY, now)
  for (const one of [...due.filter(({ kind }) => kind !== 'message'), ...(together ? [] : now)])
    round.notify(one, notifiedOf(one), false, mute(one))
}

/** Decides what happens now. */
export function plan(memory: Memory, work: Work, situation: Situation): Plan {
  const round = new Round(memory, situation)
  const notices = [...work.eventNotices.values()]
  const wanted = new Set<string>([WAITING_KEY, ...notices.map(one => one.key)])
  for (const key of [SUMMARY_KEY, AWAY_KEY]) {
    const summary = memory.notified.get(key)
    if (summary && notices.some(one => one.kind === 'message' && summary.ids.has(one.ticketId)))
      wanted.add(key)
  }
  for (const key of memory.notified.keys()) if (!wanted.has(key)) round.withdraw(key)
  planWaiting(round, work)
  planEventNotices(round, notices)
  return round.done()
}

/** The person closed a notice, or the system let it go: it needs no withdrawing any more. */
export function closed(memory: Memory, key: string): Memory {
  const notified = memory.notified.get(key)
  if (!notified?.open) return memory
  return { ...memory, notified: new Map(memory.notified).set(key, { ...notified, open: false }) }
}
