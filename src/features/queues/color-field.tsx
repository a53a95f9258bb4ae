import { QUEUE_PALETTE, type Queue } from '@contract'
import { ConfigProvider } from 'antd'
import { Check } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import styles from './queues.module.css'

interface ColorFieldProps {
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (color: string) => void
  /** Every other queue: its colour is taken. */
  others: readonly Queue[]
}

/** Colours of one row; arrow keys go by it. */
const PER_ROW = 10
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The fixed palette: one tab stop, arrows move, a taken colour says by which queue. */
export function ColorField({ id, value = '', onChange, others }: ColorFieldProps) {
  const { t } = useTexts()
  const disabled = ConfigProvider.useConfig().componentDisabled ?? false
  const box = useRef<HTMLDivElement>(null)
  // A queue that was made elsewhere may have a colour of its own; it is offered as long as it is chosen.
  const own = value !== '' && !QUEUE_PALETTE.some(color => same(color, value))
  const colors: readonly string[] = own ? [...QUEUE_PALETTE, value] : QUEUE_PALETTE
  const takenBy = (color: string): string | undefined => others.find(queue => same(queue.color, color))?.name
  const chosenAt = colors.findIndex(color => same(color, value))
  const tabAt = chosenAt >= 0 ? chosenAt : colors.findIndex(color => takenBy(color) === undefined)

  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: PER_ROW, ArrowUp: -PER_ROW }[event.key]
    if (by === undefined) return
    event.preventDefault()
    box.current?.querySelectorAll<HTMLButtonElement>('[role=radio]')[at + by]?.focus()
  }
  return (
    <div ref={box} id={id} role="radiogroup" aria-label={t('queues.field.color')} className={styles.palette}>
      {colors.map((color, at) => {
        const taken = takenBy(color)
        const chosen = at === chosenAt
        const label = taken
          ? t('queues.colorTaken', { color, name: taken })
          : t('queues.colorFree', { color })
        return (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={chosen}
            aria-disabled={taken !== undefined || disabled}
            aria-label={label}
            title={label}
            tabIndex={at === tabAt ? 0 : -1}
            className={cx(styles.swatch, chosen && styles.chosen, taken && styles.taken)}
            style={{ '--queue': color } as CSSProperties}
            onClick={() => {
              if (!taken && !disabled) onChange?.(color)
            }}
            onKeyDown={event => onKeyDown(event, at)}
          >
            {chosen ? <Check size={16} strokeWidth={3} aria-hidden="true" /> : null}
          </button>
        )
      })}
    </div>
  )
}
