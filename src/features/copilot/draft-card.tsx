import { Button } from 'antd'
import { CornerDownLeft, Eye, Languages, RotateCcw, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { IconButton } from '@/ui'
import styles from './translation.module.css'
import type { DraftTranslation } from './use-draft-translation'

/** What is about to leave, as it was written and as the customer will read it. The keyboard stays where one writes. */
export function DraftTranslationCard({
  translation,
  enabled,
  onSend,
}: {
  translation: DraftTranslation
  /** Whether anything may leave now. */
  enabled: boolean
  onSend: (how: 'translated' | 'written') => void
}) {
  const { t } = useTexts()
  const { open } = translation
  const enterSends = usePreferences(state => state.enterSends)
  const [showsSent, setShowsSent] = useState(false)
  const sentId = useId()
  if (!open) return null
  const { texts, answer, failure } = open
  return (
    <section
      className={styles.card}
      aria-label={t('copilot.translation.draft')}
      aria-busy={!answer && !failure}
      data-testid="draft-translation"
    >
      <header className={styles.head}>
        <Languages size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.title}>{t('copilot.translation.draft')}</span>
        {answer?.simulated ? <span className={styles.simulated}>{t('copilot.simulated')}</span> : null}
        <IconButton
          icon={X}
          size="small"
          label={t('copilot.drop')}
          keys="Esc"
          tipPlacement="top"
          onClick={translation.drop}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text has to scroll by keys. */}
      <div className={styles.texts} aria-live="polite" tabIndex={0}>
        {texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts of one draft are drawn anew together.
          <div key={at}>
            <p className={styles.before} dir="auto">
              {text}
            </p>
            <p className={styles.after} dir="auto">
              {answer ? answer.texts[at] : failure ? null : t('copilot.translation.waiting')}
            </p>
          </div>
        ))}
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <footer className={styles.foot}>
        {failure ? (
          <Button
            size="small"
            type="primary"
            icon={<RotateCcw size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={translation.begin}
          >
            {t('copilot.again')}
          </Button>
        ) : (
          <Button
            size="small"
            type="primary"
            disabled={!answer || !enabled}
            icon={<CornerDownLeft size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => onSend('translated')}
          >
            {t('copilot.translation.send', { keys: enterSends ? 'Enter' : 'Ctrl+Enter' })}
          </Button>
        )}
        <Button size="small" disabled={!enabled} onClick={() => onSend('written')}>
          {t('copilot.translation.sendWritten', { keys: 'Alt+Enter' })}
        </Button>
        {answer ? (
          <Button
            size="small"
            type="text"
            aria-expanded={showsSent}
            aria-controls={sentId}
            icon={<Eye size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setShowsSent(!showsSent)}
          >
            {t('copilot.sent')}
          </Button>
        ) : null}
      </footer>
      {answer && showsSent ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text has to scroll by keys.
        <pre id={sentId} className={styles.sent} tabIndex={0}>
          {answer.sent}
        </pre>
      ) : null}
    </section>
  )
}
