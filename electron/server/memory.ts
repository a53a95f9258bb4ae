/**
 * What a running workspace remembers and no row holds; it is lost with its process. The first words of a part say what it is, the
 * last what becomes of it where several processes serve one database ("as it is": each has its own, nothing goes wrong).
 * docs/architecture.md has a table of it.
 */
import {
  CAMPAIGN_EVENT_MS,
  type ConnectionTemplates,
  EXTERNAL_API,
  type PaymentProviderName,
  type ResponseIn,
} from '@contract'
import type { Teardown } from '../teardown'
import type { Piece } from './desk/happenings/kinds'
import { createSendOrder, type SendOrder } from './desk/outgoing/send-order'
import { createFairQueue, type FairQueue } from './fair-queue'
import type { Log } from './log'
import { type Attempts, attemptCounter, type NamedAttempts, namedAttempts } from './platform/auth/attempts'
import { SIGN_IN_PACE, type SignInLimiter, signInLimiter } from './platform/auth/limiter'
import type { Cluster } from './platform/cluster/cluster'
import { type MailsUnderWay, mailsUnderWay, type ResetLimits, resetLimits } from './platform/mail/under-way'
import type { PaymentProvider } from './platform/payments/provider'
import { type Throttled, throttled } from './throttled'

/** How long automatic answers are waited for at the end, milliseconds: the next start takes up from its row one that waits for a phone. */
const LAST_ANSWERS_MS = 1_000

/** An answer to another program, and whether it was given before. */
export interface Answered {
  answer: ResponseIn<'externalApi.send'>
  replayed: boolean
}

export interface Memory {
  /**
   * Attempts of sign-in, sign-up, founding, forgotten passwords, trial mails, a prompt's playground and proofs to IXC.
   * Several processes: counted in the database (`short_lived`), in memory while it is away.
   */
  attempts: NamedAttempts
  /** Who waits for a password to be checked. Several processes: as it is. */
  signIns: SignInLimiter
  /**
   * Wrong tries at a code for a forgotten password that are not in the database yet.
   * Several processes: counted together, as attempts are.
   */
  resetLimits: ResetLimits
  /** Mails on their way that nobody waits for. Several processes: as it is. */
  mails: MailsUnderWay
  /** Calls of other programs within a minute, by connection, and those without a known token by network. Several processes: each its own, as counting each call in the database would be one more write; the limit is as many times as high. */
  apiCalls: Record<'strangers' | 'calls', Attempts>
  /**
   * Calls with an idempotency key that are under way, by their row: the second one waits for the first.
   * Several processes: a row with an end (`short_lived`) names which one has it; the others ask until it is answered.
   */
  keyedCalls: Map<number, Promise<Answered>>
  /**
   * Automatic answers under way, in order within a conversation.
   * Several processes: of the one that works for the company; those owed are in rows.
   */
  answers: FairQueue & { end(): Promise<void> }
  /** What consumers owe tickets and have not begun to do. Several processes: of the one that works for the company; it is in rows. */
  owed: Set<string>
  /**
   * Jobs whose work waits in rows, by name: what begins a piece at once, and whether something is under way.
   * Several processes: of the one that works for the company; all of it is in rows.
   */
  following: Map<string, { begin(piece: Piece): void; isIdle(): boolean }>
  /**
   * Companies whose articles got no vectors: until when they are left alone (`performance.now()`), how long that was,
   * milliseconds, and which article it was, so that it alone holds up no other.
   * Several processes: as it is.
   */
  embedderPauses: Map<number, { until: number; ms: number; articleId: number }>
  /** When another model than a company's answered with vectors for it (`performance.now()`). Several processes: as it is. */
  embedderDoubts: Map<number, number>
  /**
   * Messages on their way, the order within a conversation, pauses of numbers: nothing overtakes, nothing is sent twice.
   * Several processes: of the one that works for the company; another stores the message and asks it, and it looks for what
   * nobody asked for.
   */
  outgoing: SendOrder
  /** Questions about a number's templates under way, one at a time, however many people look. Several processes: as it is. */
  templateQuestions: Map<number, Promise<ConnectionTemplates['reason']>>
  /**
   * Messages that are being translated, by message and language, whoever asked: nobody asks for the same at the same time.
   * Several processes: as it is; two may ask at once, and the later one is kept.
   */
  translations: Map<string, Promise<unknown>>
  /** Providers of payments with a bank's access token. Several processes: as it is; kept for the row of settings it was made of. */
  paymentProviders: Map<PaymentProviderName, { stamp: string; provider: PaymentProvider }>
  /**
   * When the job that asks whether numbers of contact lists are on WhatsApp looks next for what was added.
   * Several processes: each has its own, and all are woken.
   */
  numberChecks: { timer?: NodeJS.Timeout }
  /** The charge after which waiting ones are asked about next. Several processes: of the one that works for the platform; another begins anew. */
  charges: { after: number }
  /** Events about contact lists that are gathered for a moment. Several processes: as it is. */
  listNews: Throttled
  /** Campaigns that only wait, and since when, in milliseconds since the epoch. Several processes: as it is; whoever takes one over looks once more. */
  idleCampaigns: Map<number, number>
  /**
   * When a campaign's messages that waited for their number were looked for last, in milliseconds since the epoch.
   * Several processes: as it is; whoever takes it over looks once more.
   */
  campaignsLooked: Map<number, number>
  /** Events about campaigns that are gathered for a moment, and by campaign the recipients that changed. Several processes: as it is. */
  campaignNews: Throttled & { recipients: Map<number, Set<number>> }
  /**
   * Deliveries of webhooks that are being tried: none twice at once.
   * Several processes: of the one that works for the company; trying one by hand asks it.
   */
  deliveries: Set<number>
  /** Events about the log of webhooks that are gathered for a moment. Several processes: as it is. */
  deliveryNews: Throttled
}

/** Makes all of it. @param teardown is given what has to be ended. */
export function createMemory(
  { log, cluster }: { log: Log; cluster: Cluster | null },
  teardown: Pick<Teardown, 'add'>,
): Memory {
  const attempts = namedAttempts(cluster)
  const apiCalls = (limit: number): Attempts =>
    attemptCounter({ attempts: limit, windowMs: EXTERNAL_API.windowMs })
  // One connection that is slow to send holds up no other, and no incoming message.
  const answers = createFairQueue(4)
  const memory: Memory = {
    attempts,
    signIns: signInLimiter(SIGN_IN_PACE, undefined, (name, limit) => attempts(`sign-in ${name}`, limit)),
    resetLimits: resetLimits(attempts),
    mails: mailsUnderWay(log),
    apiCalls: { strangers: apiCalls(EXTERNAL_API.strangers), calls: apiCalls(EXTERNAL_API.calls) },
    keyedCalls: new Map(),
    answers: { ...answers, end: () => answers.settled(LAST_ANSWERS_MS) },
    owed: new Set(),
    following: new Map(),
    embedderPauses: new Map(),
    embedderDoubts: new Map(),
    outgoing: createSendOrder(),
    templateQuestions: new Map(),
    translations: new Map(),
    paymentProviders: new Map(),
    numberChecks: {},
    charges: { after: 0 },
    listNews: throttled(log, 'contact list', 400),
    idleCampaigns: new Map(),
    campaignsLooked: new Map(),
    campaignNews: { ...throttled(log, 'campaign', CAMPAIGN_EVENT_MS), recipients: new Map() },
    deliveries: new Set(),
    deliveryNews: throttled(log, 'deliveries', 1_000),
  }
  for (const [name, part] of Object.entries(memory)) if ('end' in part) teardown.add(name, () => part.end())
  return memory
}
