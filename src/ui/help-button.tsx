import { CircleHelp } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx'
import styles from './help-button.module.css'

export interface HelpButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  ref?: Ref<HTMLButtonElement>
}

/** A "?" beside a word; what it shows (a tip, a popover) is its user's. Not on paper. */
export function HelpButton({ label, className, ...native }: HelpButtonProps) {
  return (
    <button {...native} type="button" className={cx(styles.help, className)} aria-label={label}>
      <CircleHelp size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
