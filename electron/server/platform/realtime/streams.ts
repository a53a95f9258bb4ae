/** The log's streams, carried out on this process's sockets one entry after the other. */
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import {
  type CompanyChannel,
  companyEvent,
  MISSED_DICTIONARY,
  type ResumeRequest,
  withMaskedNumbers,
} from '@contract'
import type { Server } from 'socket.io'
import { type Log, reasonOf } from '../../log'
import { waitAtMost } from '../cluster/wait-at-most'
import { type EventLog, type Logged, PLATFORM } from '../db/event-log'
import { asJson } from './json-events'
import { companyOfRoom, companyRoom, maskedRoom, readerRoom } from './rooms'

/** How long reading rights again may hold up a company's events, milliseconds. */
const ENTRY_MS = 3_000
/** With more events it is quicker to reload the lists. */
const MOST_MISSED = 1_000
/** How long a console waits when it comes from a process that was ahead of this one, milliseconds. */
const BEHIND_MS = 2_000

export interface Stream {
  /** The number of the last entry carried out here. */
  at(): number
  /** Nobody needs it any more. */
  leave(): void
}

export interface Streams {
  /** Follows a company's stream, or the platform's, until everybody who asked has left. */
  join(companyId: number): Promise<Stream>
}

interface Followed {
  at: number
  stop(): void
}

/** @param perform carries an entry out; later ones wait for its result. */
export function streamsOf(
  events: EventLog,
  log: Log,
  perform: (entry: Logged) => Promise<void> | undefined,
): Streams {
  const all = new Map<number, { users: number; coming: Promise<Followed> }>()
  const begin = async (companyId: number): Promise<Followed> => {
    const queue: Logged[] = []
    let busy = false
    const followed: Followed = { at: 0, stop: () => {} }
    const carryOut = async (): Promise<void> => {
      busy = true
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { seq, act } = next
        try {
          const going = perform(next)
          if (going)
            await waitAtMost(() => going, ENTRY_MS, {
              late: () => log.warn('rights are read slowly', { companyId }),
              failed: error => log.error('rights are not read', { companyId, reason: reasonOf(error) }),
            })
        } catch (error) {
          log.error('an event was not sent', { act: Object.keys(act)[0], reason: reasonOf(error) })
        }
        followed.at = seq
      }
      busy = false
    }
    const { seq, stop } = await events.follow(companyId, entry => {
      queue.push(entry)
      if (!busy) void carryOut()
    })
    followed.at = Math.max(followed.at, seq)
    followed.stop = stop
    return followed
  }
  return {
    async join(companyId) {
      const joined = all.get(companyId) ?? { users: 0, coming: begin(companyId) }
      all.set(companyId, joined)
      // Counted before it is there, so that nobody else's leaving ends it meanwhile.
      joined.users += 1
      const forget = (): void => {
        if (all.get(companyId) === joined) all.delete(companyId)
      }
      const followed = await joined.coming.catch((error: unknown) => {
        forget()
        throw error
      })
      let left = false
      return {
        at: () => followed.at,
        leave() {
          if (left) return
          left = true
          joined.users -= 1
          if (joined.users > 0) return
          followed.stop()
          forget()
        },
      }
    },
  }
}

/** Sends an event to some rooms, with customers' numbers masked for people who may not see them. */
function emitTo(
  io: Server,
  to: { companyId: number; rooms: readonly string[]; except: readonly string[]; mark: object },
  { emit, payload, json }: { emit: string; payload: unknown; json: string | undefined },
): void {
  const { rooms: filled } = io.sockets.adapter
  // Nothing is made for rooms in which nobody is.
  if (!to.rooms.some(room => filled.has(room))) return
  const masked = maskedRoom(to.companyId)
  io.in([...to.rooms])
    .except([...to.except, masked])
    .emit(emit, asJson(payload, json), to.mark)
  const those = [...(filled.get(masked) ?? [])].filter(id => {
    const rooms = io.sockets.adapter.sids.get(id) ?? new Set()
    return meets(to.rooms, rooms) && !meets(to.except, rooms)
  })
  if (those.length > 0) io.in(those).emit(emit, withMaskedNumbers(payload), to.mark)
}

