import { X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { safeColour } from './colour'
import { cx } from './cx'
import styles from './tag-chip.module.css'

export interface TagChipProps {
  name: string
  /** Chosen by people: anything that is no colour reads as grey. */
  color?: string | null
  /** Gives a remove button; needs removeLabel. */
  onRemove?: () => void
  removeLabel?: string
  size?: 'small' | 'normal'
}

/**
 * A tag in upper case. Ground, border and ink are mixed from the chosen colour and the
 * theme, so that every colour stays readable in both themes and none shouts.
 */
export function TagChip({ name, color, onRemove, removeLabel, size = 'small' }: TagChipProps) {
  const colour = safeColour(color)
  return (
    <span
      className={cx(styles.chip, size === 'normal' && styles.normal)}
      style={colour ? ({ '--tag': colour } as CSSProperties) : undefined}
      title={name}
    >
      <span className={styles.name}>{name.toLocaleUpperCase()}</span>
      {onRemove ? (
        <button type="button" className={styles.remove} aria-label={removeLabel ?? name} onClick={onRemove}>
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}

/** The rest of a row of tags: "+2", with their names spoken and on hover. */
export function MoreTags({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className={styles.chip} role="img" aria-label={label} title={label}>
      <span aria-hidden="true">+{count}</span>
    </span>
  )
}
