import { clockIn, type Schedule, type ScheduleState } from '@contract'
import { Check, CircleAlert, Clock, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '@/i18n'
import { cx, IconButton } from '@/ui'
import styles from './calendar.module.css'
import { stateOf } from './rules'
import type { ScheduleActions } from './use-schedule-actions'

const ICONS: Record<ScheduleState, LucideIcon> = { waiting: Clock, sent: Check, failed: CircleAlert }

interface EntryProps {
  schedule: Schedule
  actions: ScheduleActions
  zone: string
  onOpen: (schedule: Schedule) => void
  onKey: (event: KeyboardEvent, schedule: Schedule) => void
  onRemoved: () => void
}

/** One message in the calendar: state, time, contact, and its two icons. */
export function Entry({ schedule, actions, zone, onOpen, onKey, onRemoved }: EntryProps) {
  const { t } = useTexts()
  const state = stateOf(schedule)
  const Icon = ICONS[state]
  const { hour, minute } = clockIn(zone, new Date(schedule.sendAt))
  const name = actions.nameOf(schedule)
  return (
    <span className={cx(styles.entry, styles[state])} title={actions.sentenceOf(schedule)}>
      <button
        type="button"
        className={styles.open}
        data-schedule={schedule.id}
        aria-label={actions.sentenceOf(schedule)}
        // A press is the calendar's own, which tells it from a drag; a key comes without one.
        onClick={event => event.detail === 0 && onOpen(schedule)}
        onKeyDown={event => onKey(event, schedule)}
      >
        <Icon size={12} strokeWidth={2} aria-hidden="true" className={styles.icon} />
        <span className={styles.clock}>
          {String(hour).padStart(2, '0')}:{String(minute).padStart(2, '0')}
        </span>
        <span className={styles.name}>{name}</span>
      </button>
      <span className={styles.tools} data-tool>
        {actions.mayChange(schedule) ? (
          <IconButton
            icon={Pencil}
            size="small"
            tip={false}
            label={t('schedules.edit', { name })}
            onClick={() => onOpen(schedule)}
          />
        ) : null}
        {actions.mayRemove(schedule) ? (
          <IconButton
            icon={Trash2}
            size="small"
            tip={false}
            label={t('schedules.removeOf', { name })}
            onClick={() => void actions.remove(schedule, onRemoved)}
          />
        ) : null}
      </span>
    </span>
  )
}
