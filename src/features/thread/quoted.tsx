import type { Message } from '@contract'
import { useTexts } from '@/i18n'
import { useUser } from '@/stores/session'
import { cx } from '@/ui'
import styles from './bubble.module.css'
import { messagePreview, writerOf } from './preview'
import { showMessage } from './requests'
import { useInnerTab } from './row-focus'
import { useThreadActions } from './thread-context'

/** The message an answer refers to; a click goes there. */
export function Quoted({ message }: { message: Message }) {
  const { t } = useTexts()
  const tabIndex = useInnerTab()
  const actions = useThreadActions()
  const me = useUser()?.id
  const quoted = message.quotedMsg
  if (!quoted) return null
  const who = writerOf(t, quoted, actions, me)
  const text = quoted.isDeleted
    ? t('thread.deleted')
    : messagePreview(t, { ...quoted, mediaName: null, id: quoted.id })
  return (
    <button
      type="button"
      className={cx(styles.quote, quoted.fromMe && styles.quoteMine)}
      tabIndex={tabIndex}
      aria-label={t('thread.goToQuoted', { name: who, text })}
      onClick={() => showMessage(actions.ticketId, quoted.id)}
    >
      <bdi className={styles.quoteName}>{who}</bdi>
      <bdi className={styles.quoteText}>{text}</bdi>
    </button>
  )
}
