import { DEFAULT_HOURS, type OtherHours, type ScheduleDay, WEEKDAYS, type Weekday } from '@contract'
import { Button, ConfigProvider, Dropdown, Switch } from 'antd'
import { Coffee, Copy, X } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { IconButton, MENU_KEYS } from '@/ui'
import { DayBar, partName } from './day-bar'
import styles from './hours.module.css'
import { OpeningSentence } from './opening-sentence'
import { TimeField } from './time-field'
import {
  copied,
  dayFault,
  dayOf,
  isClosed,
  partsOf,
  spillOf,
  type Times,
  toggled,
  typedParts,
  typedTimes,
  weekOf,
  withBreak,
} from './week'

export interface HoursEditorProps {
  /** As a server has them, in any order; [] keeps no hours: always open. Given by the form where it is in one. */
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
 * Business hours of a queue or of a company: a week as seven bars with fields beside them.
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
  const inParts = useOffered('dayParts')
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
  const days = WEEKDAYS.map((weekday, i) => {
    const parts = partsOf(week, weekday)
    const before = partsOf(week, WEEKDAYS[(i + 6) % 7] ?? weekday)
    return { weekday, parts, fault: dayFault(parts, !inParts), spill: spillOf(before) }
  })
  const isSound = days.every(day => day.fault === null)
  const setParts = (weekday: Weekday, parts: readonly Times[]): void =>
    onChange?.(
      week.flatMap((day, i) => {
        if (day.weekdayEn !== weekday) return [day]
        return week[i - 1]?.weekdayEn === weekday ? [] : dayOf(weekday, parts)
      }),
    )
  const copyMenu = (from: Weekday) => ({
    ...MENU_KEYS,
    items: [
      { key: 'all', label: t('hours.toAll') },
      { key: 'workdays', label: t('hours.toWorkdays') },
      { type: 'divider' as const },
      ...WEEKDAYS.filter(one => one !== from).map(one => ({
        key: one,
        label: t(`hours.day.${one}`),
      })),
    ],
    onClick: ({ key }: { key: string }) => {
      const to = key === 'all' ? WEEKDAYS : key === 'workdays' ? WORKDAYS : [key as Weekday]
      onChange?.(copied(week, from, to))
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
      {days.map(({ weekday, parts, fault, spill }) => {
        const name = t(`hours.day.${weekday}`)
        const closed = parts.every(isClosed)
        const paused = inParts ? withBreak(parts) : null
        const change = (at: number, times: Times): void =>
          setParts(
            weekday,
            parts.map((part, i) => (i === at ? times : part)),
          )
        const type = (at: number, end: keyof Times, typed: string): void => {
          const several = inParts ? typedParts(typed) : null
          if (several) setParts(weekday, several)
          else change(at, typedTimes(parts[at] ?? { startTime: '', endTime: '' }, end, typed))
        }
        return (
          <div key={weekday} className={styles.day} role="group" aria-label={name}>
            <span className={styles.name}>{name}</span>
            <Switch
              size="small"
              checked={!closed}
              disabled={disabled}
              aria-label={t('hours.isOpen', { day: name })}
              onChange={() => setParts(weekday, toggled(parts))}
            />
            <DayBar name={name} parts={parts} spill={spill} disabled={disabled} onChange={change} />
            <div className={styles.parts}>
              {closed ? (
                <span className={styles.closedDay}>{t('hours.closed')}</span>
              ) : (
                parts.map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the day
                  <div key={at} className={styles.fields}>
                    {(['startTime', 'endTime'] as const).map(end => {
                      const grip = end === 'startTime' ? 'start' : 'end'
                      return (
                        <TimeField
                          key={end}
                          label={partName(t(`hours.grip.${grip}`, { day: name }), at)}
                          value={part[end]}
                          disabled={disabled}
                          wrong={fault !== null}
                          onChange={typed => type(at, end, typed)}
                        />
                      )
                    })}
                    {parts.length > 1 ? (
                      <IconButton
                        icon={X}
                        size="small"
                        label={partName(t('hours.removePart', { day: name }), at)}
                        disabled={disabled}
                        onClick={() =>
                          setParts(
                            weekday,
                            parts.filter((_, i) => i !== at),
                          )
                        }
                      />
                    ) : null}
                  </div>
                ))
              )}
            </div>
            {inParts ? (
              <IconButton
                icon={Coffee}
                size="small"
                label={t('hours.pause', { day: name })}
                disabled={disabled || paused === null}
                onClick={() => paused && setParts(weekday, paused)}
              />
            ) : (
              <span />
            )}
            <Dropdown menu={copyMenu(weekday)} trigger={['click']} disabled={disabled}>
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
        {t(inParts ? 'hours.hint' : 'hours.hintWhole', { zone: timeZone.replaceAll('_', ' ') })}
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
