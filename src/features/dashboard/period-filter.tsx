import { DASHBOARD_PERIODS_DAYS } from '@contract'
import { DatePicker, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { VisuallyHidden } from '@/ui'
import { filterOf, MOST_DAYS, type PeriodFilter } from './period'
import styles from './period-filter.module.css'

export interface PeriodFilterBarProps {
  initial: PeriodFilter
  /** A usable filter was chosen. */
  onChange: (filter: PeriodFilter) => void
}

type Range = [Dayjs | null, Dayjs | null] | null

/** Six periods or a range of dates; one of them has to stand. */
export function PeriodFilterBar({ initial, onChange }: PeriodFilterBarProps) {
  const { t } = useTexts()
  const [days, setDays] = useState(initial.kind === 'days' ? initial.days : null)
  const [range, setRange] = useState<Range>(null)
  const lacking = filterOf(days, range) === null

  const choose = (nextDays: number | null, nextRange: Range): void => {
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
        onChange={event => choose(Number(event.target.value), null)}
      />
      <DatePicker.RangePicker
        className={styles.range}
        aria-label={t('dashboard.filter.range')}
        value={range}
        format="DD/MM/YYYY"
        placeholder={[t('dashboard.filter.from'), t('dashboard.filter.to')]}
        status={lacking ? 'error' : undefined}
        aria-invalid={lacking}
        maxDate={dayjs().endOf('day')}
        disabledDate={(date, { from }) => from !== undefined && Math.abs(date.diff(from, 'day')) >= MOST_DAYS}
        onChange={dates => choose(null, dates)}
      />
      {lacking ? (
        <p className={styles.needed} role="alert">
          {t('dashboard.filter.needed')}
        </p>
      ) : null}
    </fieldset>
  )
}
