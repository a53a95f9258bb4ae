import type { ChatMessage } from '@contract'
import { CircleAlert, Clock3, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { MessageText } from '@/features/thread'
import { errorText, useTexts } from '@/i18n'
import { discardUnsent, retryUnsent } from '@/stores/chat-thread'
import { saveChatDraft, type UnsentMessage, useChatWords } from '@/stores/chat-words'
import { Avatar, cx, IconButton } from '@/ui'
import styles from './messages.module.css'

interface Grouping {
  first: boolean
  last: boolean
  /** Its place among all rows, from 1, and how many there are; -1 while that is not known. */
  place: number
  total: number
}

/** A message the server has: others' left with their name, own ones right. */
export const ChatBubble = memo(function ChatBubble({
  message,
  mine,
  first,
  last,
  place,
  total,
}: Grouping & { message: ChatMessage; mine: boolean }) {
  const { t, format } = useTexts()
  const name = message.sender?.name || t('chats.former')
  return (
    <article
      className={cx(styles.row, mine ? styles.mine : styles.theirs, last && styles.end)}
      aria-posinset={place}
      aria-setsize={total}
      aria-label={`${mine ? t('chats.you') : name}, ${format.clock(message.createdAt)}`}
    >
      {mine ? null : <span className={styles.face}>{first ? <Avatar name={name} size={28} /> : null}</span>}
      <div className={cx(styles.bubble, first && styles.first, last && styles.last)}>
        {first ? <bdi className={styles.sender}>{mine ? t('chats.you') : name}</bdi> : null}
        <MessageText text={message.message} tail={<span className={styles.tail} />} />
        <time className={styles.meta} dateTime={message.createdAt} title={format.exact(message.createdAt)}>
          {format.clock(message.createdAt)}
        </time>
      </div>
    </article>
  )
})

/** Below a message that has not arrived: why, and what can be done. */
function Trouble({ unsent }: { unsent: UnsentMessage }) {
  const { t } = useTexts()
  const edit = (): void => {
    const typed = useChatWords.getState().drafts.get(unsent.chatId)
    saveChatDraft(unsent.chatId, typed ? `${typed}\n${unsent.text}` : unsent.text)
    discardUnsent(unsent)
  }
  const failed = unsent.state === 'failed'
  return (
    <div className={cx(styles.trouble, failed && styles.failed)} role="group" aria-label={t('chats.notSent')}>
      <span>
        {failed ? t('chats.because', { reason: errorText(t, unsent.failure) }) : t('chats.waiting')}
      </span>
      {failed ? (
        <button type="button" className={styles.retry} onClick={() => retryUnsent(unsent)}>
          <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('common.retry')}
        </button>
      ) : null}
      <IconButton icon={Pencil} size="small" label={t('chats.toField')} onClick={edit} />
      <IconButton
        icon={Trash2}
        size="small"
        tone="danger"
        label={t('chats.discard')}
        onClick={() => discardUnsent(unsent)}
      />
    </div>
  )
}

/** An own message on its way: there at once, with a clock; kept with its reason when it was refused. */
export const UnsentBubble = memo(function UnsentBubble({
  unsent,
  first,
  last,
  place,
  total,
}: Grouping & { unsent: UnsentMessage }) {
  const { t, format } = useTexts()
  const failed = unsent.state === 'failed'
  const Mark = failed ? CircleAlert : Clock3
  return (
    <article
      className={cx(styles.row, styles.mine, last && styles.end)}
      aria-posinset={place}
      aria-setsize={total}
      aria-label={`${t('chats.you')}, ${failed ? t('chats.notSent') : t('chats.sending')}`}
    >
      <div className={styles.column}>
        <div className={cx(styles.bubble, first && styles.first, last && styles.last)}>
          {first ? <bdi className={styles.sender}>{t('chats.you')}</bdi> : null}
          <MessageText text={unsent.text} tail={<span className={cx(styles.tail, styles.tailMarked)} />} />
          <span className={cx(styles.meta, failed && styles.failed)}>
            <time dateTime={unsent.at}>{format.clock(unsent.at)}</time>
            <Mark
              size={12}
              strokeWidth={2}
              role="img"
              aria-label={failed ? t('chats.notSent') : t('chats.sending')}
            />
          </span>
        </div>
        {unsent.state === 'sending' ? null : <Trouble unsent={unsent} />}
      </div>
    </article>
  )
})
