/** States of a campaign and of its recipients, and what may be done in which. Pure. */

export const CAMPAIGN_STATES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** A scheduled campaign is read-only from this long before its time. */
export const CAMPAIGN_LOCK_MS = 60 * 60_000
/**
 * How long a recipient whose number is still being asked about on WhatsApp is passed over. After that it is written to
 * as it is, and the channel says what it is.
 */
export const NUMBER_CHECK_MS = 10 * 60_000
/** What stands in the place of a tag while none is chosen. */
export const NO_TAG = 'Nenhuma'

interface Timed {
  status: string
  scheduledAt: string | null
}

/** Whether a campaign may be changed: inactive, cancelled, or scheduled for more than an hour from now. */
export function isEditable({ status, scheduledAt }: Timed, now: number): boolean {
  if (status === 'INATIVA' || status === 'CANCELADA') return true
  return status === 'PROGRAMADA' && scheduledAt !== null && Date.parse(scheduledAt) - now > CAMPAIGN_LOCK_MS
}

/** Whether it may be cancelled: while it runs, and before that while it waits for its time. */
export const isCancellable = (status: string): boolean => status === 'EM_ANDAMENTO' || status === 'PROGRAMADA'
export const isRestartable = (status: string): boolean => status === 'CANCELADA'
/** Its refused recipients can be tried again by themselves; a cancelled one tries them again when it is restarted. */
export const isRetryable = (status: string): boolean => status === 'EM_ANDAMENTO' || status === 'FINALIZADA'
/** One that runs is cancelled first. */
export const isRemovable = (status: string): boolean => status !== 'EM_ANDAMENTO'

/**
 * How far a campaign is with one recipient.
 *
 * - `waiting`: not written to yet.
 * - `asked`: the question left; the answer is waited for. `confirmed`: it came; the message is next.
 * - `sending`: handed to the channel. `sent`: the channel took it. `delivered`: it is on the phone.
 * - `failed`: refused. `skipped`: left out, for a reason.
 */
export const RECIPIENT_STATES = [
  'waiting',
  'asked',
  'confirmed',
  'sending',
  'sent',
  'delivered',
  'failed',
  'skipped',
] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** States in which nothing more is done for a recipient; a campaign whose recipients are all there is finished. */
export const SETTLED_STATES: readonly RecipientState[] = ['sent', 'delivered', 'failed', 'skipped']

/** Why a recipient was left out. */
export const SKIP_REASONS = [
  'invalid',
  'withoutPhone',
  'repeated',
  'optedOut',
  'openTicket',
  'noAnswer',
  'declined',
  'removed',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Why a campaign stopped by itself. */
export const STOP_REASONS = [
  'connection',
  'rejections',
  'variables',
  'template',
  'templatePaused',
  'templateDisabled',
  'company',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** How many recipients are where; `total` is all of them. */
export type CampaignFigures = Record<RecipientState | 'total', number>

/** Of a campaign with so many recipients, of whom nothing is known yet. */
export const freshFigures = (total: number): CampaignFigures => ({
  total,
  waiting: 0,
  asked: 0,
  confirmed: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  skipped: 0,
})
