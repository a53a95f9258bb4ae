import type { Message } from '@contract'
import { Languages, RotateCcw } from 'lucide-react'
import { memo, useEffect } from 'react'
import { errorText, useTexts } from '@/i18n'
import { needsTranslation, retryTranslations, useTranslations, wantTranslation } from '@/stores/translations'
import { cx, VisuallyHidden } from '@/ui'
import styles from './translation.module.css'

/**
 * A message's words in the reader's language, below its bubble: as text alone, whatever a model put there. Of an own one what
 * its writer wrote before it was translated.
 * @param to the reader's language; null while the conversation is not translated.
 * @param asks whether what is missing is asked for: only in a conversation somebody works in.
 */
export const MessageTranslation = memo(function MessageTranslation({
  message,
  to,
  asks,
  tabIndex,
  isReacted = false,
}: {
  message: Message
  to: string | null
  asks: boolean
  tabIndex: number
  /** A reaction hangs over the bubble's lower edge. */
  isReacted?: boolean
}) {
  const { t, language } = useTexts()
  const wait = useTranslations(state => state.waits.get(message.id))
  const needs = asks && to !== null && needsTranslation(message, to)
  useEffect(() => {
    if (needs && to !== null && wait === undefined) wantTranslation(message, to)
  }, [needs, message, to, wait])
  const { translations, fromMe, isDeleted } = message
  const kept = isDeleted || (to === null && !fromMe) ? undefined : translations?.[language]
  const text = kept ?? (fromMe && !isDeleted && !needs ? Object.values(translations ?? {})[0] : undefined)
  if (text !== undefined)
    return (
      <p
        className={cx(styles.translation, fromMe && styles.mine, isReacted && styles.reacted)}
        dir="auto"
        data-testid="translation"
      >
        <Languages size={12} strokeWidth={1.75} aria-hidden="true" />
        <VisuallyHidden>
          {t(fromMe ? 'copilot.translation.original' : 'copilot.translation.translated')}
        </VisuallyHidden>
        <bdi dir="auto">{text}</bdi>
      </p>
    )
  if (!needs || wait === undefined) return null
  if (wait === null)
    return (
      <p className={cx(styles.translation, styles.waiting)}>
        <Languages size={12} strokeWidth={1.75} aria-hidden="true" />
        {t('copilot.translation.waiting')}
      </p>
    )
  return (
    <p className={cx(styles.translation, styles.failed)}>
      <span>{t('copilot.translation.failed', { reason: errorText(t, wait) })}</span>
      <button type="button" className={styles.retry} tabIndex={tabIndex} onClick={retryTranslations}>
        <RotateCcw size={12} strokeWidth={1.75} aria-hidden="true" />
        {t('common.retry')}
      </button>
    </p>
  )
})
