/** How a campaign and a recipient say what they are. */
import {
  CAMPAIGN_STATES,
  type CampaignState,
  RECIPIENT_STATES,
  type RecipientState,
  SKIP_REASONS,
  STOP_REASONS,
} from '@contract'
import { isTextKey, useTexts } from '@/i18n'
import { Pill, type PillTone } from '@/ui'

const TONES: Readonly<Record<CampaignState, PillTone>> = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'accent',
  CANCELADA: 'warning',
  FINALIZADA: 'success',
}

const RECIPIENT_TONES: Readonly<Record<RecipientState, PillTone>> = {
  waiting: 'neutral',
  asked: 'info',
  confirmed: 'info',
  sending: 'accent',
  sent: 'accent',
  delivered: 'success',
  failed: 'error',
  skipped: 'warning',
}

const among = <T extends string>(list: readonly T[], value: string): T | null =>
  list.find(one => one === value) ?? null

/** A campaign's status; one a server has of its own is shown as it is. */
export function StatusPill({ status, stopReason = '' }: { status: string; stopReason?: string }) {
  const { t } = useTexts()
  const known = among(CAMPAIGN_STATES, status)
  const stopped = status === 'CANCELADA' ? among(STOP_REASONS, stopReason) : null
  return (
    <Pill
      tone={stopped ? 'error' : known ? TONES[known] : 'neutral'}
      {...(stopped ? { title: t(`campaigns.stopped.${stopped}`) } : {})}
    >
      {known ? t(`campaigns.status.${known}`) : status}
    </Pill>
  )
}

/** A recipient's state, with why it is not the best one. */
export function RecipientPill({ state, reason }: { state: string; reason: string }) {
  const { t } = useTexts()
  const known = among(RECIPIENT_STATES, state)
  const skip = among(SKIP_REASONS, reason)
  const key = `errors.${reason}`
  const why = skip ? t(`campaigns.reason.${skip}`) : reason !== '' && isTextKey(key) ? t(key) : reason
  return (
    <>
      <Pill tone={known ? RECIPIENT_TONES[known] : 'neutral'}>
        {known ? t(`campaigns.state.${known}`) : state}
      </Pill>
      {why ? <span title={why}> {why}</span> : null}
    </>
  )
}
