/**
 * What consoles are sent. Every change that somebody may see is written here in its own transaction, under the next number
 * of its company: numbers have no gaps, and go up in the order in which the changes were committed. Sockets deliver them in
 * that order, and a console that was away is given what it missed.
 */
import { randomUUID } from 'node:crypto'

/** The stream of what belongs to no company: every process follows it. */
export const PLATFORM = 0

/** What is done for the sockets in some rooms. */
export type Act =
  /** They are sent an event. */
  | { emit: string; payload: unknown }
  /** Of the platform's stream: an event under the name each company has for the channel, to its super-administrators or to all. */
  | { channel: string; payload: unknown; to: 'platform' | 'everybody' }
  /** They leave a room. */
  | { leave: string }
  /** Their rights are read again. */
  | { refresh: true }
  /** They are disconnected. */
  | { drop: true }
  /** What came before is kept no longer: rights are read again, and consoles ask for what they show. */
  | { startOver: true }

/** One entry as it is written. */
export interface Entry {
  companyId: number
  rooms: readonly string[]
  except?: readonly string[]
  act: Act
}

/** One entry as it is read, with its number. */
export interface Logged extends Entry {
  seq: number
}

/** A statement of a transaction whose answer nobody needs. */
export interface LastStatement extends PromiseLike<unknown> {
  toSQL(): { sql: string; params: unknown[] }
}

/** What a transaction leaves to be written with its commit: for consoles, and besides. */
export interface Outcome {
  readonly statements: LastStatement[]
  readonly entries: Entry[]
  /** Companies of which nothing that was written before is kept: something was erased. */
  readonly erased: Set<number>
  /** Done in this process once it is committed. */
  readonly afterwards: (() => void)[]
}

export const noOutcome = (): Outcome => ({ statements: [], entries: [], erased: new Set(), afterwards: [] })

export interface EventLog {
  /** Numbers of another epoch mean nothing here: it is another one after a restore or on another database. */
  readonly epoch: string
  /** The number of a company's last entry that is known here: whatever is read from now on holds it. Null where none is. */
  at(companyId: number): number | null
  /**
   * Hands over what is written of a company from now on, in order and without gaps.
   * @returns the number it begins after, and what ends it.
   */
  follow(companyId: number, deliver: (entry: Logged) => void): Promise<{ seq: number; stop(): void }>
  /**
   * What was written of a company after a number, `most` entries at most, from the first on.
   * @returns null where some of it is kept no longer.
   */
  since(companyId: number, seq: number, most: number): Promise<Logged[] | null>
}

/** Entries of one company that are kept in memory, at the least. */
const KEPT = 2_000

/** The log of a workspace that one process serves and writes: its consoles start over when it does. */
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
