import { type Mention, shownName } from '@contract'
import { Check, CheckCheck, Mail, MailOpen, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import { markMentions, mentionsDirectory } from '@/stores/mentions'
import { toasts } from '@/stores/toasts'
import { IconButton, SegmentedTabs, SkeletonRows } from '@/ui'
import { MentionWords, mentionPath } from './mention-row'
import styles from './mentions.module.css'

function Row({ mention }: { mention: Mention }) {
  const { t } = useTexts()
  const isDone = mention.doneAt !== null
  const isRead = mention.readAt !== null
  const name = shownName(mention.contactName)
  const mark = (as: { read?: boolean; done?: boolean }): Promise<void> =>
    markMentions([mention.id], as).catch(error => {
      toasts.error(errorText(t, error))
    })
  const finish = async (): Promise<void> => {
    await mark({ done: !isDone })
    if (!isDone)
      toasts.info(t('mentions.doneToast'), {
        action: { label: t('common.undo'), run: () => void mark({ done: false, read: isRead }) },
      })
  }
  return (
    <li className={styles.row}>
      <Link
        className={styles.open}
        to={mentionPath(mention)}
        onClick={() => void (isRead ? undefined : mark({ read: true }))}
      >
        <MentionWords mention={mention} />
      </Link>
      <IconButton
        icon={isRead ? Mail : MailOpen}
        size="small"
        label={t(isRead ? 'mentions.markUnread' : 'mentions.markRead', { name })}
        onClick={() => void mark({ read: !isRead })}
      />
      <IconButton
        icon={isDone ? Undo2 : Check}
        size="small"
        label={t(isDone ? 'mentions.reopen' : 'mentions.finish', { name })}
        onClick={() => void finish()}
      />
    </li>
  )
}

/** Where the person is named in notes: what is not done, or what is. */
export function MentionInbox() {
  const { t } = useTexts()
  const { items, status, error } = mentionsDirectory.use()
  const [shown, setShown] = useState<'open' | 'done'>('open')
  useEffect(() => void mentionsDirectory.ensure(), [])
  const rows = items.filter(({ doneAt }) => (doneAt === null) === (shown === 'open'))
  const unread = rows.filter(({ readAt }) => readAt === null).map(({ id }) => id)
  const readAll = (): void =>
    void markMentions(unread, { read: true }).catch(error => toasts.error(errorText(t, error)))
  return (
    <section className={styles.inbox} aria-label={t('mentions.title')}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{t('mentions.title')}</h2>
        {unread.length > 1 ? (
          <IconButton icon={CheckCheck} size="small" label={t('mentions.readAll')} onClick={readAll} />
        ) : null}
        {items.length > 0 ? (
          <SegmentedTabs
            id="mentions"
            look="pill"
            panels={false}
            label={t('mentions.which')}
            value={shown}
            onChange={setShown}
            items={[
              { key: 'open', label: t('mentions.open') },
              { key: 'done', label: t('mentions.done') },
            ]}
          />
        ) : null}
      </div>
      {status === 'failed' ? (
        <LoadError
          compact
          title={t('mentions.failed')}
          error={error}
          onRetry={() => void mentionsDirectory.reload()}
        />
      ) : status !== 'ready' ? (
        <SkeletonRows count={2} height={48} avatar label={t('common.loading')} />
      ) : rows.length === 0 ? (
        <p className={styles.hint}>{t(shown === 'open' ? 'mentions.none' : 'mentions.noneDone')}</p>
      ) : (
        <ul>
          {rows.map(mention => (
            <Row key={mention.id} mention={mention} />
          ))}
        </ul>
      )}
    </section>
  )
}
