import type { Ticket, TicketNote } from '@contract'
import { Trash2 } from 'lucide-react'
import { LoadError } from '@/features/load-error'
import { MentionText, NoteComposer } from '@/features/notes'
import { errorText, useTexts } from '@/i18n'
import { deleteNote, reloadContactPanel, useContactPanel } from '@/stores/contact-panel'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { Avatar, IconButton, looks, SkeletonRows, useConfirm } from '@/ui'
import panel from './contact-panel.module.css'
import styles from './notes.module.css'

/** A region that scrolls has to be reachable by keyboard (WCAG 2.1.1). */
const SCROLLABLE = { tabIndex: 0 } as const

/** Notes that only colleagues see: left here, read below, newest first. */
export function Notes({ ticket, contactId }: { ticket: Ticket; contactId: number }) {
  const { t } = useTexts()
  const { id: ticketId } = ticket
  const user = useUser()
  const confirm = useConfirm()
  const ownNotes = useOffered('ownNotes')
  const notes = useContactPanel(state => state.notes)
  const status = useContactPanel(state => (state.ticketId === ticketId ? state.notesStatus : 'loading'))
  const error = useContactPanel(state => state.notesError)
  const remove = async (note: TicketNote): Promise<void> => {
    const yes = await confirm({
      title: t('contactDrawer.note.removeTitle'),
      text: t('contactDrawer.note.removeText'),
      okLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      await deleteNote(note.id)
      toasts.success(t('contactDrawer.note.removed'))
    } catch (failure) {
      toasts.error(errorText(t, failure))
    }
  }
  const mayRemove = (note: TicketNote): boolean =>
    user !== null && (user.super || user.profile === 'admin' || (ownNotes && note.userId === user.id))

  return (
    <div className={looks.stack8}>
      <NoteComposer ticket={ticket} contactId={contactId} />
      {status === 'loading' ? (
        <SkeletonRows count={2} height={44} avatar label={t('common.loading')} />
      ) : null}
      {status === 'failed' ? (
        <LoadError
          compact
          title={t('contactDrawer.note.failed')}
          error={error}
          onRetry={reloadContactPanel}
        />
      ) : null}
      {status === 'ready' && notes.length === 0 ? (
        <p className={panel.hint}>{t('contactDrawer.note.empty')}</p>
      ) : null}
      {status === 'ready' && notes.length > 0 ? (
        <ul className={styles.noteList} aria-label={t('contactDrawer.note.list')} {...SCROLLABLE}>
          {notes.map(note => (
            <Note
              key={note.id}
              note={note}
              elsewhere={note.ticketId !== ticketId}
              onRemove={mayRemove(note) ? () => void remove(note) : null}
            />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Note({
  note,
  elsewhere,
  onRemove,
}: {
  note: TicketNote
  elsewhere: boolean
  onRemove: (() => void) | null
}) {
  const { t, format } = useTexts()
  const author = note.user?.name || t('contactDrawer.note.somebody')
  const about = [
    format.time(note.createdAt),
    elsewhere ? t('contactDrawer.note.elsewhere') : '',
    note.messageId ? t('contactDrawer.note.whisper') : '',
  ].filter(Boolean)
  return (
    <li className={styles.note} data-note-id={note.id}>
      <Avatar name={author} size={24} />
      <div className={looks.fill}>
        <p className={styles.noteHead}>
          <bdi className={styles.author}>{author}</bdi>
          <span className={panel.meta} title={format.exact(note.createdAt)}>
            {about.join(' · ')}
          </span>
        </p>
        <p className={styles.noteBody} dir="auto">
          <MentionText text={note.note} mentions={note.mentions} />
        </p>
      </div>
      {onRemove ? (
        <IconButton
          icon={Trash2}
          size="small"
          tone="danger"
          label={t('contactDrawer.note.remove', { name: author })}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}
