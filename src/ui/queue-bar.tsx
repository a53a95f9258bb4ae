import type { CSSProperties } from 'react'
import { safeColour } from './colour'
import looks from './looks.module.css'
import styles from './queue-bar.module.css'

/**
 * The 3 px bar at a row's left edge. Never text in this colour: the palette is chosen by users. The parent is
 * positioned and says the queue's name in words.
 */
export function QueueBar({ color }: { color: string | null | undefined }) {
  const colour = safeColour(color)
  return (
    <span
      className={styles.bar}
      style={colour ? ({ '--queue': colour } as CSSProperties) : undefined}
      data-swatch=""
      aria-hidden="true"
    />
  )
}

/** Dot and name of a queue, for lists and filters. */
export function QueueName({ name, color }: { name: string; color: string | null | undefined }) {
  const colour = safeColour(color)
  return (
    <span className={styles.named}>
      <span
        className={styles.dot}
        style={colour ? ({ '--queue': colour } as CSSProperties) : undefined}
        data-swatch=""
        aria-hidden="true"
      />
      <span className={looks.cut}>{name}</span>
    </span>
  )
}
