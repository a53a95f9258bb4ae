/** What the parts of the outbox say to each other. */
import type { Attachment, ExpectedTicket, Message, OutboxEntry, QuoteRef } from '../../../src/contract'
import type { Attachments } from '../attachments/attachments'
import type { LocalDb } from '../local-db/local-db'
import type { Log } from '../log/log'

type Kind = OutboxEntry['kind']
type State = OutboxEntry['state']

/** An entry as main holds it: what the disk knows, and what only matters while the program runs. */
export interface OutboxRecord {
  /** Order of acceptance; order of sending within a ticket. */
  seq: number
  /** The client id the server knows the message by. */
  id: string
  ticketId: number
  kind: Kind
  body: string
  quote: QuoteRef | null
  attachment: Attachment | null
  original?: OutboxEntry['original']
  menu?: OutboxEntry['menu']
  forward: OutboxEntry['forward']
  /** What its writer took the ticket to be. */
  expected?: ExpectedTicket | undefined
  state: State
  attempts: number
  /** An attempt may have reached the server without its answer reaching us. */
  unsure: boolean
  /** Milliseconds since the epoch, of this computer. */
  firstAttemptAt: number | null
  lastAttemptAt: number | null
  failureCode: string | null
  failureText: string | null
  holdUntil: number | null
  sentAt: number | null
  createdAt: number
  messageId: string | null

  /* Not on the disk. */
  /** Failures in a row since the last sign of life; drives the backoff. */
  streak: number
  backoffUntil: number | null
  progress: number | null
  /** A person has asked for it to be sent again, and no attempt has reached the server since. */
  asked?: boolean
  /** Being taken out: nothing may start it any more. */
  leaving: boolean
}

/** How an attempt ended badly. */
export interface Failure {
  /** `later`: try again by itself; `never`: the server refused, a person decides; `signedOut`: after a sign-in. */
  kind: 'later' | 'never' | 'signedOut'
  /** Catalogue code when there is one, else `HTTP_<status>`. */
  code: string
  /** The server's words. */
  text: string
  /** Whether the request may have been carried out all the same. */
  mayHaveArrived: boolean
  /** Milliseconds the server asked us to wait. */
  retryAfterMs: number | null
  /** Failures in a row after which `later` becomes `never`; null: as long as it takes. */
  giveUpAfter: number | null
}

/** Thrown by a transport; everything else it throws counts as a network failure that may have arrived. */
export class SendFailure extends Error {
  constructor(readonly failure: Failure) {
    super(`${failure.kind} ${failure.code}`)
    this.name = 'SendFailure'
  }
}

/** What a server answered; servers of the wild answer nothing. */
export interface SendAnswer {
  message: Message | null
  /** The ticket a forward went to, where the server names it. */
  ticketId?: number | null
}

interface UploadWatch {
  /** Bytes handed to the network so far, of all. */
  progress(sent: number, total: number): void
  /** Called and awaited before the last bytes go: from then on the server may have the message. */
  leaving(): Promise<void>
}

export interface Transport {
  sendText(record: OutboxRecord, signal: AbortSignal): Promise<SendAnswer>
  sendMedia(record: OutboxRecord, watch: UploadWatch, signal: AbortSignal): Promise<SendAnswer>
  sendForward(record: OutboxRecord, signal: AbortSignal): Promise<SendAnswer>
  /**
   * What the server has in a thread since an instant (ms, our clock), at least the newest page.
   * Must not mark anything read where that can be avoided.
   */
  recentMessages(ticketId: number, since: number, signal: AbortSignal): Promise<Message[]>
  /** Milliseconds the server's clock is ahead of ours, null before its first answer. */
  clockOffsetMs(): number | null
}

/** Time, which tests control. */
export interface Clock {
  now(): number
  /** Runs `work` once after `ms`; the answer cancels it. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** The entry as windows see it. */
export function toEntry(record: OutboxRecord): OutboxEntry {
  const wait = Math.max(record.holdUntil ?? 0, record.backoffUntil ?? 0)
  return {
    id: record.id,
    ticketId: record.ticketId,
    kind: record.kind,
    body: record.body,
    quote: record.quote,
    attachment: record.attachment,
    original: record.original,
    menu: record.menu,
    forward: record.forward,
    state: record.state,
    progress: record.progress,
    attempts: record.attempts,
    failureCode: record.failureCode,
    failureText: record.failureText,
    notBefore: wait > 0 && record.state === 'queued' ? iso(wait) : null,
    messageId: record.messageId,
    createdAt: iso(record.createdAt),
    ...(record.lastAttemptAt === null ? {} : { leftAt: iso(record.lastAttemptAt) }),
  }
}

export interface OutboxChange {
  upserts: OutboxEntry[]
  removed: string[]
}

export interface OutboxDeps {
  db: LocalDb
  attachments: Attachments
  transport: Transport
  /** Whether the connected server makes one message of a client id sent twice (every Turno workspace does). */
  clientIds: () => boolean
  /** Whether anything may be sent: an account is signed in. Network trouble is found out by sending. */
  ready: () => boolean
  /** The bridge's `outboxChanged`. */
  onChange: (change: OutboxChange) => void
  /** A message the server answered with: put it on the feed, so that windows know it even while the socket is down. */
  onMessage: (message: Message) => void
  /** A message that was translated before it left is there: what its writer wrote. */
  onTranslated?: ((message: Message, original: NonNullable<OutboxEntry['original']>) => void) | undefined
  log: Log
  clock?: Clock
  /** 0 to 1, for the jitter. */
  random?: () => number
  /** Milliseconds a server without client ids gets to store what it may have received before it is asked. */
  graceMs?: number
}
