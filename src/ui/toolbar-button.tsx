import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx'
import { tipWhereFolded } from './tip-layer'
import styles from './toolbar-button.module.css'

export interface ToolbarButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: LucideIcon
  /** Visible text and accessible name. */
  label: string
  tone?: 'quiet' | 'primary' | 'danger'
  /** Hides the text on narrow screens; the name stays, and is its tip. */
  fold?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A 32 px button with icon and text for bars and headers. */
export function ToolbarButton({
  icon: Icon,
  label,
  tone = 'quiet',
  fold = false,
  className,
  type = 'button',
  ref,
  ...native
}: ToolbarButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={cx(styles.button, styles[tone], className)}
      {...(Icon ? tipWhereFolded(label) : null)}
      {...native}
      aria-label={label}
    >
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
      <span className={cx(fold && Icon && styles.fold)}>{label}</span>
    </button>
  )
}
