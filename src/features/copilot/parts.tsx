/** What the cards of the copilot have in common: their head, and the text that left for them. */
import { Button } from 'antd'
import { Eye, type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '@/i18n'
import { IconButton } from '@/ui'
import styles from './parts.module.css'

/** Says that an answer was made up by the demo. @param shown whether it was. */
export function Simulated({ shown }: { shown: boolean | undefined }) {
  const { t } = useTexts()
  return shown ? <span className={styles.simulated}>{t('copilot.simulated')}</span> : null
}

interface CardHeadProps {
  icon: LucideIcon
  title: string
  simulated: boolean | undefined
  /** Drops what the card shows; without it the card stays. */
  onDrop?: (() => void) | undefined
  children?: ReactNode
}

export function CardHead({ icon: Icon, title, simulated, onDrop, children }: CardHeadProps) {
  const { t } = useTexts()
  return (
    <header className={styles.head}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.title}>{title}</span>
      <Simulated shown={simulated} />
      {children}
      {onDrop ? (
        <IconButton
          icon={X}
          size="small"
          label={t('copilot.drop')}
          keys="Esc"
          tipPlacement="top"
          onClick={onDrop}
        />
      ) : null}
    </header>
  )
}

/**
 * The very text that left for an answer, shown by a press.
 * @param sent the text; nothing is offered without one.
 * @param as how the press is offered. @returns the button, and the text below it.
 */
export function useSent(sent: string | null | undefined, as: 'button' | 'icon' = 'button') {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const id = useId()
  if (!sent) return { button: null, text: null }
  const press = { 'aria-expanded': shown, 'aria-controls': id, onClick: () => setShown(!shown) }
  return {
    button:
      as === 'icon' ? (
        <IconButton icon={Eye} size="small" label={t('copilot.sent')} active={shown} {...press} />
      ) : (
        <Button
          size="small"
          type="text"
          icon={<Eye size={14} strokeWidth={1.75} aria-hidden="true" />}
          {...press}
        >
          {t('copilot.sent')}
        </Button>
      ),
    text: shown ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text has to scroll by keys.
      <pre id={id} className={styles.sent} tabIndex={0}>
        {sent}
      </pre>
    ) : null,
  }
}
