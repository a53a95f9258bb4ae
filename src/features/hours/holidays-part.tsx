import { dayIn, type Holiday } from '@contract'
import { Button } from 'antd'
import { CalendarOff, CalendarPlus, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { holidaysDirectory } from '@/stores/holidays'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { cx, EmptyState, IconButton, SkeletonRows, ToolbarButton } from '@/ui'
import { HolidayDialog } from './holiday-dialog'
import styles from './hours.module.css'
import { isClosed } from './week'

/**
 * Days on which the company is closed or keeps other hours, by date (issue: holidays in the company's time zone). They
 * hold for the hours of the company and of every queue.
 */
export function HolidaysPart({ timeZone }: { timeZone: string }) {
  const { t, format } = useTexts()
  const { items, status, error } = holidaysDirectory.use()
  const offered = useOffered('holidays')
  const edits = useHolds('settings:edit')
  const remove = useRemove()
  const [editing, setEditing] = useState<Holiday | 'new' | null>(null)
  const today = dayIn(timeZone, new Date(useNow()))
  useEffect(() => {
    if (offered) void holidaysDirectory.ensure()
  }, [offered])

  if (!offered) return <p className={styles.hint}>{t('hours.holiday.lacking')}</p>
  const when = (holiday: Holiday): string =>
    isClosed(holiday) ? t('hours.closed') : `${holiday.startTime} – ${holiday.endTime}`
  const past = items.filter(one => one.day < today)
  const shown = [...items.filter(one => one.day >= today), ...past.toReversed()]
  return (
    <section className={styles.holidays} aria-label={t('hours.holiday.title')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('hours.holiday.title')}</h3>
        {edits && shown.length > 0 ? (
          <ToolbarButton
            icon={CalendarPlus}
            label={t('hours.holiday.add')}
            onClick={() => setEditing('new')}
          />
        ) : null}
      </div>
      {status === 'failed' ? (
        <LoadError
          compact
          title={t('hours.holiday.failed')}
          error={error}
          onRetry={() => void holidaysDirectory.reload()}
        />
      ) : status !== 'ready' ? (
        <SkeletonRows count={2} height={44} label={t('common.loading')} />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={CalendarOff}
          title={t('hours.holiday.empty')}
          text={t('hours.holiday.emptyText')}
          action={edits ? <Button onClick={() => setEditing('new')}>{t('hours.holiday.add')}</Button> : null}
        />
      ) : (
        <ul className={styles.list}>
          {shown.map(holiday => (
            <li key={holiday.id} className={cx(styles.holiday, holiday.day < today && styles.past)}>
              <time className={styles.date} dateTime={holiday.day}>
                {format.date(holiday.day)}
              </time>
              <span className={styles.holidayName} title={holiday.name}>
                {holiday.name}
              </span>
              <span className={styles.time}>{when(holiday)}</span>
              {edits ? (
                <span className={styles.actions}>
                  <IconButton
                    icon={Pencil}
                    size="small"
                    label={t('hours.holiday.edit', { name: holiday.name })}
                    onClick={() => setEditing(holiday)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="small"
                    tone="danger"
                    label={t('hours.holiday.remove', { name: holiday.name })}
                    onClick={() =>
                      void remove({
                        name: holiday.name,
                        text: t('hours.holiday.removeText', { day: format.date(holiday.day) }),
                        okLabel: t('hours.holiday.remove', { name: holiday.name }),
                        remove: () => call('holidays.remove', { params: { id: holiday.id } }),
                        onDone: () => holidaysDirectory.drop(holiday.id),
                      })
                    }
                  />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {editing ? (
        <HolidayDialog holiday={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </section>
  )
}
