import { DELIVERY_STATUSES, type DeliveryStatus, WEBHOOK_EVENTS, type WebhookDelivery } from '@contract'
import { useTexts } from '@/i18n'

const KNOWN_FAILURES = ['TIMEOUT', 'REFUSED_ADDRESS', 'NO_SECRET', 'ECONNREFUSED', 'ENOTFOUND'] as const

/** Words of the delivery log. */
export function useDeliveryTexts() {
  const { t } = useTexts()
  const status = (row: WebhookDelivery): DeliveryStatus =>
    DELIVERY_STATUSES.find(known => known === row.status) ?? 'waiting'
  return {
    status,
    event(row: WebhookDelivery): string {
      const known = WEBHOOK_EVENTS.find(event => event === row.event)
      return known ? t(`messagesApi.log.events.${known.replace('.', '_') as 'message_created'}`) : row.event
    },
    /** The last answer in a few words: its status, or why there was none. */
    answer(row: WebhookDelivery): string {
      if (row.answerStatus !== null) return String(row.answerStatus)
      if (row.failure === '') return '–'
      const known = KNOWN_FAILURES.find(failure => failure === row.failure)
      return known
        ? t(`messagesApi.log.failures.${known}`)
        : t('messagesApi.log.failures.other', { code: row.failure })
    },
  }
}
