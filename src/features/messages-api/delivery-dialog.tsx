import type { WebhookDelivery, WebhookDeliveryDetail } from '@contract'
import { Button, Modal } from 'antd'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { looks, SkeletonRows } from '@/ui'
import { useDeliveryTexts } from './delivery-texts'
import page from './messages-api.module.css'
import styles from './webhooks.module.css'

/** JSON with line breaks; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export interface DeliveryDialogProps {
  row: WebhookDelivery
  onResend: (row: WebhookDelivery) => Promise<WebhookDeliveryDetail | null>
  onClose: () => void
}

/** One delivery: what was sent, what was answered, and a press to send it again. */
export function DeliveryDialog({ row, onResend, onClose }: DeliveryDialogProps) {
  const { t, format } = useTexts()
  const texts = useDeliveryTexts()
  const [detail, setDetail] = useState<WebhookDeliveryDetail | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts the tries
  useEffect(() => {
    let left = false
    setError(null)
    call('deliveries.get', { params: { id: row.id } }).then(
      found => {
        if (!left) setDetail(found)
      },
      (failed: unknown) => {
        if (!left) setError(failed)
      },
    )
    return () => {
      left = true
    }
  }, [row.id, asked])
  const resend = async (): Promise<void> => {
    setBusy(true)
    const again = await onResend(row)
    if (again) setDetail(again)
    setBusy(false)
  }
  const answerOf = (found: WebhookDeliveryDetail): string => {
    if (found.attempts === 0) return t('messagesApi.log.notMade')
    if (found.answerStatus === null) return t('messagesApi.log.noAnswer')
    return pretty(found.answer) || t('messagesApi.log.emptyAnswer')
  }
  return (
    <Modal
      open
      centered
      width={720}
      title={`${texts.event(row)} · ${t('messagesApi.log.open', { id: row.id })}`}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button
          type="primary"
          loading={busy}
          disabled={detail === null}
          icon={<RotateCw size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void resend()}
        >
          {t('messagesApi.log.resendOk')}
        </Button>
      }
    >
      {error !== null ? (
        <LoadError compact error={error} onRetry={() => setAsked(asked + 1)} />
      ) : detail === null ? (
        <SkeletonRows count={4} height={44} label={t('common.loading')} />
      ) : (
        <>
          <p className={looks.meta}>
            {[
              t(`messagesApi.log.statuses.${texts.status(detail)}`),
              `${t('messagesApi.log.attempts')}: ${detail.attempts}`,
              format.exact(detail.createdAt),
              detail.nextAt ? t('messagesApi.log.next', { time: format.exact(detail.nextAt) }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {detail.attempts === 0 && !detail.payload ? (
            <p className={styles.untried}>{t('messagesApi.log.notMade')}</p>
          ) : (
            <>
              <h4 className={page.small}>{t('messagesApi.log.payload')}</h4>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled by keys */}
              <pre className={page.block} tabIndex={0}>
                {pretty(detail.payload) || t('messagesApi.log.notMade')}
              </pre>
              <h4 className={page.small}>
                {t('messagesApi.log.answer')}
                {detail.attempts > 0 ? ` · ${texts.answer(detail)}` : ''}
              </h4>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled by keys */}
              <pre className={page.block} tabIndex={0}>
                {answerOf(detail)}
              </pre>
            </>
          )}
        </>
      )}
    </Modal>
  )
}
