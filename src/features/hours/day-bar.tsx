import { DAY_MINUTES } from '@contract'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import styles from './hours.module.css'
import { barOf, clockOf, dragged, freeAround, type Grip, STEP_MINUTES, type Times } from './week'

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP_MINUTES,
  ArrowDown: -STEP_MINUTES,
  ArrowRight: STEP_MINUTES,
  ArrowUp: STEP_MINUTES,
  PageDown: -60,
  PageUp: 60,
  Home: -DAY_MINUTES,
  End: DAY_MINUTES,
}

interface DayBarProps {
  /** Name of the day. */
  name: string
  parts: readonly Times[]
  /** How far the day before reaches into this one, in minutes. */
  spill: number
  disabled: boolean
  onChange: (part: number, times: Times) => void
}

/** The name of a field of a part: the first is called by the day alone. */
export const partName = (name: string, at: number): string => (at === 0 ? name : `${name} (${at + 1})`)

/** One day from midnight to midnight: both ends of each part and the whole are dragged, or moved by the arrow keys. */
export function DayBar({ name, parts, spill, disabled, onChange }: DayBarProps) {
  const { t } = useTexts()
  const track = useRef<HTMLDivElement>(null)
  const drag = useRef<{ at: number; grip: Grip; x: number; span: readonly [number, number] } | null>(null)

  const begin = (event: PointerEvent, at: number, grip: Grip): void => {
    const span = barOf(parts[at] ?? { startTime: '', endTime: '' })
    if (disabled || !span || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { at, grip, x: event.clientX, span }
  }
  const move = (event: PointerEvent): void => {
    const width = track.current?.getBoundingClientRect().width ?? 0
    if (!drag.current || width === 0) return
    const minutes = ((event.clientX - drag.current.x) / width) * DAY_MINUTES
    const { at, span, grip } = drag.current
    onChange(at, dragged(span, grip, minutes, freeAround(parts, at)))
  }
  const end = (): void => {
    drag.current = null
  }
  const onKey = (event: KeyboardEvent, at: number, span: readonly [number, number], grip: Grip): void => {
    const by = KEYS[event.key]
    if (by === undefined || disabled || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(at, dragged(span, grip, by, freeAround(parts, at)))
  }
  const handle = (at: number, span: readonly [number, number], grip: 'start' | 'end', value: number) => (
    <span
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={partName(t(`hours.grip.${grip}`, { day: name }), at)}
      aria-valuemin={0}
      aria-valuemax={DAY_MINUTES}
      aria-valuenow={value}
      aria-valuetext={clockOf(value)}
      aria-disabled={disabled}
      className={cx(styles.grip, styles[grip])}
      onPointerDown={event => begin(event, at, grip)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={event => onKey(event, at, span, grip)}
    />
  )
  return (
    <div ref={track} className={cx(styles.track, disabled && styles.off)}>
      {spill > 0 ? (
        <div
          className={styles.spill}
          title={t('hours.spill', { time: clockOf(spill) })}
          style={{ width: `${(spill / DAY_MINUTES) * 100}%` }}
        />
      ) : null}
      {parts.map((part, at) => {
        const span = barOf(part)
        return span ? (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the day
            key={at}
            className={styles.span}
            style={{
              left: `${(span[0] / DAY_MINUTES) * 100}%`,
              width: `${((span[1] - span[0]) / DAY_MINUTES) * 100}%`,
            }}
            onPointerDown={event => begin(event, at, 'whole')}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          >
            {handle(at, span, 'start', span[0])}
            {handle(at, span, 'end', span[1])}
          </div>
        ) : null
      })}
    </div>
  )
}
