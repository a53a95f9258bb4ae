import { Copy, ExternalLink, Phone, Reply } from 'lucide-react'
import { useTexts } from '@/i18n'
import styles from './template-buttons.module.css'

const ICONS: Readonly<Record<string, typeof Reply>> = {
  reply: Reply,
  url: ExternalLink,
  phone: Phone,
  copy: Copy,
}

/** The buttons below a message that was made from a template: shown here, pressed on the customer's phone alone. */
export function TemplateButtons({ buttons }: { buttons: readonly { kind: string; text: string }[] }) {
  const { t } = useTexts()
  if (buttons.length === 0) return null
  return (
    <ul className={styles.buttons} aria-label={t('thread.templateButtons')}>
      {buttons.map(({ kind, text }) => {
        const Icon = ICONS[kind] ?? Reply
        return (
          <li key={text} className={styles.button}>
            <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
            <span>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}
