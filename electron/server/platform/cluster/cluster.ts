/**
 * What several server processes of one PostgreSQL database share. Types only; the implementation (./join) is loaded
 * where it is used.
 */
import type { AttemptLimit, Attempts } from '../auth/attempts'
import type { Leases } from '../db/engine/leases'
import type { Whereabouts, WhereaboutsOptions } from './whereabouts'

/** Why a question got no answer. */
export type Unanswered =
  /** The process does not live or does not answer yet: it was not asked. */
  | 'nobody'
  /** The answer did not come in time; the request may have been carried out all the same. */
  | 'late'
  /** The database cannot be reached. */
  | 'away'

/** A question to another process that got no answer. */
export class BusError extends Error {
  constructor(
    readonly reason: Unanswered,
    process: number,
  ) {
    super(`No answer of process ${process}: ${reason}`)
    this.name = 'BusError'
  }
}

/** Messages between the processes; payloads are JSON. */
export interface Bus {
  /**
   * Publishes to every listening process, including this one (at once, without the database). Messages of one process
   * arrive in order. While the database is away, messages are lost to the others and logged.
   */
  publish(topic: string, payload: unknown): void
  /** @returns what ends it. What the listener throws is logged. */
  on(topic: string, listener: (payload: unknown) => void | Promise<void>): () => void
  /** Answers the questions of the others. @returns what ends it. */
  answer(answers: (payload: unknown) => unknown): () => void
  /**
   * Asks a process, by its number.
   * @returns its answer, as JSON carried it.
   * @throws BusError when there is none; ApiError with its code and details when the other side threw one, ERR_INTERNAL
   *   for anything else it threw.
   */
  ask(process: number, payload: unknown, limit: { timeoutMs: number }): Promise<unknown>
}

export interface Cluster {
  readonly leases: Leases
  readonly bus: Bus
  /** Stores where people are connected, from now on (./whereabouts). */
  startWhereabouts(options: WhereaboutsOptions): Whereabouts
  /** Counts attempts for all processes (./attempts); one limit per name. */
  attempts(name: string, limit: AttemptLimit): Attempts
  /**
   * Claims something for this process, for some milliseconds at most.
   * @returns a function that releases it; null when another process has it.
   * @throws Error while the database is away.
   */
  take(name: string, ms: number): Promise<(() => Promise<void>) | null>
  /** Called each time the connection to the others is back: what was published meanwhile is lost. */
  onReturn(listener: () => void): void
  close(): Promise<void>
}
