import { useState } from 'react'
import { NumberField } from '@/features/kit'
import { useTexts } from '@/i18n'
import { looks, Select } from '@/ui'
import { minutesIn, TIME_UNITS, type TimeUnit, unitOf } from './words'

/** A length of time in minutes, hours or days. @param value and @param most in minutes. */
export function SpanField({
  label,
  value,
  most,
  onChange,
}: {
  label: string
  value: number
  most: number
  onChange: (minutes: number) => void
}) {
  const { t } = useTexts()
  const [unit, setUnit] = useState<TimeUnit>(() => unitOf(value))
  const count = Math.max(1, Math.round(value / minutesIn(unit)))
  const set = (next: number, of: TimeUnit): void => onChange(Math.min(most, next * minutesIn(of)))
  return (
    <span className={looks.wrapLine8}>
      <span>{label}</span>
      <NumberField
        aria-label={label}
        min={1}
        max={Math.floor(most / minutesIn(unit))}
        needed
        value={count}
        onChange={next => {
          if (next !== null) set(next, unit)
        }}
      />
      <Select<TimeUnit>
        aria-label={t('steps.unitOf', { name: label })}
        style={{ width: 128 }}
        value={unit}
        options={TIME_UNITS.map(value => ({ value, label: t(`steps.unit.${value}`) }))}
        onChange={next => {
          setUnit(next)
          set(count, next)
        }}
      />
    </span>
  )
}
