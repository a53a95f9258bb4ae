import type { Schedule } from '@contract'
import Calendar, { type CalendarRef, type EventDropInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import en from '@fullcalendar/react/locales/en-gb'
import es from '@fullcalendar/react/locales/es'
import pt from '@fullcalendar/react/locales/pt-br'
import { LoadError } from '@/features/load-error'
import '@fullcalendar/react/skeleton.css'
import classic from '@fullcalendar/react/themes/classic'
import '@fullcalendar/react/themes/classic/palette.css'
import '@fullcalendar/react/themes/classic/theme.css'
import timeGrid from '@fullcalendar/react/timegrid'
import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { LANGUAGE_TAGS, useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { toasts } from '@/stores/toasts'
import { IconButton, SegmentedTabs } from '@/ui'
import styles from './calendar.module.css'
import {
  blockEnd,
  CALENDAR_VIEWS,
  type CalendarView,
  movedBy,
  proposedAt,
  STEP_MINUTES,
  stepOf,
} from './calendar-moves'
import { Entry } from './entry'
import { proposedTime, stateOf } from './rules'
import { type Range, useCalendarRange } from './use-calendar-range'
import type { ScheduleActions } from './use-schedule-actions'

const PLUGINS = [dayGrid, timeGrid, interaction, classic]
const LOCALES = { pt, en, es }
const VIEW_NAMES: Record<CalendarView, string> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
}
/** Entries of a day of the month; the rest is a figure. */
const MOST_A_DAY = 3

export interface ScheduleCalendarProps {
  /** Whether a message is shown: what is searched, which states. */
  shows: (schedule: Schedule) => boolean
  actions: ScheduleActions
  onOpen: (schedule: Schedule) => void
  /** A free place was pressed: adds a message at that time (ISO-8601). */
  onAdd: (sendAt: string) => void
  /** Milliseconds between two readings where the server does not say when a message has left; 0 none. */
  everyMs: number
}

/** Month, week and day by the company's clock; what a drag does, Alt with arrows does. */
export function ScheduleCalendar({ shows, actions, onOpen, onAdd, everyMs }: ScheduleCalendarProps) {
  const { t, language } = useTexts()
  const zone = useCompanyZone()
  const calendar = useRef<CalendarRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<CalendarView>('month')
  const [title, setTitle] = useState('')
  const [range, setRange] = useState<Range | null>(null)
  const found = useCalendarRange(range, everyMs)
  /** Entry that a key has moved: it is drawn anew, and keeps the focus. */
  const moving = useRef<number | null>(null)

  const byId = useMemo(() => new Map(found.schedules.map(one => [String(one.id), one])), [found.schedules])
  const events = found.schedules.filter(shows).map(one => ({
    id: String(one.id),
    title: actions.nameOf(one),
    start: one.sendAt,
    end: blockEnd(one.sendAt, zone),
    startEditable: actions.mayChange(one),
    extendedProps: { rank: stateOf(one) === 'failed' ? 0 : 1 },
  }))
  useEffect(() => {
    if (moving.current === null) return
    const entry = box.current?.querySelector<HTMLElement>(`[data-schedule="${moving.current}"]`)
    if (entry && entry !== document.activeElement) entry.focus()
  })

  const api = () => calendar.current?.getApi()
  const show = (next: CalendarView): void => {
    setView(next)
    api()?.changeView(VIEW_NAMES[next])
  }
  const drop = async ({ event, revert }: EventDropInfo): Promise<void> => {
    const one = byId.get(event.id)
    const moved = one && event.start && (await actions.move(one, event.start.toISOString(), found.keep))
    if (!moved) revert()
  }
  const onKey = (pressed: KeyboardEvent, one: Schedule): void => {
    if (pressed.key === 'Delete' && actions.mayRemove(one)) {
      pressed.preventDefault()
      void actions.remove(one, () => found.drop(one.id))
      return
    }
    const step = pressed.altKey && !pressed.ctrlKey ? stepOf(pressed.key, view) : null
    if (!step || !actions.mayChange(one)) return
    pressed.preventDefault()
    pressed.stopPropagation()
    moving.current = one.id
    void actions.move(one, movedBy(one.sendAt, step, zone), found.keep)
  }

  return (
    <section className={styles.calendar} aria-label={t('schedules.asCalendar')}>
      <div className={styles.bar}>
        <IconButton icon={ChevronLeft} label={t('schedules.previous')} onClick={() => api()?.prev()} />
        <IconButton icon={ChevronRight} label={t('schedules.next')} onClick={() => api()?.next()} />
        <Button size="small" onClick={() => api()?.today()}>
          {t('schedules.today')}
        </Button>
        <h2 className={styles.title} aria-live="polite">
          {title}
        </h2>
        <SegmentedTabs
          id="schedule-range"
          look="pill"
          label={t('schedules.range')}
          value={view}
          onChange={show}
          items={CALENDAR_VIEWS.map(key => ({ key, label: t(`schedules.${key}`) }))}
        />
      </div>
      {found.complete ? null : (
        <p className={styles.notice} role="status">
          {t('schedules.cut')}
        </p>
      )}
      {found.status === 'failed' ? (
        <LoadError compact title={t('schedules.calendarFailed')} error={found.error} onRetry={found.reload} />
      ) : null}
      <div
        ref={box}
        className={styles.grid}
        id={`schedule-range-panel-${view}`}
        role="tabpanel"
        aria-labelledby={`schedule-range-tab-${view}`}
        aria-busy={found.status === 'loading'}
        onFocus={focused => {
          const id = (focused.target as HTMLElement).dataset.schedule
          if (id !== String(moving.current)) moving.current = null
        }}
      >
        <Calendar
          ref={calendar}
          plugins={PLUGINS}
          initialView={VIEW_NAMES.month}
          locales={Object.values(LOCALES)}
          locale={LANGUAGE_TAGS[language].toLowerCase()}
          timeZone={zone}
          firstDay={1}
          headerToolbar={false}
          height="100%"
          expandRows
          nowIndicator
          allDaySlot={false}
          dayMaxEvents={MOST_A_DAY}
          moreLinkText={count => `+${count}`}
          eventMaxStack={MOST_A_DAY}
          eventOrder="rank,start,title"
          eventDisplay="block"
          slotEventOverlap={false}
          slotDuration={{ minutes: STEP_MINUTES }}
          snapDuration={{ minutes: STEP_MINUTES }}
          defaultTimedEventDuration={{ minutes: STEP_MINUTES }}
          forceEventDuration
          eventDurationEditable={false}
          eventInteractive={false}
          scrollTime="07:00:00"
          slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
          events={events}
          eventClass={styles.event ?? ''}
          eventContent={({ event }) => {
            const one = byId.get(event.id)
            return one ? (
              <Entry
                schedule={one}
                actions={actions}
                zone={zone}
                onOpen={onOpen}
                onKey={onKey}
                onRemoved={() => found.drop(one.id)}
              />
            ) : null
          }}
          eventClick={({ event, jsEvent }) => {
            const one = byId.get(event.id)
            if (one && !(jsEvent.target as Element).closest('[data-tool]')) onOpen(one)
          }}
          eventDrop={info => void drop(info)}
          dateClick={({ date }) => {
            const at = proposedAt(date, view, proposedTime(serverNow()), zone, serverNow())
            if (at === null) toasts.info(t('schedules.past'))
            else onAdd(at)
          }}
          datesSet={({ start, end, view: shown }) => {
            setTitle(shown.title)
            const next = { from: start.toISOString(), to: end.toISOString() }
            setRange(before => (before?.from === next.from && before.to === next.to ? before : next))
          }}
        />
      </div>
      <p className={styles.foot}>
        {found.status === 'failed' || events.length > 0
          ? t('schedules.keys')
          : t(found.status === 'ready' ? 'schedules.emptyRange' : 'common.loading')}
      </p>
    </section>
  )
}
