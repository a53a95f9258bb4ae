import { Button } from 'antd'
import { CornerDownLeft, Languages, RotateCcw } from 'lucide-react'
import { useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { CardHead, useSent } from './parts'
import parts from './parts.module.css'
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
  const sent = useSent(open?.answer?.sent)
  if (!open) return null
  const { texts, answer, failure } = open
  return (
    <section
      className={parts.card}
      aria-label={t('copilot.translation.draft')}
      aria-busy={!answer && !failure}
      data-testid="draft-translation"
    >
      <CardHead
        icon={Languages}
        title={t('copilot.translation.draft')}
        simulated={answer?.simulated}
        onDrop={translation.drop}
      />
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
        <p className={parts.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <footer className={parts.foot}>
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
        {sent.button}
      </footer>
      {sent.text}
    </section>
  )
}
