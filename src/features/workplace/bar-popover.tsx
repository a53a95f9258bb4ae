import { Popover } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { IconButton, useKeptShown, useNarrow } from '@/ui'
import styles from './popover.module.css'

export interface BarPopoverProps {
  icon: LucideIcon
  /** Accessible name of the button, with what is new. */
  label: string
  /** Heading of the popover. */
  title: string
  badge?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button is there only while it has something to say: this. It stays while the panel is open. */
  news?: boolean
  /** Right of the heading. */
  extra?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Distance from the window's edge where the panel takes the width there is. */
const EDGE_PX = 12
const ITEMS = '[data-popover-item]'

/** Moves the focus among the entries of a popover with the arrow keys. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = items[at < 0 ? (step > 0 ? 0 : items.length - 1) : at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A button of the top bar with a panel under it. The focus goes into the panel and comes back to the button. */
export function BarPopover({
  icon,
  label,
  title,
  badge,
  open,
  onOpenChange,
  news = true,
  extra,
  footer,
  children,
}: BarPopoverProps) {
  const heading = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const { shown, onBlur } = useKeptShown(news, open)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onOpenChange(false)
      button.current?.focus()
      return
    }
    onArrow(event)
  }
  if (!shown) return null
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      afterOpenChange={shown => {
        if (shown) panel.current?.focus()
      }}
      trigger="click"
      placement="bottomRight"
      align={{ overflow: { adjustX: false, adjustY: false } }}
      arrow={false}
      destroyOnHidden
      classNames={{ root: styles.popup ?? '' }}
      // The popover places itself by its button; on a narrow screen it stands at the edge.
      styles={{ container: { padding: 0 }, root: narrow ? { left: EDGE_PX } : {} }}
      content={
        <div
          ref={panel}
          className={styles.panel}
          role="dialog"
          aria-labelledby={heading}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <header className={styles.head}>
            <h2 id={heading} className={styles.title}>
              {title}
            </h2>
            {extra}
          </header>
          <div className={styles.scroll}>{children}</div>
          {footer ? <footer className={styles.foot}>{footer}</footer> : null}
        </div>
      }
    >
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        tip={false}
        title={label}
        badge={badge}
        aria-haspopup="dialog"
        aria-expanded={open}
        active={open}
        onBlur={onBlur}
      />
    </Popover>
  )
}
