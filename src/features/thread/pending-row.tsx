import type { OutboxEntry } from '@contract'
import { useEffect, useMemo, useState } from 'react'
import { MessageTranslation } from '@/features/copilot'
import { useTexts } from '@/i18n'
import { isHeld, releaseEntry, takeBack } from '@/stores/outbox'
import { Bubble } from './bubble'
import { messageOfEntry } from './preview'
import type { Grouping } from './rows'
import styles from './thread-row.module.css'
import { backToComposer, Failure, Waiting } from './unsent'

interface UndoSendProps {
  /** ISO-8601 instant at which it leaves. */
  until: string
  onUndo: () => void
  onNow: () => void
}

/** The moment before a message leaves, as a way back: two seconds of a file, as chosen of a text. */
function UndoSend({ until, onUndo, onNow }: UndoSendProps) {
  const { t } = useTexts()
  const left = (): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))),
      250,
    )
    return () => clearInterval(timer)
  }, [until])
  if (seconds === 0) return null
  return (
    <div className={styles.undo}>
      <span>{t('thread.sendsIn', { count: seconds })}</span>
      <button type="button" className={styles.retry} onClick={onUndo}>
        {t('common.undo')}
      </button>
      <button type="button" className={styles.retry} onClick={onNow}>
        {t('thread.sendNow')}
      </button>
    </div>
  )
}

/** What has not left yet, with how far it is and the ways to stop or repeat it. */
export function PendingRow({
  entry,
  first,
  last,
}: { entry: OutboxEntry } & Pick<Grouping, 'first' | 'last'>) {
  const { t } = useTexts()
  const message = useMemo(() => messageOfEntry(entry), [entry])
  const held = isHeld(entry)
  return (
    <>
      <div className={styles.line}>
        <Bubble
          message={message}
          first={first}
          last={last}
          state={entry.state === 'failed' ? 'failed' : entry.state === 'sent' ? 'sent' : 'pending'}
        />
      </div>
      <MessageTranslation message={message} to={null} asks={false} tabIndex={-1} />
      {entry.state === 'sending' && entry.progress !== null && entry.progress < 1 ? (
        <progress
          className={styles.progress}
          value={entry.progress}
          max={1}
          aria-label={t('thread.uploading')}
        />
      ) : null}
      {held && entry.notBefore ? (
        <UndoSend
          until={entry.notBefore}
          onUndo={() => void (entry.kind === 'text' ? backToComposer(t, entry) : takeBack(entry.id))}
          onNow={() => void releaseEntry(entry.id)}
        />
      ) : null}
      {entry.state === 'failed' ? <Failure entry={entry} /> : null}
      {entry.state === 'queued' && !held ? <Waiting entry={entry} /> : null}
    </>
  )
}
