import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { CountBadge } from './badge'
import { cx } from './cx'
import styles from './segmented-tabs.module.css'

export interface TabItem<K extends string> {
  key: K
  label: string
  /** Undefined draws none; zero is drawn. */
  count?: number
  icon?: LucideIcon
  /** Icon only; the label becomes the accessible name. */
  iconOnly?: boolean
  /** Its name or its icon, as the style sheet of the place has room (`data-folds`); by itself the name. */
  folds?: boolean
}

export interface SegmentedTabsProps<K extends string> {
  items: readonly TabItem<K>[]
  value: K
  onChange: (key: K) => void
  /** Accessible name of the whole set. */
  label: string
  /** line: underlined, for panes. pill: boxed, for a choice inside a pane. */
  look?: 'line' | 'pill'
  /** Prefix of ids: tab `<id>-tab-<key>` controls panel `<id>-panel-<key>`. */
  id: string
  /** false: no panel of that id is there, the choice changes the list around it. Default true. */
  panels?: boolean
}

/** Tabs with counters: one tab stop, arrows move, Home and End jump. */
export function SegmentedTabs<K extends string>({
  items,
  value,
  onChange,
  label,
  look = 'line',
  id,
  panels = true,
}: SegmentedTabsProps<K>) {
  const list = useRef<HTMLDivElement>(null)
  const pressed = useRef<K | null>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex(item => item.key === value)
    const target: Record<string, number> = {
      ArrowRight: (at + 1) % items.length,
      ArrowLeft: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }
    const next = items[target[event.key] ?? -1]
    if (!next || event.altKey || event.ctrlKey) return
    event.preventDefault()
    onChange(next.key)
    list.current?.querySelector<HTMLButtonElement>(`#${CSS.escape(`${id}-tab-${next.key}`)}`)?.focus()
  }
  return (
    <div
      ref={list}
      className={cx(styles.tabs, styles[look])}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {items.map(({ key, label: name, count, icon: Icon, iconOnly, folds }) => {
        const chosen = key === value
        return (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            aria-selected={chosen}
            aria-controls={panels ? `${id}-panel-${key}` : undefined}
            aria-label={iconOnly || folds ? name : undefined}
            title={iconOnly || folds ? name : undefined}
            data-folds={folds}
            tabIndex={chosen ? 0 : -1}
            className={cx(styles.tab, chosen && styles.chosen)}
            // At the press: what arrives before the button is let go may move the tab from under it, and no click comes.
            onMouseDown={event => {
              pressed.current = event.button === 0 && !event.ctrlKey ? key : null
              if (pressed.current !== null && !chosen) onChange(key)
            }}
            // Of the same press it would ask twice where the choice takes its time, or is refused.
            onClick={event => {
              const isTaken = event.detail > 0 && pressed.current === key
              pressed.current = null
              if (!isTaken && !chosen) onChange(key)
            }}
          >
            {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
            {iconOnly ? null : (
              <span className={styles.name} data-label={name}>
                {name}
              </span>
            )}
            {count === undefined ? null : <CountBadge count={count} active={chosen} />}
          </button>
        )
      })}
    </div>
  )
}
