import { ChevronDown, ChevronsUp, ChevronUp } from 'lucide-react'
import { cx } from './cx'
import styles from './priority-mark.module.css'

export type MarkedPriority = 'low' | 'high' | 'urgent'

const ICONS = { low: ChevronDown, high: ChevronUp, urgent: ChevronsUp }

/** How urgent something is, by shape and not by colour: arrows, on ink where it is urgent. `label` is what is spoken. */
export function PriorityMark({ priority, label }: { priority: MarkedPriority; label: string }) {
  const Icon = ICONS[priority]
  return (
    <span className={cx(styles.mark, styles[priority])} role="img" aria-label={label} title={label}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
    </span>
  )
}
