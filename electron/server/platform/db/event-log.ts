/**
 * What consoles are sent. Every change somebody may see is written here in its own transaction, under the next number
 * of its company: numbers have no gaps and follow the order of commits. Sockets deliver them in that order, and a
 * console that was away gets what it missed.
 */
import { randomUUID } from 'node:crypto'

/** The stream of what belongs to no company; every process follows it. */
export const PLATFORM = 0

/** What is done to the sockets in some rooms. */
export type Act =
  /** They are sent an event. */
  | { emit: string; payload: unknown }
  /**
   * For the platform's stream: an event under each company's name for the channel, to its super-administrators or to
   * all.
   */
  | { channel: string; payload: unknown; to: 'platform' | 'everybody' }
  /** They leave a room. */
  | { leave: string }
  /** Their rights are read again. */
  | { refresh: true }
  /** They are disconnected. */
  | { drop: true }
  /** Earlier entries are gone: rights are read again, and consoles reload what they show. */
  | { startOver: true }

/** An entry as it is written. */
export interface Entry {
  companyId: number
  rooms: readonly string[]
  except?: readonly string[]
  act: Act
}

/** An entry as it is read, with its number. */
export interface Logged extends Entry {
  seq: number
}

/** A statement of a transaction whose result nobody needs. */
export interface LastStatement extends PromiseLike<unknown> {
  toSQL(): { sql: string; params: unknown[] }
}

/** What a transaction leaves to be written with its commit, for consoles and others. */
export interface Outcome {
  readonly statements: LastStatement[]
  readonly entries: Entry[]
  /** Companies whose earlier entries are dropped: something was erased. */
  readonly erased: Set<number>
  /** Started in this process once it is committed. */
  readonly afterwards: (() => void)[]
}

export const noOutcome = (): Outcome => ({ statements: [], entries: [], erased: new Set(), afterwards: [] })

export interface EventLog {
  /** Numbers are only valid within an epoch: it changes after a restore or on another database. */
  readonly epoch: string
  /** The last known number of a company: whatever is read from now on includes it. Null if unknown. */
  at(companyId: number): number | null
  /**
   * Delivers a company's entries from now on, in order and without gaps.
   * @returns the number it begins after, and what ends it.
   */
  follow(companyId: number, deliver: (entry: Logged) => void): Promise<{ seq: number; stop(): void }>
  /**
   * A company's entries after a number, `most` at most, oldest first.
   * @returns null when some of them are no longer kept.
   */
  since(companyId: number, seq: number, most: number): Promise<Logged[] | null>
}

/** Fewest entries of one company kept in memory. */
const KEPT = 2_000

/** The log of a workspace with a single process; its consoles start over when it restarts. */
export function memoryLog(): EventLog & { append(outcome: Outcome): void } {
  const streams = new Map<number, { head: number; kept: Logged[]; followers: Set<(entry: Logged) => void> }>()
  const streamOf = (companyId: number) => {
    const stream = streams.get(companyId) ?? { head: 0, kept: [], followers: new Set() }
    streams.set(companyId, stream)
    return stream
  }
  return {
    epoch: randomUUID(),
    append({ entries, erased }) {
      for (const companyId of erased) streamOf(companyId).kept = []
      for (const entry of entries) {
        const stream = streamOf(entry.companyId)
        stream.head += 1
        const logged = { ...entry, seq: stream.head }
        stream.kept.push(logged)
        if (stream.kept.length > 2 * KEPT) stream.kept.splice(0, KEPT)
        for (const deliver of stream.followers) deliver(logged)
      }
    },
    at: companyId => streams.get(companyId)?.head ?? 0,
    async follow(companyId, deliver) {
      const stream = streamOf(companyId)
      stream.followers.add(deliver)
      return { seq: stream.head, stop: () => void stream.followers.delete(deliver) }
    },
    async since(companyId, seq, most) {
      const { head, kept } = streamOf(companyId)
      if (seq > head || head - seq > kept.length) return null
      return head === seq ? [] : kept.slice(seq - head).slice(0, most)
    },
  }
}
