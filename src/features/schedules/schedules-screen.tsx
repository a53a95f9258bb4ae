import { type Contact, SCHEDULE_STATES, type Schedule, type ScheduleState } from '@contract'
import { Button } from 'antd'
import { CalendarDays, CircleAlert, List, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '@/api'
import { ClockNote } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { followScheduleCounts, schedulesList, useScheduleCounts } from '@/stores/schedules'
import { useOffered } from '@/stores/servers'
import { toasts } from '@/stores/toasts'
import { cx, ListScreen, SearchField, SegmentedTabs, ToolbarButton } from '@/ui'
import { answers, stateOf } from './rules'
import { ScheduleCalendar } from './schedule-calendar'
import { ScheduleDialog, type ScheduleDialogProps } from './schedule-dialog'
import { ScheduleList } from './schedule-list'
import styles from './schedules-screen.module.css'
import { useScheduleActions } from './use-schedule-actions'

/** How often a server that says nothing when a message has left is asked again. Milliseconds. */
const ASK_AGAIN_MS = 60_000

type Asked = Omit<ScheduleDialogProps, 'onClose'>

/** /schedules: what leaves later, as a calendar or as a list. */
export function SchedulesScreen() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const actions = useScheduleActions()
  const counts = useScheduleCounts(store => store.counts)
  const everyMs = useOffered('sentSchedules') ? 0 : ASK_AGAIN_MS
  const [state, setState] = useState<ScheduleState | null>(null)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const view = params.get('view') === 'list' ? 'list' : 'calendar'
  const wantedContact = params.get('contactId')
  const scope = useMemo(() => ({ state }), [state])

  useEffect(() => followScheduleCounts(everyMs), [everyMs])
  useEffect(() => {
    if (everyMs === 0 || view !== 'list') return
    const timer = setInterval(() => void schedulesList.reload(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, view])
  useEffect(() => {
    if (wantedContact === null) return
    // Answered once: closing the dialog must not open it again.
    setParams(
      now => {
        now.delete('contactId')
        return now
      },
      { replace: true },
    )
    const id = Number(wantedContact)
    const found: Promise<Contact> =
      Number.isSafeInteger(id) && id > 0
        ? call('contacts.get', { params: { id } })
        : Promise.reject(new Error('no such id'))
    found.then(
      contact => setAsked({ contact }),
      error =>
        toasts.error(
          error instanceof Error && error.message === 'no such id'
            ? t('schedules.gone')
            : errorText(t, error),
        ),
    )
  }, [setParams, t, wantedContact])

  const add = (): void => setAsked({})
  const open = (schedule: Schedule): void => setAsked({ schedule })
  const total = counts && SCHEDULE_STATES.reduce((sum, one) => sum + counts[one], 0)
  const chip = (key: ScheduleState | 'all', count: number | null): ReactNode => {
    const chosen = key === 'all' ? state === null : state === key
    return (
      <button
        key={key}
        type="button"
        className={cx(styles.chip, styles[key], chosen && styles.chosen)}
        aria-pressed={chosen}
        onClick={() => setState(key === 'all' ? null : key)}
      >
        <span className={styles.dot} aria-hidden="true" />
        {t(`schedules.state.${key}`)}
        {count === null ? null : <span className={styles.figure}>{count}</span>}
      </button>
    )
  }
  const filters = (
    <fieldset className={styles.chips} data-many aria-label={t('schedules.states')}>
      {chip('all', total)}
      {SCHEDULE_STATES.map(key => chip(key, counts?.[key] ?? null))}
    </fieldset>
  )
  const tools = (
    <SegmentedTabs
      id="schedule-view"
      panels={false}
      look="pill"
      label={t('schedules.view')}
      value={view}
      onChange={key =>
        setParams(
          now => {
            if (key === 'list') now.set('view', key)
            else now.delete('view')
            return now
          },
          { replace: true },
        )
      }
      items={[
        { key: 'calendar', label: t('schedules.asCalendar'), icon: CalendarDays, iconOnly: true },
        { key: 'list', label: t('schedules.asList'), icon: List, iconOnly: true },
      ]}
    />
  )
  const failures =
    counts && counts.failed > 0 && state !== 'failed' ? (
      <p className={styles.failures} role="status">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('schedules.failures', { count: counts.failed })}</span>
        <Button
          size="small"
          onClick={() => {
            setState('failed')
            setParams({ view: 'list' }, { replace: true })
          }}
        >
          {t('schedules.showFailures')}
        </Button>
      </p>
    ) : null

  const notice = (
    <>
      {failures}
      <ClockNote />
    </>
  )

  return (
    <>
      {view === 'list' ? (
        <ScheduleList
          key={String(state)}
          actions={actions}
          filters={filters}
          tools={tools}
          notice={notice}
          scope={scope}
          onOpen={open}
          onAdd={add}
        />
      ) : (
        <ListScreen
          label={t('schedules.screen')}
          search={
            <SearchField
              value={typed}
              onChange={setTyped}
              onSubmit={() => undefined}
              label={t('schedules.search')}
              clearLabel={t('common.clear')}
            />
          }
          filters={filters}
          count=""
          tools={tools}
          action={<ToolbarButton icon={Plus} tone="primary" label={t('schedules.add')} fold onClick={add} />}
          notice={notice}
        >
          <ScheduleCalendar
            shows={one => (state === null || stateOf(one) === state) && answers(one, typed)}
            actions={actions}
            onOpen={open}
            onAdd={sendAt => setAsked({ sendAt })}
            everyMs={everyMs}
          />
        </ListScreen>
      )}
      {asked ? (
        <ScheduleDialog key={asked.schedule?.id ?? 'new'} {...asked} onClose={() => setAsked(null)} />
      ) : null}
    </>
  )
}