/** Handles entries that need no reading. @returns false for an entry that asks for rights to be read. */
export function send(io: Server, { companyId, seq, rooms, except = [], act, json }: Logged): boolean {
  const those = io.in([...rooms]).except([...except])
  const mark = companyId === PLATFORM ? { platform: seq } : { seq }
  if ('emit' in act && rooms.length > 0) emitTo(io, { companyId, rooms, except, mark }, { ...act, json })
  else if ('emit' in act) io.emit(act.emit, act.payload, mark)
  else if ('leave' in act) those.socketsLeave(act.leave)
  else if ('drop' in act) those.disconnectSockets(true)
  else if ('channel' in act)
    for (const id of [...io.sockets.adapter.rooms.keys()].flatMap(companyOfRoom))
      io.in(act.to === 'platform' ? readerRoom(id, 'super') : companyRoom(id)).emit(
        companyEvent(id, act.channel as CompanyChannel),
        act.payload,
        mark,
      )
  else return false
  return true
}

const meets = (rooms: readonly string[], own: ReadonlySet<string>): boolean =>
  rooms.some(room => own.has(room))

/** The event an entry is for whoever is in some rooms of a company; null where it is none. */
function eventOf(
  { rooms, except = [], act }: Logged,
  companyId: number,
  own: ReadonlySet<string>,
): [name: string, payload: unknown] | null {
  if ('channel' in act) {
    if (!own.has(act.to === 'platform' ? readerRoom(companyId, 'super') : companyRoom(companyId))) return null
    return [companyEvent(companyId, act.channel as CompanyChannel), act.payload]
  }
  if (!('emit' in act) || (rooms.length > 0 && (!meets(rooms, own) || meets(except, own)))) return null
  return [act.emit, own.has(maskedRoom(companyId)) ? withMaskedNumbers(act.payload) : act.payload]
}

/**
 * Drops events replaced by later ones: outdated states of a ticket or message. Created records stay, because people are
 * notified about them, and so do one-time events such as messages moved to another ticket.
 */
function newest(events: readonly MissedEvent[]): MissedEvent[] {
  const seenKeys = new Set<string>()
  return events
    .toReversed()
    .filter(([name, payload]) => {
      const { action, messagesTo, ticket, message } = payload as {
        action?: unknown
        messagesTo?: unknown
        ticket?: { id: unknown } | null
        message?: { id: unknown }
      }
      const of = message ?? ticket
      if (!of || (action !== 'create' && action !== 'update')) return true
      const row = `${name} ${of.id}`
      const isLast = !seenKeys.has(row)
      seenKeys.add(row)
      return isLast || action === 'create' || messagesTo !== undefined
    })
    .toReversed()
}

const dictionary = Buffer.from(MISSED_DICTIONARY)

type MissedEvent = [name: string, payload: unknown, mark: object]

export interface Missed {
  /** Reads what the streams have by now. @returns false when the console has to reload everything. */
  read(): Promise<boolean>
  /** Whether everything carried out here has been read. */
  isWhole(): boolean
  /** The missed events that still matter, as MISSED_EVENT has them; null for none. */
  packed(): Buffer | null
}

/**
 * What a console missed while away.
 * @param away where it was.
 * @param own its present rooms: events for other rooms are left out.
 */
export function missedBy(
  events: EventLog,
  { companyId, company, platform }: { companyId: number; company: Stream; platform: Stream },
  away: ResumeRequest,
  own: ReadonlySet<string>,
): Missed {
  const parts = [
    { id: companyId, stream: company, at: away.seq, mark: 'seq' },
    { id: PLATFORM, stream: platform, at: away.platform, mark: 'platform' },
  ]
  const missed: MissedEvent[] = []
  const until = performance.now() + BEHIND_MS
  return {
    packed() {
      const events = newest(missed)
      return events.length === 0 ? null : deflateSync(JSON.stringify(events), { level: 9, dictionary })
    },
    isWhole: () => parts.every(({ at, stream }) => at === stream.at()),
    async read() {
      for (const part of parts) {
        while (part.at > part.stream.at()) {
          if (performance.now() > until) return false
          await delay(10)
        }
        const to = part.stream.at()
        if (to - part.at > MOST_MISSED) return false
        const found = to === part.at ? [] : await events.since(part.id, part.at, to - part.at)
        if (!found) return false
        for (const entry of found) {
          if ('startOver' in entry.act || ('refresh' in entry.act && meets(entry.rooms, own))) return false
          const event = eventOf(entry, companyId, own)
          if (event) missed.push([...event, { [part.mark]: entry.seq }])
        }
        part.at = to
      }
      return true
    },
  }
}
