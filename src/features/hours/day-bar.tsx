import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import styles from './hours.module.css'
import { clockOf, dragged, type Grip, STEP_MINUTES, spanOf, type Times } from './week'

const DAY_MINUTES = 1_440
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
  times: Times
  disabled: boolean
  onChange: (times: Times) => void
}

/** One day as a bar from midnight to midnight: both ends and the whole are dragged, or moved by the arrow keys. */
export function DayBar({ name, times, disabled, onChange }: DayBarProps) {
  const { t } = useTexts()
  const track = useRef<HTMLDivElement>(null)
  const drag = useRef<{ grip: Grip; x: number; span: readonly [number, number] } | null>(null)
  const span = spanOf(times)

  const begin = (event: PointerEvent, grip: Grip): void => {
    if (disabled || !span || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { grip, x: event.clientX, span }
  }
  const move = (event: PointerEvent): void => {
    const width = track.current?.getBoundingClientRect().width ?? 0
    if (!drag.current || width === 0) return
    const minutes = ((event.clientX - drag.current.x) / width) * DAY_MINUTES
    onChange(dragged(drag.current.span, drag.current.grip, minutes))
  }
  const end = (): void => {
    drag.current = null
  }
  const onKey = (event: KeyboardEvent, grip: Grip): void => {
    const by = KEYS[event.key]
    if (by === undefined || disabled || !span || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(dragged(span, grip, by))
  }
  const handle = (grip: 'start' | 'end', value: number) => (
    <span
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={t(`hours.grip.${grip}`, { day: name })}
      aria-valuemin={0}
      aria-valuemax={DAY_MINUTES}
      aria-valuenow={value}
      aria-valuetext={clockOf(value)}
      aria-disabled={disabled}
      className={cx(styles.grip, styles[grip])}
      onPointerDown={event => begin(event, grip)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={event => onKey(event, grip)}
    />
  )
  return (
    <div ref={track} className={cx(styles.track, disabled && styles.off)}>
      {span ? (
        <div
          className={styles.span}
          style={{
            left: `${(span[0] / DAY_MINUTES) * 100}%`,
            width: `${((span[1] - span[0]) / DAY_MINUTES) * 100}%`,
          }}
          onPointerDown={event => begin(event, 'whole')}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        >
          {handle('start', span[0])}
          {handle('end', span[1])}
        </div>
      ) : null}
    </div>
  )
}
