/**
 * Which companies this process works for, as rules ask for it. Types, and the case of a single process; loads nothing.
 */
import type { SQL, SQLWrapper } from 'drizzle-orm'

/** What other processes ask the owner of a company to do. Arguments and answers are JSON. */
export interface Orders {
  /** Hands a stored message to the channel, after earlier ones of its conversation. Throws as the channel refuses. */
  sendToChannel(seq: number): Promise<void>
  /** Tries a delivery of a webhook once, as a person asked for. */
  tryDelivery(id: number): Promise<void>
  /** A call of the channel by its name. */
  channel(call: string, args: readonly unknown[]): Promise<unknown>
}

/** What is woken in other processes. They also look by themselves a little later, so that a wake-up may get lost. */
type Wake =
  /** Numbers of contact lists wait to be asked about. */
  | { job: 'checks'; afterMs: number }
  /** Something happened to a campaign. */
  | { job: 'campaign'; id: number }
  /** A provider delivered something, which is stored. */
  | { job: 'inbox' }

export interface WorkOwnership {
  /**
   * Whether this process runs the jobs of a company and holds its connections. PLATFORM (db/shards.ts) stands for the
   * jobs of no company.
   */
  owns(companyId: number): boolean
  /**
   * Whether the lease of this process may have run out: other processes may already have taken over what it had begun, so it
   * may write and send none of that any more.
   */
  isFenced(): boolean
  /** A condition for finding work: this process works for the company of the row. */
  ownedCompanies(companyId: SQLWrapper): SQL | undefined
  /** A condition for claiming work: the database also says that the company is this process's. */
  stillOwned(companyId: SQLWrapper): SQL | undefined
  /** Whether there may be other processes, so that waiting work may be theirs. */
  readonly hasOthers: boolean
  /** When this process took over a company from another, milliseconds since the epoch; 0 if it never did. */
  ownedSince(companyId: number): number
  /** The share of all companies this process works for, 0 to 1. */
  ownedShare(): number
  /**
   * Asks the owner of a company to do something; waits for one if there is none.
   * @throws NoOwner when none answered; what the order threw.
   */
  callOwner<K extends keyof Orders>(
    companyId: number,
    order: K,
    args: Parameters<Orders[K]>,
    limit?: AskLimit,
  ): Promise<Awaited<ReturnType<Orders[K]>>>
  /** Wakes a job elsewhere. @param companyId does nothing while this process works for it; null: for several. */
  wake(companyId: number | null, what: Wake): void
}

interface AskLimit {
  /** Milliseconds. */
  timeoutMs?: number
  /** Whether it may be repeated by a process that took over meanwhile. */
  again?: boolean
}

/** The owner of the company gave no answer: there is none, it took too long, or the answer was lost. */
export class NoOwner extends Error {
  constructor(
    /** Whether it may have been done all the same. */
    readonly mayBeDone: boolean,
  ) {
    super('no process that works for the company has answered')
    this.name = 'NoOwner'
  }
}

/** The only process of a workspace: it works for all companies. */
export const onlyProcess: WorkOwnership = {
  owns: () => true,
  isFenced: () => false,
  ownedCompanies: () => undefined,
  stillOwned: () => undefined,
  hasOthers: false,
  ownedSince: () => 0,
  ownedShare: () => 1,
  callOwner: () => Promise.reject(new NoOwner(false)),
  wake: () => undefined,
}
