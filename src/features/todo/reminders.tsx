import type { Reminder } from '@contract'
import { AlarmClock, CalendarClock, Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import { serverNow, useNow } from '@/stores/clock'
import { soonText, useCompanyZone } from '@/stores/company-clock'
import { remind, remindersDirectory, removeReminder } from '@/stores/reminders'
import { toasts } from '@/stores/toasts'
import { cx, IconButton } from '@/ui'
import { ReminderDialog } from './on-demand'
import styles from './todo.module.css'

/** What is taken back comes at its time, or at once where that is over. Milliseconds. */
const SOON_MS = 60_000

const pathOf = ({ ticketUuid, messageId }: Reminder): string =>
  `/tickets/${encodeURIComponent(ticketUuid)}${messageId === null ? '' : `?message=${encodeURIComponent(messageId)}`}`

function Row({ reminder, onMove }: { reminder: Reminder; onMove: () => void }) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const isDue = Date.parse(reminder.dueAt) <= useNow()
  const name = reminder.name || t('todo.reminders.conversation')
  const fail = (error: unknown): unknown => toasts.error(errorText(t, error))
  const done = async (): Promise<void> => {
    await removeReminder(reminder.id)
    const { ticketId, messageId, note, dueAt } = reminder
    const again = (): Promise<void> =>
      remind({
        ticketId,
        messageId,
        note,
        dueAt: new Date(Math.max(Date.parse(dueAt), serverNow() + SOON_MS)).toISOString(),
      })
    toasts.info(t('todo.reminders.done'), {
      action: { label: t('common.undo'), run: () => void again().catch(fail) },
    })
  }
  return (
    <li className={styles.row}>
      <span className={cx(styles.due, isDue && styles.over)}>
        <AlarmClock size={14} strokeWidth={1.75} aria-hidden="true" />
        {soonText(reminder.dueAt, zone)}
      </span>
      <Link className={styles.reminder} to={pathOf(reminder)} dir="auto">
        <strong>{name}</strong> {reminder.note || reminder.words}
      </Link>
      <IconButton
        icon={CalendarClock}
        size="small"
        label={t('todo.reminders.moveNamed', { name })}
        onClick={onMove}
      />
      <IconButton
        icon={Check}
        size="small"
        label={t('todo.reminders.doneNamed', { name })}
        onClick={() => void done().catch(fail)}
      />
    </li>
  )
}

/** What the person is still to be reminded of, the next first; nothing where there is nothing. */
export function Reminders() {
  const { t } = useTexts()
  const { items, status, error } = remindersDirectory.use()
  const [moving, setMoving] = useState<Reminder | null>(null)
  useEffect(() => void remindersDirectory.ensure(), [])
  if (status === 'failed')
    return (
      <LoadError
        compact
        title={t('todo.reminders.failed')}
        error={error}
        onRetry={() => void remindersDirectory.reload()}
      />
    )
  if (items.length === 0) return null
  return (
    <section className={styles.reminders} aria-label={t('todo.reminders.title')}>
      <h2 className={styles.heading}>{t('todo.reminders.title')}</h2>
      <ul className={styles.list}>
        {items.map(reminder => (
          <Row key={reminder.id} reminder={reminder} onMove={() => setMoving(reminder)} />
        ))}
      </ul>
      {moving ? <ReminderDialog about={moving} onClose={() => setMoving(null)} /> : null}
    </section>
  )
}
