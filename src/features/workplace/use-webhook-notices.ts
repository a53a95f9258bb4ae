import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { eventsOf, registerFeed } from '@/stores/feed'
import { toasts } from '@/stores/toasts'

/** Says so, wherever an administrator is, when a webhook was switched off because nothing reached it. */
export function useWebhookNotices(): void {
  const { t } = useTexts()
  useEffect(
    () =>
      registerFeed({
        name: 'webhook-notices',
        applyEvents(events) {
          for (const data of eventsOf(events, 'webhook'))
            if (data.action === 'update' && data.webhook.gaveUp && !data.webhook.active)
              toasts.error(t('messagesApi.webhooks.gaveUp', { name: data.webhook.name }))
        },
      }),
    [t],
  )
}
