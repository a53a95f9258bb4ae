import { TICKET_NOTE_MAX_CHARS, TICKET_NOTE_MIN_CHARS, type TicketNote } from '@contract'
import { Button, Input, type InputRef } from 'antd'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import {
  addNote,
  deleteNote,
  keepNoteDraft,
  noteDraft,
  reloadContactPanel,
  useContactPanel,
} from '@/stores/contact-panel'
import { useKeys } from '@/stores/key-bindings'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { Avatar, counted, IconButton, SkeletonRows, useConfirm } from '@/ui'
import panel from './contact-panel.module.css'
import styles from './notes.module.css'

/** A region that scrolls has to be reachable by keyboard (WCAG 2.1.1). */
const SCROLLABLE = { tabIndex: 0 } as const

/** Notes that only colleagues see: left here, read below, newest first (docs/specification.md 1.2, 1.5 and 1.8). */
export function Notes({ ticketId, contactId }: { ticketId: number; contactId: number }) {
  const { t, format } = useTexts()
  const noteKeys = useKeys('note')
  const user = useUser()
  const confirm = useConfirm()
  const ownNotes = useOffered('ownNotes')
  const notes = useContactPanel(state => state.notes)
  const status = useContactPanel(state => (state.ticketId === ticketId ? state.notesStatus : 'loading'))
  const error = useContactPanel(state => state.notesError)
  const [text, setText] = useState(() => noteDraft(ticketId))
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState(false)
  const field = useRef<InputRef & HTMLElement>(null)
  const faultId = useId()

  useEffect(() => keepNoteDraft(ticketId, text), [ticketId, text])

  const tooLong = text.trim().length > TICKET_NOTE_MAX_CHARS
  const add = async (): Promise<void> => {
    const note = text.trim()
    if (busy || tooLong) return
    if (note.length < TICKET_NOTE_MIN_CHARS) {
      setFault(true)
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await addNote(ticketId, contactId, note)
      setText('')
      toasts.success(t('contactDrawer.note.added'))
    } catch (failure) {
      toasts.error(errorText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    void add()
  }
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
    <div className={styles.notes}>
      <Input.TextArea
        ref={field as never}
        value={text}
        onChange={event => {
          setText(event.target.value)
          if (event.target.value.trim().length >= TICKET_NOTE_MIN_CHARS) setFault(false)
        }}
        onKeyDown={onKeyDown}
        count={counted(TICKET_NOTE_MAX_CHARS)}
        className={styles.field}
        rows={2}
        dir="auto"
        data-note-field=""
        status={fault || tooLong ? 'error' : ''}
        placeholder={t('contactDrawer.note.placeholder')}
        aria-label={t('contactDrawer.note.label')}
        aria-invalid={fault || tooLong}
        aria-describedby={fault || tooLong ? faultId : undefined}
        title={noteKeys}
      />
      <div className={styles.noteBar}>
        <span id={faultId} className={styles.fault} role="status">
          {tooLong ? t('common.tooLong', { max: format.number(TICKET_NOTE_MAX_CHARS) }) : null}
          {fault ? t('contactDrawer.note.short', { count: TICKET_NOTE_MIN_CHARS }) : ''}
        </span>
        <Button
          size="small"
          type="primary"
          loading={busy}
          disabled={text.trim() === '' || tooLong}
          onClick={() => void add()}
        >
          {t('contactDrawer.note.add')}
        </Button>
      </div>
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
      <div className={styles.noteText}>
        <p className={styles.noteHead}>
          <bdi className={styles.author}>{author}</bdi>
          <span className={panel.meta} title={format.exact(note.createdAt)}>
            {about.join(' · ')}
          </span>
        </p>
        <p className={styles.noteBody} dir="auto">
          {note.note}
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
