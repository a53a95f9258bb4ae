/** Customers who write a given number of messages a second over many tickets, through the way of any other message. */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ChannelSink, IncomingMessage } from '../server/desk/channel/channel'
import { type Log, reasonOf } from '../server/log'
import type { Db } from '../server/platform/db/client'
import { contacts, tickets, whatsapps } from '../server/platform/db/schema'
import { type Clock, iso, machineClock } from './simulator/clock'
import { createRandom } from './simulator/random'
import { fill, newCase, TOPICS } from './simulator/talk/cases'
import { ANSWERS, DETAILS } from './simulator/talk/phrases'

export interface TrafficOptions {
  db: Db
  sink: ChannelSink
  log: Log
  /** Messages a second, at most 1,000. */
  perSecond: number
}

export interface PacedTraffic extends TrafficOptions {
  /** The machine's unless given (tests). */
  clock?: Clock
}

export interface Traffic {
  stop(): Promise<void>
}

export const MOST_PER_SECOND = 1_000
/** Pause between batches in milliseconds: messages arrive in a stream, not in heaps. */
const BEAT_MS = 50
/** Tickets the messages are spread over. */
const TICKETS = 500
/** Messages that may be owed when the workspace is slower than asked; more is dropped and logged once a second. */
const DEBT_SECONDS = 1

interface Line {
  whatsappId: number
  number: string
  name: string
}

async function busyLines(db: Db): Promise<Line[]> {
  const rows = await db
    .select({ whatsappId: whatsapps.id, number: contacts.number, name: contacts.name })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .innerJoin(whatsapps, eq(whatsapps.id, tickets.whatsappId))
    .where(and(inArray(tickets.status, ['open', 'pending']), eq(tickets.isGroup, false)))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(TICKETS)
  return rows
}

/**
 * Starts the stream; it ends with `stop`, which waits for the batch under way. A batch is only begun when the one before
 * it is stored, so a slow workspace is never buried.
 */
export function startTraffic(options: PacedTraffic): Traffic {
  const { db, sink, log } = options
  const clock = options.clock ?? machineClock
  const perSecond = Math.min(MOST_PER_SECOND, Math.max(0, options.perSecond))
  const random = createRandom(20_260_504)
  const phrases = [...Object.values(DETAILS).flat(), ...Object.values(ANSWERS).flat()]
  const stock = Array.from({ length: 400 }, () =>
    fill(random.pick(phrases), newCase(random, random.pick(TOPICS))),
  )
  let lines: Line[] = []
  let owed = 0
  let since = clock.now()
  let dropped = 0
  let saidAt = Number.NEGATIVE_INFINITY
  let cancel: () => void = () => {}
  let stopped = false
  let current: Promise<void> = Promise.resolve()

  const message = (): IncomingMessage => {
    const line = random.pick(lines)
    return {
      whatsappId: line.whatsappId,
      id: `3EB0${randomBytes(8).toString('hex').toUpperCase()}`,
      from: { number: line.number, name: line.name, isGroup: false },
      body: random.pick(stock),
      mediaType: 'conversation',
      at: iso(clock.now()),
    }
  }

  const beat = async (): Promise<void> => {
    if (lines.length === 0) lines = await busyLines(db)
    const now = clock.now()
    owed += ((now - since) / 1_000) * perSecond
    since = now
    // Less than one message a second owes a part of a message for a while: that is no delay.
    const most = Math.max(1, perSecond * DEBT_SECONDS)
    if (owed > most) {
      dropped += owed - most
      owed = most
    }
    if (dropped >= 1 && now - saidAt >= 1_000) {
      log.warn('traffic behind', { dropped: Math.floor(dropped) })
      dropped -= Math.floor(dropped)
      saidAt = now
    }
    const due = lines.length === 0 ? 0 : Math.floor(owed)
    if (due === 0) return
    owed -= due
    await sink.incoming(Array.from({ length: due }, message))
  }

  const next = (): void => {
    if (stopped) return
    cancel = clock.after(BEAT_MS, () => {
      current = beat()
        .catch((error: unknown) => log.warn('traffic', { reason: reasonOf(error) }))
        .then(next)
    })
  }
  next()

  return {
    async stop() {
      stopped = true
      cancel()
      await current
    },
  }
}
