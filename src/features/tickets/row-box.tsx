import { Check } from 'lucide-react'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui'
import styles from './row-box.module.css'

interface RowBoxProps {
  name: string
  src: string | null
  group: boolean
  selected: boolean
  /** Pixels of the picture. */
  size: number
  /** The colleague who has the ticket, drawn small over the picture. */
  owner: string | null
}

/** Whose ticket a row is; under the hand, and while rows are chosen, the box that chooses it. */
export function RowBox({ name, src, group, selected, size, owner }: RowBoxProps) {
  const { t } = useTexts()
  return (
    <span
      className={styles.box}
      data-row-box
      role="checkbox"
      aria-checked={selected}
      aria-label={t('tickets.many.choose', { name })}
      tabIndex={-1}
    >
      <Avatar name={name} src={src} group={group} size={size} />
      {owner ? <Avatar name={owner} size={20} className={styles.owner ?? ''} /> : null}
      <span className={styles.mark} aria-hidden="true">
        <Check size={18} strokeWidth={2.25} />
      </span>
    </span>
  )
}
