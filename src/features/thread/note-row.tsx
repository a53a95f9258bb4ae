import type { TicketNote } from '@contract'
import { MessageSquareLock, StickyNote, Trash2 } from 'lucide-react'
import { MentionText } from '@/features/notes'
import { useTexts } from '@/i18n'
import { IconButton } from '@/ui'
import { useThreadActions } from './thread-context'
import styles from './thread-row.module.css'

/** A note between the messages, or a whisper under the message it is about; only colleagues see either. */
export function NoteRow({ note }: { note: TicketNote }) {
  const { t, format } = useTexts()
  const { removeOf } = useThreadActions()
  const remove = note.messageId === null ? undefined : removeOf(note)
  const Icon = note.messageId === null ? StickyNote : MessageSquareLock
  return (
    <div className={styles.note} data-note-id={note.id}>
      <span className={styles.noteLabel}>
        <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
        {note.messageId ? t('thread.whisper') : t('thread.note')}
        {note.user ? <bdi> · {note.user.name}</bdi> : null}
        <time dateTime={note.createdAt} title={format.exact(note.createdAt)}>
          {format.clock(note.createdAt)}
        </time>
        {remove ? (
          <IconButton
            icon={Trash2}
            size="small"
            tip={false}
            className={styles.noteRemove}
            label={t('thread.removeWhisper')}
            onClick={remove}
          />
        ) : null}
      </span>
      <bdi className={styles.noteText} dir="auto">
        <MentionText text={note.note} mentions={note.mentions} />
      </bdi>
    </div>
  )
}
