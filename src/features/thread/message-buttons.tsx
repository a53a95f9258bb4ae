import { Copy, ExternalLink, List, Phone, Reply } from 'lucide-react'
import { useTexts } from '@/i18n'
import styles from './message-buttons.module.css'

const ICONS: Readonly<Record<string, typeof Reply>> = {
  reply: Reply,
  url: ExternalLink,
  phone: Phone,
  copy: Copy,
  list: List,
}

/** The buttons below a message; only the customer can press them. */
export function MessageButtons({ buttons }: { buttons: readonly { kind: string; text: string }[] }) {
  const { t } = useTexts()
  if (buttons.length === 0) return null
  return (
    <ul className={styles.buttons} aria-label={t('thread.buttons')}>
      {buttons.map(({ kind, text }, at) => {
        const Icon = ICONS[kind] ?? Reply
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: while they are written two may be alike
          <li key={at} className={styles.button}>
            <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
            <span>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}
