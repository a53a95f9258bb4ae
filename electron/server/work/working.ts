/** Which process of a workspace works, as its rules see it. Types and the one case without others; loads nothing. */

/** What other processes have the one that works do. Arguments and answers are JSON. */
export interface Orders {
  /** Hands a stored message to the channel, after what its conversation still has to send. Throws as the channel refuses. */
  handOver(seq: number): Promise<void>
  /** Tries a delivery of a webhook once, as a person asked for. */
  tryDelivery(id: number): Promise<void>
  /** A call of the channel by its name. */
  channel(call: string, args: readonly unknown[]): Promise<unknown>
}

/** What other processes wake in the one that works. It looks by itself a little later, so that none of it has to arrive. */
type Wake =
  /** Numbers of contact lists wait to be asked about. */
  | { job: 'checks'; afterMs: number }
  /** Something happened to a campaign. */
  | { job: 'campaign'; id: number }
  /** A provider delivered something, which is stored. */
  | { job: 'inbox' }

export interface Working {
  /** Whether this process does the jobs and holds the connections. */
  here(): boolean
  /**
   * Whether another process may have taken the work from this one without its knowing: what it had begun is the other's to
   * end, and nothing of it may be written or sent any more.
   */
  lost(): boolean
  /** Whether a process that lives does the work, this one or another. */
  isDone(): boolean
  /** Whether others may: then what waits may be theirs. */
  readonly shared: boolean
  /** When this process began to work after another one may have, milliseconds since the epoch; 0 where none does. */
  since(): number
  /**
   * Has the process that works do something; waits for one while there is none.
   * @throws NobodyWorks when none answered; what the order threw.
   */
  ask<K extends keyof Orders>(
    order: K,
    args: Parameters<Orders[K]>,
    limit?: AskLimit,
  ): Promise<Awaited<ReturnType<Orders[K]>>>
  /** Wakes a job elsewhere; nothing while this process works itself. */
  wake(what: Wake): void
}

interface AskLimit {
  /** Milliseconds. */
  timeoutMs?: number
  /** Whether it may be asked again of the process that took over meanwhile. */
  again?: boolean
}

/** No process that works gave an answer: there is none now, it took too long, or it was lost on its way. */
export class NobodyWorks extends Error {
  constructor(
    /** Whether it may have been done all the same. */
    readonly mayBeDone: boolean,
  ) {
    super('no process that works has answered')
    this.name = 'NobodyWorks'
  }
}

/** The one process of a workspace: it works itself. */
export const alone: Working = {
  here: () => true,
  lost: () => false,
  isDone: () => true,
  shared: false,
  since: () => 0,
  ask: () => Promise.reject(new NobodyWorks(false)),
  wake: () => undefined,
}
