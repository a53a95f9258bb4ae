import { Button } from 'antd'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { cx } from './cx'
import { type DrawingProps, Kept, Unplugged } from './illustrations'
import styles from './states.module.css'

/** What stays while its content is loaded again: a dialog, or the frame the screens stand in. */
const PLACE = '[role=dialog], #content'

/** The place that keeps the keyboard for whoever pressed "try again". */
let keeping: Element | null = null

/**
 * What failed goes when it is tried again, and its button with it: the keyboard stays where it was on the page instead of
 * starting at its top, and is on the button again when it fails once more.
 * @param box around the button.
 */
function useKeptRetryFocus(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = box.current
    const place = here?.closest<HTMLElement>(PLACE)
    if (!here || !place) return
    if (keeping === place && document.activeElement === place) here.querySelector('button')?.focus()
    return () => {
      if (!here.contains(document.activeElement)) return
      setTimeout(() => {
        if (!place.isConnected || (document.activeElement ?? document.body) !== document.body) return
        keeping = place
        place.focus({ preventScroll: true })
      })
    }
  }, [box])
}

export interface EmptyStateProps {
  /** The sign of what is missing: on a drawing of sheets, or by itself where the state is small. */
  icon?: LucideIcon
  /** A drawing of its own instead. */
  drawing?: ComponentType<DrawingProps>
  title: string
  text?: string
  /** One action at most. */
  action?: ReactNode
  /** Small: inside a popover or a narrow list. */
  compact?: boolean
}

/** Nothing here, said kindly, with the one thing one can do about it. */
export function EmptyState({
  icon: Icon,
  drawing: Drawing,
  title,
  text,
  action,
  compact = false,
}: EmptyStateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      {Drawing ? (
        <div className={styles.drawing}>
          <Drawing small={compact} />
        </div>
      ) : Icon && compact ? (
        <span className={styles.figure} aria-hidden="true">
          <Icon size={20} strokeWidth={1.5} />
        </span>
      ) : Icon ? (
        <div className={styles.drawing}>
          <Kept icon={Icon} />
        </div>
      ) : null}
      <p className={styles.title}>{title}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}

export interface ErrorStateProps {
  title: string
  text?: string
  retryLabel: string
  onRetry: () => void
  busy?: boolean
  compact?: boolean
}

/** Something could not be loaded: the reason and a way to try again. */
export function ErrorState({
  title,
  text,
  retryLabel,
  onRetry,
  busy = false,
  compact = false,
}: ErrorStateProps) {
  const box = useRef<HTMLDivElement>(null)
  useKeptRetryFocus(box)
  return (
    <div ref={box} className={cx(styles.state, compact && styles.compact)} role="alert">
      {compact ? (
        <span className={cx(styles.figure, styles.failed)} aria-hidden="true">
          <CircleAlert size={20} strokeWidth={1.5} />
        </span>
      ) : (
        <div className={styles.drawing}>
          <Unplugged />
        </div>
      )}
      <p className={styles.title}>{title}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      <div className={styles.action}>
        <Button onClick={onRetry} loading={busy}>
          {retryLabel}
        </Button>
      </div>
    </div>
  )
}
