import { shownName } from '@contract'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { eventsOf, registerFeed } from '@/stores/feed'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'

/** Says so when one of the user's own scheduled messages could not be sent. */
export function useScheduleFailures(): void {
  const { t } = useTexts()
  const id = useUser()?.id
  useEffect(
    () =>
      registerFeed({
        name: 'schedule-failures',
        applyEvents(events) {
          for (const data of eventsOf(events, 'schedule')) {
            if (data.action === 'delete' || data.schedule.status !== 'ERRO') continue
            if (data.schedule.userId !== id) continue
            toasts.error(t('schedules.failed', { name: shownName(data.schedule.contact?.name ?? '') }))
          }
        },
      }),
    [id, t],
  )
}
