import { holds, type ResponseOut } from '@contract'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@/api'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { useUser } from '@/stores/session'
import { SkeletonRows } from '@/ui'
import styles from './finance.module.css'

const DAY_MS = 86_400_000

/** Whole days until an instant, rounded up; 0 when it has passed. */
const daysUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY_MS))

/** /subscription: how long the trial lasts, where invoices are sent, and whom to ask. */
export function SubscriptionScreen() {
  const { t, format } = useTexts()
  const user = useUser()
  const now = useNow()
  const [found, setFound] = useState<ResponseOut<'subscription.get'> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [asking, setAsking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody says so
  useEffect(() => {
    setFailure(null)
    call('subscription.get').then(setFound, setFailure)
  }, [attempt])
  if (failure !== null || !found)
    return (
      <main className={styles.waiting} aria-label={t('finance.subscription.title')} data-pane="content">
        {failure === null ? (
          <SkeletonRows count={3} height={64} label={t('common.loading')} />
        ) : (
          <LoadError error={failure} onRetry={() => setAttempt(attempt + 1)} />
        )}
      </main>
    )
  const { trialExpiration, dueDate, email, contact } = found
  const period = trialExpiration
    ? t('finance.subscription.trial', { count: daysUntil(trialExpiration, now) })
    : dueDate
      ? t('finance.subscription.until', { date: format.date(dueDate) })
      : t('finance.subscription.endless')
  const ways = [contact.email, contact.phone ? format.phone(contact.phone) : null].filter(Boolean)
  return (
    <main className={styles.page} aria-label={t('finance.subscription.title')} data-pane="content">
      <dl className={styles.summary}>
        <div className={styles.summaryLine}>
          <dt>{t('finance.subscription.period')}</dt>
          <dd>{period}</dd>
        </div>
        <div className={styles.summaryLine}>
          <dt>{t('finance.subscription.email')}</dt>
          <dd dir="auto">{email || '–'}</dd>
        </div>
      </dl>
      <div className={styles.ways}>
        <Button type="primary" onClick={() => setAsking(true)}>
          {trialExpiration ? t('finance.subscription.subscribe') : t('finance.subscription.contact')}
        </Button>
        {user && holds(user, 'drawer-admin-items:view') ? (
          <Link to="/financeiro">{t('finance.subscription.invoices')}</Link>
        ) : null}
      </div>
      <Modal
        open={asking}
        centered
        width={420}
        title={t('finance.subscription.contact')}
        onCancel={() => setAsking(false)}
        footer={<Button onClick={() => setAsking(false)}>{t('common.close')}</Button>}
      >
        <p>{t('finance.subscription.contactText')}</p>
        {ways.length > 0 ? (
          <p>
            <strong>{contact.name}</strong>
            {ways.map(way => (
              <span key={way} className={styles.way}>
                {way}
              </span>
            ))}
          </p>
        ) : null}
      </Modal>
    </main>
  )
}
