import { CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './pill.module.css'

export type PillTone = 'neutral' | 'accent' | 'success' | 'warning' | 'error' | 'info' | 'note'

/** A short state in words. */
export function Pill({
  tone = 'neutral',
  children,
  title,
}: {
  tone?: PillTone
  children: ReactNode
  title?: string
}) {
  return (
    <span className={cx(styles.pill, styles[tone])} title={title}>
      {children}
    </span>
  )
}

/** 1 within the target, 2 close to it, 3 past it. */
type WaitLevel = 1 | 2 | 3

export interface WaitingPillProps {
  level: WaitLevel
  /** Visible text, for instance "12 min". */
  text: string
  /** Spoken text, for instance "waiting for 12 min". */
  label: string
  /** It is the time that is left ("in 5 min"), or that has passed since it was due ("+5 min"). */
  due?: boolean
}

/** How long a customer has waited. Same width always, so that rows never shift; shape differs past the target. */
export function WaitingPill({ level, text, label, due = false }: WaitingPillProps) {
  const Icon = level === 3 ? CircleAlert : due ? null : Clock
  return (
    <span className={cx(styles.waiting, styles[`wait${level}`])} role="img" aria-label={label} title={label}>
      {Icon ? <Icon size={12} strokeWidth={2} aria-hidden="true" /> : null}
      <span aria-hidden="true">{text}</span>
    </span>
  )
}
