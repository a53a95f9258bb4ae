import { DASHBOARD_PERIODS_DAYS, dayIn } from '@contract'
import { Radio } from 'antd'
import { useState } from 'react'
import { type DayRange, RangeField } from '@/features/kit'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { VisuallyHidden } from '@/ui'
import { filterOf, MOST_DAYS, type PeriodFilter } from './period'
import styles from './period-filter.module.css'

export interface PeriodFilterBarProps {
  initial: PeriodFilter
  /** A usable filter was chosen. */
  onChange: (filter: PeriodFilter) => void
}

const NO_RANGE: DayRange = [null, null]

/** Six periods or a range of dates; one of them has to stand. */
export function PeriodFilterBar({ initial, onChange }: PeriodFilterBarProps) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const [days, setDays] = useState(initial.kind === 'days' ? initial.days : null)
  const [range, setRange] = useState(NO_RANGE)
  /** Counts the presses on a period: what stands half typed in the range is gone with it. */
  const [presses, setPresses] = useState(0)
  const lacking = filterOf(days, range) === null

  const choose = (nextDays: number | null, nextRange: DayRange): void => {
    setDays(nextDays)
    setRange(nextRange)
    const filter = filterOf(nextDays, nextRange)
    if (filter) onChange(filter)
  }

  return (
    <fieldset className={styles.filter}>
      <VisuallyHidden as="legend">{t('dashboard.filter.label')}</VisuallyHidden>
      <Radio.Group
        className={styles.periods}
        optionType="button"
        aria-label={t('dashboard.filter.days')}
        value={days}
        options={DASHBOARD_PERIODS_DAYS.map(count => ({
          value: count,
          label: (
            <>
              <span className={styles.long}>{t('dashboard.filter.period', { count })}</span>
              <span className={styles.short} aria-hidden="true">
                {t('dashboard.filter.periodShort', { count })}
              </span>
            </>
          ),
        }))}
        onChange={event => {
          setPresses(presses + 1)
          choose(Number(event.target.value), NO_RANGE)
        }}
      />
      <RangeField
        key={presses}
        className={styles.range ?? ''}
        aria-label={t('dashboard.filter.range')}
        placeholder={[t('dashboard.filter.from'), t('dashboard.filter.to')]}
        max={dayIn(zone, new Date(serverNow()))}
        zone={zone}
        most={MOST_DAYS}
        needs="both"
        wrong={lacking}
        value={range}
        onChange={next => choose(null, next)}
      />
      {lacking ? (
        <p className={styles.needed} role="alert">
          {t('dashboard.filter.needed')}
        </p>
      ) : null}
    </fieldset>
  )
}
