import { type Mention, shownName } from '@contract'
import { AtSign } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { Avatar } from '@/ui'
import styles from './mentions.module.css'

/** The ticket's address; a whisper opens it at its message. */
export const mentionPath = ({ ticketUuid, messageId }: Mention): string =>
  `/tickets/${encodeURIComponent(ticketUuid)}${messageId === null ? '' : `?message=${encodeURIComponent(messageId)}`}`

/** What a mention says, in lists of them: who wrote, in which conversation, how the note begins. */
export function MentionWords({ mention }: { mention: Mention }) {
  const { t, format } = useTexts()
  useToday()
  const by = mention.by?.name ?? t('mentions.somebody')
  return (
    <>
      <Avatar name={by} size={32} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.who} dir="auto">
            {t('mentions.by', { by, name: shownName(mention.contactName) })}
          </span>
          <time className={styles.time} dateTime={mention.createdAt} title={format.exact(mention.createdAt)}>
            {format.time(mention.createdAt)}
          </time>
        </span>
        <span className={styles.line}>
          <span className={styles.said} dir="auto">
            {mention.queueName === null ? null : (
              <span className={styles.queue}>
                <AtSign size={12} aria-hidden="true" />
                {mention.queueName}{' '}
              </span>
            )}
            {mention.note}
          </span>
          {mention.readAt === null ? (
            <span className={styles.unread} role="img" aria-label={t('mentions.unread')} />
          ) : null}
        </span>
      </span>
    </>
  )
}
