/** What several server processes of one workspace share (REDIS_URL). The client is behind it, in ./redis: loaded where it is used. */
import type { AttemptLimit, Attempts } from '../auth/attempts'
import type { RedisClient } from './redis'
import type { Whereabouts, WhereaboutsOptions } from './whereabouts'

/** Why a question got no answer. */
export type Unanswered =
  /** No process answers this topic now. */
  | 'nobody'
  /** The answer did not come in time; what was asked for may have happened all the same. */
  | 'late'
  /** Redis cannot be reached. */
  | 'away'

/** A question to another process that got no answer. */
export class BusError extends Error {
  constructor(
    readonly reason: Unanswered,
    topic: string,
  ) {
    super(`No answer to ${topic}: ${reason}`)
    this.name = 'BusError'
  }
}

/** Ends a subscription. */
export type Ends = () => Promise<void>

/** Messages between the processes; payloads are JSON. */
export interface Bus {
  /**
   * Says something to every process that listens, this one included (at once, without Redis). Messages of one process
   * arrive in their order. What is said while Redis is away is lost to the others, and logged.
   */
  publish(topic: string, payload: unknown): void
  /** @returns when messages arrive, with what ends it. What the listener throws is logged. */
  on(topic: string, listener: (payload: unknown) => void | Promise<void>): Promise<Ends>
  /** Answers the questions of one topic; one process at a time should. @returns when questions arrive, with what ends it. */
  answer(topic: string, answers: (payload: unknown) => unknown): Promise<Ends>
  /**
   * Asks whichever process answers the topic; the own one directly.
   * @returns its answer, as JSON carried it.
   * @throws BusError when there is none; ApiError with its code and details when the other side threw one, ERR_INTERNAL
   *   for anything else it threw.
   */
  ask(topic: string, payload: unknown, limit: { timeoutMs: number }): Promise<unknown>
}

export interface Cluster {
  /** This process among those that live; another one at each start. */
  readonly id: string
  /** Begins every name this workspace has in Redis, channels too. */
  readonly prefix: string
  /** For commands. It rejects at once while Redis is away. */
  readonly client: RedisClient
  readonly bus: Bus
  /** A connection of its own for whoever waits in it; it waits for Redis when that is away, and ends with the cluster. */
  further(): RedisClient
  /** Whether Redis answers within some milliseconds. */
  reachable(patienceMs: number): Promise<boolean>
  /** Says where people are connected, from now on (./whereabouts). */
  startWhereabouts(options: WhereaboutsOptions): Promise<Whereabouts>
  /** Counts attempts for all processes (./attempts); one limit per name. */
  attempts(name: string, limit: AttemptLimit): Attempts
  /**
   * Takes something for this process alone, for some milliseconds at most.
   * @returns what gives it back; null when another process has it.
   * @throws Error while Redis is away.
   */
  take(name: string, ms: number): Promise<(() => Promise<void>) | null>
  /** Called each time Redis is back: what was said meanwhile is lost. */
  onReturn(listener: () => void): void
  close(): Promise<void>
}
