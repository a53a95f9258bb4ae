/**
 * What a running workspace remembers and no row holds; it is lost with its process. The first words of a part say what it is, the
 * last what becomes of it where several processes serve one database ("as it is": each has its own, nothing goes wrong).
 * docs/architecture.md has its table from here (tests/unit/docs/memory.test.ts).
 */
import type { Teardown } from '../teardown'
import { type NamedAttempts, namedAttempts } from './auth/attempts'
import { SIGN_IN_PACE, type SignInLimiter, signInLimiter } from './auth/limiter'
import { autoReplyWork } from './auto-replies/worker'
import type { IdleCampaigns } from './campaigns/idle'
import type { CampaignsLooked } from './campaigns/job'
import { type CampaignNews, campaignNews } from './campaigns/live'
import type { CompanyWork } from './company-work'
import type { NumberChecks } from './contact-lists/checks'
import { LIST_NEWS_MS } from './contact-lists/views'
import { learners } from './copilot/learn'
import type { TranslationsUnderWay } from './copilot/translate'
import type { KeyedCalls } from './external-api/idempotency'
import { type ApiCalls, apiCalls } from './external-api/sender'
import { type AutomaticAnswers, automaticAnswers } from './inbound/incoming'
import { type ResetLimits, resetLimits } from './mail/forgotten'
import { type MailsUnderWay, mailsUnderWay } from './mail/send'
import { type OutgoingTurns, outgoingTurns } from './outgoing/turns'
import type { PaymentProviders } from './payments/settings'
import type { TemplateQuestions } from './templates/list'
import { type Throttled, throttled } from './throttled'
import { transcribers } from './transcripts/worker'
import type { DeliveriesUnderWay } from './webhooks/attempt'
import { DELIVERY_NEWS_MS } from './webhooks/rows'
import type { Workspace } from './workspace'

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
  /** Calls of other programs within a minute. Several processes: each its own; the limit is as many times as high. */
  apiCalls: ApiCalls
  /**
   * Calls with an idempotency key that are under way: the second one waits for the first.
   * Several processes: a row with an end (`short_lived`) names which one has it; the others ask until it is answered.
   */
  keyedCalls: KeyedCalls
  /**
   * Automatic answers under way, in order within a conversation.
   * Several processes: of the one that works for the company; those owed are in rows.
   */
  answers: AutomaticAnswers
  /**
   * Answers of AI prompts and integrations under way, one at a time for a ticket.
   * Several processes: of the one that works for the company; those owed are in rows.
   */
  autoReplies: CompanyWork
  /**
   * Recordings and pictures whose words are being asked for.
   * Several processes: of the one that works for the company; those asked for are in rows.
   */
  transcribers: CompanyWork
  /**
   * Conversations that an article is asked for of, one of a company at a time.
   * Several processes: of the one that works for the company; those asked about are in rows.
   */
  learners: CompanyWork
  /**
   * Messages on their way, the order within a conversation, pauses of numbers: nothing overtakes, nothing is sent twice.
   * Several processes: of the one that works for the company; another stores the message and asks it, and it looks for what
   * nobody asked for.
   */
  outgoing: OutgoingTurns
  /** Questions about a number's templates under way, one at a time. Several processes: as it is. */
  templateQuestions: TemplateQuestions
  /**
   * Messages that are being translated, whoever asked: nobody asks for the same at the same time.
   * Several processes: as it is; two may ask at once, and the later one is kept.
   */
  translations: TranslationsUnderWay
  /** Providers of payments with a bank's access token. Several processes: as it is; kept for the row of settings it was made of. */
  paymentProviders: PaymentProviders
  /**
   * What wakes the job that asks whether numbers of contact lists are on WhatsApp.
   * Several processes: each has its own, and all are woken.
   */
  numberChecks: NumberChecks
  /** Events about contact lists that are gathered for a moment. Several processes: as it is. */
  listNews: Throttled
  /** Campaigns that only wait, and since when. Several processes: as it is; whoever takes one over looks once more. */
  idleCampaigns: IdleCampaigns
  /**
   * When a campaign's messages that waited for their number were looked for last.
   * Several processes: as it is; whoever takes it over looks once more.
   */
  campaignsLooked: CampaignsLooked
  /** Events about campaigns that are gathered for a moment. Several processes: as it is. */
  campaignNews: CampaignNews
  /**
   * Deliveries of webhooks that are being tried: none twice at once.
   * Several processes: of the one that works for the company; trying one by hand asks it.
   */
  deliveries: DeliveriesUnderWay
  /** Events about the log of webhooks that are gathered for a moment. Several processes: as it is. */
  deliveryNews: Throttled
}

/** Makes all of it. @param teardown is given what has to be ended. */
export function createMemory(
  { log, cluster }: Pick<Workspace, 'log' | 'cluster'>,
  teardown: Pick<Teardown, 'add'>,
): Memory {
  const attempts = namedAttempts(cluster)
  const memory: Memory = {
    attempts,
    signIns: signInLimiter(SIGN_IN_PACE, Date.now, (name, limit) => attempts(`sign-in ${name}`, limit)),
    resetLimits: resetLimits(attempts),
    mails: mailsUnderWay(log),
    apiCalls: apiCalls(),
    keyedCalls: new Map(),
    answers: automaticAnswers(),
    autoReplies: autoReplyWork(),
    transcribers: transcribers(),
    learners: learners(),
    outgoing: outgoingTurns(),
    templateQuestions: new Map(),
    translations: new Map(),
    paymentProviders: new Map(),
    numberChecks: { wake() {} },
    listNews: throttled(log, 'contact list', LIST_NEWS_MS),
    idleCampaigns: new Map(),
    campaignsLooked: new Map(),
    campaignNews: campaignNews(log),
    deliveries: new Set(),
    deliveryNews: throttled(log, 'deliveries', DELIVERY_NEWS_MS),
  }
  for (const [name, part] of Object.entries(memory)) if ('end' in part) teardown.add(name, () => part.end())
  return memory
}
