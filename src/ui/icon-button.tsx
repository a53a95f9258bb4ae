import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx'
import styles from './icon-button.module.css'
import { type TipPlacement, tipOf } from './tip-layer'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'>

export interface IconButtonProps extends Native {
  icon: LucideIcon
  /** Accessible name and tooltip. */
  label: string
  /** Shown in the tooltip, for instance "Ctrl+K". */
  keys?: string
  /** small 28 px (inside rows and fields), normal 32 px. */
  size?: 'small' | 'normal'
  tone?: 'quiet' | 'accent' | 'danger'
  /** Drawn as switched on. For toggles give aria-pressed as well. */
  active?: boolean
  /** Drawn over the upper right corner. */
  badge?: ReactNode
  /** Off in dense lists where the name is spoken anyway. */
  tip?: boolean
  tipPlacement?: TipPlacement
  ref?: Ref<HTMLButtonElement>
}

/** A square button with one icon, an accessible name and a tip that also tells the key. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  size = 'normal',
  tone = 'quiet',
  active = false,
  badge,
  tip = true,
  tipPlacement = 'bottom',
  className,
  type = 'button',
  ref,
  ...native
}: IconButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      aria-label={label}
      className={cx(styles.button, styles[size], styles[tone], active && styles.active, className)}
      {...(tip ? tipOf(label, keys, tipPlacement) : null)}
      {...native}
    >
      <Icon size={size === 'small' ? 16 : 20} strokeWidth={1.5} aria-hidden="true" />
      {badge ? <span className={styles.badge}>{badge}</span> : null}
    </button>
  )
}
