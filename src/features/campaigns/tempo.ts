/** How fast campaigns leave on this server: for the form, the report, and the question before a restart. */
import type { CampaignSettings, Tempo } from '@contract'
import type { Texts } from '@/i18n'
import { useCampaignSettings } from '@/stores/campaigns'
import { useCompanyZone } from '@/stores/company-clock'
import { useOffered } from '@/stores/servers'

/** What of the settings this server keeps: where it does not keep every interval, the one between two messages. */
export function useTempo(): Tempo {
  const { quiet, ...pace } = useCampaignSettings()
  const zone = useCompanyZone()
  const paced = useOffered('campaignPace')
  if (paced) return { pace, quiet, zone }
  const { messageInterval } = pace
  return {
    pace: { messageInterval, longerIntervalAfter: 0, greaterInterval: 0 },
    quiet: { from: '', to: '' },
    zone,
  }
}

/**
 * The time between two messages, in words.
 * @param paced whether the server keeps every interval; one that does not sends all at once without this one.
 */
export function paceText(
  t: Texts['t'],
  { messageInterval }: Pick<CampaignSettings, 'messageInterval'>,
  paced: boolean,
): string {
  if (messageInterval > 0) return t('campaigns.pace.every', { seconds: messageInterval })
  return t(paced ? 'campaigns.pace.rush' : 'campaigns.pace.together')
}
