import { holds } from '@contract'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { useUser } from '@/stores/session'
import { useWorkplace } from '@/stores/workplace'
import { daysToWarn, useMustPay } from '../subscription'
import styles from './subscription-line.module.css'

/** 'Sua assinatura vence em N dia(s)' when fewer than five days remain; once it has ended, that it has to be paid. */
export function SubscriptionLine() {
  const { t, format } = useTexts()
  const today = useToday()
  const dueDate = useWorkplace(state => state.dueDate)
  const user = useUser()
  const paying = useMustPay()
  const days = daysToWarn(dueDate, today)
  const ended = user?.company?.dueDate
  if (paying && ended)
    return (
      <div className={styles.line} role="status">
        <CalendarClock size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('shell.bar.payFirst', { date: format.date(ended) })}
      </div>
    )
  if (days === null) return null
  return (
    <div className={styles.line} role="status">
      <CalendarClock size={16} strokeWidth={1.75} aria-hidden="true" />
      {days === 0 ? t('shell.bar.dueToday') : t('shell.bar.dueSoon', { count: days })}
      {user && holds(user, 'drawer-admin-items:view') ? (
        <Link to="/financeiro">{t('shell.bar.toInvoices')}</Link>
      ) : null}
    </div>
  )
}
