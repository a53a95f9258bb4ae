/** For which companies this process of a workspace works, as its rules see it. Types and the one case without others; loads nothing. */
import type { SQL, SQLWrapper } from 'drizzle-orm'

/** What other processes have the one that works for a company do. Arguments and answers are JSON. */
export interface Orders {
  /** Hands a stored message to the channel, after what its conversation still has to send. Throws as the channel refuses. */
  sendToChannel(seq: number): Promise<void>
  /** Tries a delivery of a webhook once, as a person asked for. */
  tryDelivery(id: number): Promise<void>
  /** A call of the channel by its name. */
  channel(call: string, args: readonly unknown[]): Promise<unknown>
}

/** What is woken in the other processes. They look by themselves a little later, so that none of it has to arrive. */
type Wake =
  /** Numbers of contact lists wait to be asked about. */
  | { job: 'checks'; afterMs: number }
  /** Something happened to a campaign. */
  | { job: 'campaign'; id: number }
  /** A provider delivered something, which is stored. */
  | { job: 'inbox' }

export interface Working {
  /** Whether this process does the jobs of a company and holds its connections; of PLATFORM (db/shards.ts): those of no company. */
  here(companyId: number): boolean
  /**
   * Whether other processes may count this one as ended without its knowing: what it had begun is theirs to end, and
   * nothing of it may be written or sent any more.
   */
  lost(): boolean
  /** Of a statement that looks for work: the company of a row is one whose jobs are done here. */
  mine(companyId: SQLWrapper): SQL | undefined
  /** Of a statement that begins something: it is done only while the database, too, has the company as this process's. */
  held(companyId: SQLWrapper): SQL | undefined
  /** Whether there may be others: then what waits may be theirs. */
  readonly shared: boolean
  /** When this process began to work for a company for which another one may have before, milliseconds since the epoch; 0 where none does. */
  since(companyId: number): number
  /** The part of all companies this process works for, 0 to 1. */
  share(): number
  /**
   * Has the process that works for a company do something; waits for one while there is none.
   * @throws NobodyWorks when none answered; what the order threw.
   */
  ask<K extends keyof Orders>(
    companyId: number,
    order: K,
    args: Parameters<Orders[K]>,
    limit?: AskLimit,
  ): Promise<Awaited<ReturnType<Orders[K]>>>
  /** Wakes a job elsewhere. @param companyId nothing while this process works for it; null: for several. */
  wake(companyId: number | null, what: Wake): void
}

interface AskLimit {
  /** Milliseconds. */
  timeoutMs?: number
  /** Whether it may be asked again of the process that took over meanwhile. */
  again?: boolean
}

/** No process that works for the company gave an answer: there is none now, it took too long, or it was lost on its way. */
export class NobodyWorks extends Error {
  constructor(
    /** Whether it may have been done all the same. */
    readonly mayBeDone: boolean,
  ) {
    super('no process that works for the company has answered')
    this.name = 'NobodyWorks'
  }
}

/** The one process of a workspace: it works for all. */
export const alone: Working = {
  here: () => true,
  lost: () => false,
  mine: () => undefined,
  held: () => undefined,
  shared: false,
  since: () => 0,
  share: () => 1,
  ask: () => Promise.reject(new NobodyWorks(false)),
  wake: () => undefined,
}
