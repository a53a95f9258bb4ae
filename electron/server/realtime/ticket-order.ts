/**
 * The order of events that say what a ticket is. Each is read after its change is stored, on whichever connection of
 * whichever process is free, so that one read before another change may leave after that one's event. Whoever sent it sees
 * that (events come back in one order, to all processes), reads the ticket again and says what it is now.
 */
import { randomUUID } from 'node:crypto'
import { type Log, reasonOf } from '../log'
import type { Seen } from './realtime'

/** Travels with an event that says what a ticket is. */
export interface Mark {
  /** The process that sent it. */
  by: string
  seen: Seen
  /** From when on the ticket was read, by that process' clock, milliseconds. */
  since: number
}

/** An event that may be older than one before it. */
export interface Doubtful {
  seen: Seen
  payload: unknown
}

export interface TicketOrder {
  /** Sends an event about a ticket; where this process is alone it counts as delivered then. */
  send(seen: Seen, payload: object, emit: () => void): void
  /** What has to travel with an event; undefined for one that says nothing of a ticket. */
  markOf(payload: unknown): Mark | undefined
  /** An event came out of the order of all processes, and was delivered here. */
  delivered(mark: Mark, payload: unknown): void
  /** Looks at nothing more. */
  end(): void
}

/** Tickets whose last event is known: more than may be heard of while one is read. */
const KEPT = 10_000
/** Doubts about one ticket are looked into together, after so many milliseconds. */
const TOGETHER_MS = 20

const begun = new WeakMap<object, number>()

/**
 * Notes from when on what an event says was read.
 * @param what the ticket in it, or the event itself. @param since by `performance.now()`. @returns it.
 */
export function readSince<T extends object>(what: T, since: number): T {
  begun.set(what, since)
  return what
}

/** A copy of a ticket is as old as what it was made of. */
export function sameReading<T extends object>(copy: T, of: object): T {
  const since = begun.get(of)
  return since === undefined ? copy : readSince(copy, since)
}

const ticketIn = (payload: unknown): object | null => {
  const { ticket } = (payload ?? {}) as { ticket?: unknown }
  return typeof ticket === 'object' ? ticket : null
}

/** For an engine that reads one after the other, on one connection, in the order things were stored. */
export const orderedAnyway: TicketOrder = {
  send: (_seen, _payload, emit) => emit(),
  markOf: () => undefined,
  delivered: () => undefined,
  end: () => undefined,
}

/**
 * @param shared whether events go by way of the others before they are delivered.
 * @param lookAgain reads a ticket and says what it is now, where these events did not.
 */
export function ticketOrder(
  log: Log,
  shared: boolean,
  lookAgain: (ticketId: number, doubtful: readonly Doubtful[]) => Promise<void>,
): TicketOrder {
  const own = randomUUID()
  const marks = new WeakMap<object, Mark>()
  const last = new Map<number, { at: number; by: string; since: number }>()
  const doubts = new Map<number, { all: Doubtful[]; clock: NodeJS.Timeout }>()
  const doubt = (seen: Seen, payload: unknown): void => {
    const known = doubts.get(seen.id)
    if (known) return void known.all.push({ seen, payload })
    const all = [{ seen, payload }]
    const clock = setTimeout(() => {
      doubts.delete(seen.id)
      lookAgain(seen.id, all).catch((error: unknown) =>
        log.warn('a ticket is not looked at again', { reason: reasonOf(error) }),
      )
    }, TOGETHER_MS)
    doubts.set(seen.id, { all, clock })
  }
  const order: TicketOrder = {
    send(seen, payload, emit) {
      const since = begun.get(ticketIn(payload) ?? payload)
      if (since === undefined) return emit()
      const mark = { by: own, seen, since }
      marks.set(payload, mark)
      emit()
      if (!shared) order.delivered(mark, payload)
    },
    markOf: payload => (typeof payload === 'object' && payload !== null ? marks.get(payload) : undefined),
    delivered({ by, seen, since }, payload) {
      const before = last.get(seen.id)
      last.delete(seen.id)
      last.set(seen.id, { at: performance.now(), by, since })
      if (last.size > KEPT)
        for (const [oldest] of last) {
          last.delete(oldest)
          break
        }
      if (by !== own || before === undefined || before.at < since) return
      // Several events of one reading.
      if (before.by === by && before.since === since) return
      doubt(seen, payload)
    },
    end() {
      for (const { clock } of doubts.values()) clearTimeout(clock)
      doubts.clear()
    },
  }
  return order
}
