import { DEFAULT_HOURS, type OtherHours, type ScheduleDay, WEEKDAYS, type Weekday } from '@contract'
import { Button, ConfigProvider, Dropdown, Switch } from 'antd'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '@/i18n'
import { IconButton, MENU_KEYS } from '@/ui'
import { DayBar } from './day-bar'
import styles from './hours.module.css'
import { OpeningSentence } from './opening-sentence'
import { TimeField } from './time-field'
import { copied, dayFault, isClosed, type Times, toggled, typedTimes, type WeekDay, weekOf } from './week'

export interface HoursEditorProps {
  /** As a server has them, in any order; [] keeps no hours: always open. Given by the form where it stands in one. */
  value?: readonly ScheduleDay[]
  /** The whole week, Monday first; [] when hours are given up. Times that cannot be kept are passed on as typed. */
  onChange?: (days: ScheduleDay[]) => void
  /** The clock the hours are read on (setting `timezone`). */
  timeZone: string
  /** For the sentence of what the hours mean now. */
  holidays?: readonly OtherHours[]
  /** Besides a form that is being saved or only read, which is disabled as a whole. */
  disabled?: boolean
}

const WORKDAYS: readonly Weekday[] = WEEKDAYS.slice(0, 5)
const NO_HOLIDAYS: readonly OtherHours[] = []

/**
 * Business hours of a queue or of a company (specification 2 section 2): a week as seven bars with fields beside them.
 * Stands in a form as a field (`value`, `onChange`); the form's schema (`businessHours`) refuses what cannot be kept.
 */
export function HoursEditor({
  value = [],
  onChange,
  timeZone,
  holidays = NO_HOLIDAYS,
  disabled: off = false,
}: HoursEditorProps) {
  const { t } = useTexts()
  const disabled = (ConfigProvider.useConfig().componentDisabled ?? false) || off
  const hint = useId()
  if (value.length === 0) {
    return (
      <div className={styles.none}>
        <p>{t('hours.none')}</p>
        <Button disabled={disabled} onClick={() => onChange?.(weekOf(DEFAULT_HOURS))}>
          {t('hours.begin')}
        </Button>
      </div>
    )
  }
  const week = weekOf(value)
  const isSound = week.every(day => dayFault(day) === null)
  const change = (weekday: Weekday, times: Times): void =>
    onChange?.(week.map(day => (day.weekdayEn === weekday ? { ...day, ...times } : day)))
  const copyMenu = (day: WeekDay) => ({
    ...MENU_KEYS,
    items: [
      { key: 'all', label: t('hours.toAll') },
      { key: 'workdays', label: t('hours.toWorkdays') },
      { type: 'divider' as const },
      ...WEEKDAYS.filter(one => one !== day.weekdayEn).map(one => ({
        key: one,
        label: t(`hours.day.${one}`),
      })),
    ],
    onClick: ({ key }: { key: string }) => {
      const to = key === 'all' ? WEEKDAYS : key === 'workdays' ? WORKDAYS : [key as Weekday]
      onChange?.(copied(week, day.weekdayEn, to))
    },
  })

  return (
    <div className={styles.editor}>
      {isSound ? <OpeningSentence opening={{ days: week, holidays, timeZone }} /> : null}
      <div className={styles.scale} aria-hidden="true">
        {['00', '06', '12', '18', '24'].map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {week.map(day => {
        const name = t(`hours.day.${day.weekdayEn}`)
        const fault = dayFault(day)
        const closed = isClosed(day)
        return (
          <div key={day.weekdayEn} className={styles.day} role="group" aria-label={name}>
            <span className={styles.name}>{name}</span>
            <Switch
              size="small"
              checked={!closed}
              disabled={disabled}
              aria-label={t('hours.isOpen', { day: name })}
              onChange={() => change(day.weekdayEn, toggled(day))}
            />
            <DayBar
              name={name}
              times={day}
              disabled={disabled}
              onChange={times => change(day.weekdayEn, times)}
            />
            <div className={styles.fields}>
              {closed ? (
                <span className={styles.closedDay}>{t('hours.closed')}</span>
              ) : (
                <>
                  <TimeField
                    label={t('hours.grip.start', { day: name })}
                    value={day.startTime}
                    disabled={disabled}
                    wrong={fault !== null}
                    onChange={typed => change(day.weekdayEn, typedTimes(day, 'startTime', typed))}
                  />
                  <span aria-hidden="true">–</span>
                  <TimeField
                    label={t('hours.grip.end', { day: name })}
                    value={day.endTime}
                    disabled={disabled}
                    wrong={fault !== null}
                    onChange={typed => change(day.weekdayEn, typedTimes(day, 'endTime', typed))}
                  />
                </>
              )}
            </div>
            <Dropdown menu={copyMenu(day)} trigger={['click']} disabled={disabled}>
              <IconButton
                icon={Copy}
                size="small"
                label={t('hours.copy', { day: name })}
                disabled={disabled}
              />
            </Dropdown>
            {fault ? (
              <p className={styles.fault} role="alert">
                {t(`hours.fault.${fault}`)}
              </p>
            ) : null}
          </div>
        )
      })}
      <p id={hint} className={styles.hint}>
        {t('hours.hint', { zone: timeZone.replaceAll('_', ' ') })}
      </p>
      <div className={styles.tools}>
        <Button size="small" disabled={disabled} onClick={() => onChange?.(weekOf(DEFAULT_HOURS))}>
          {t('hours.defaults')}
        </Button>
        <Button size="small" type="text" disabled={disabled} onClick={() => onChange?.([])}>
          {t('hours.giveUp')}
        </Button>
      </div>
    </div>
  )
}
