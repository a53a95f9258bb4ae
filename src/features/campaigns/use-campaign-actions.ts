import { type Campaign, campaignSettingsOf } from '@contract'
import { call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { campaignSettingsDirectory, campaignsList } from '@/stores/campaigns'
import { capability } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { useConfirm } from '@/ui'
import { paceText } from './tempo'

/** How many people a restart would write to: whom the campaign has not reached; null when nobody knows. */
async function stillToWriteTo({ id, contactListId }: Campaign): Promise<number | null> {
  try {
    const { figures } = await call('campaigns.get', { params: { id } })
    if (figures && figures.total > 0)
      return figures.total - figures.sent - figures.delivered - figures.skipped
    // It was stopped before it began: the whole list.
    const list = (await call('contactLists.list')).find(one => one.id === contactListId)
    return list?.validCount ?? null
  } catch {
    return null // the question is asked without the figure
  }
}

/** What can be done with campaigns, with their toasts. */
export function useCampaignActions() {
  const { t } = useTexts()
  const confirm = useConfirm()
  const act = async (what: 'cancel' | 'restart', { id }: Campaign, done: string): Promise<void> => {
    const params = { id }
    try {
      await call(`campaigns.${what}`, { params })
      contentToasts.success(done)
      campaignsList.keep(await call('campaigns.get', { params }))
    } catch (error) {
      contentToasts.error(errorText(t, error))
    }
  }
  return {
    async cancel(campaign: Campaign): Promise<void> {
      const sure = await confirm({
        title: t('campaigns.cancelTitle'),
        text: t('campaigns.cancelText'),
        okLabel: t('campaigns.cancelDo'),
        cancelLabel: t('campaigns.keepRunning'),
        danger: true,
      })
      if (sure) await act('cancel', campaign, t('campaigns.cancelled'))
    },
    async restart(campaign: Campaign): Promise<void> {
      const [left] = await Promise.all([stillToWriteTo(campaign), campaignSettingsDirectory.ensure()])
      const pace = campaignSettingsOf(campaignSettingsDirectory.use.getState().items)
      const sure = await confirm({
        title: t('campaigns.restartTitle'),
        text: [
          left === null ? t('campaigns.restartUnknown') : t('campaigns.restartText', { count: left }),
          paceText(t, pace, capability('campaignPace') !== 'missing'),
        ].join('\n'),
        okLabel: t('campaigns.restartDo'),
        cancelLabel: t('campaigns.keepStopped'),
      })
      if (sure) await act('restart', campaign, t('campaigns.restarted'))
    },
  }
}
