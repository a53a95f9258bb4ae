import { Fragment } from 'react'
import { cx } from './cx'
import styles from './kbd.module.css'

const MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)
const MAC_SIGNS: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '⏎' }
const ARROWS: Record<string, string> = { Up: '↑', Down: '↓', Left: '←', Right: '→', Escape: 'Esc' }

/** How a key is written on this computer. */
const keyName = (key: string): string => ARROWS[key] ?? (MAC ? (MAC_SIGNS[key] ?? key) : key)

/** "Ctrl+Shift+E" as drawn keys. */
export function Kbd({ keys, onTip = false }: { keys: string; onTip?: boolean }) {
  return (
    <span className={cx(styles.keys, onTip && styles.onTip)}>
      {keys.split('+').map((key, place) => (
        <Fragment key={key}>
          {place > 0 ? <span className={styles.plus}>+</span> : null}
          <kbd className={styles.key}>{keyName(key)}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
