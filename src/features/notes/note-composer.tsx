import { TICKET_NOTE_MAX_CHARS, TICKET_NOTE_MIN_CHARS, type Ticket } from '@contract'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { addNote, keepNoteDraft, noteDraft } from '@/stores/contact-panel'
import { useKeys } from '@/stores/key-bindings'
import { toasts } from '@/stores/toasts'
import { counted } from '@/ui'
import { useCandidates } from './candidates'
import { MentionField } from './mention-field'
import styles from './mentions.module.css'
import { namedIn } from './names'

/** Where a note is left: its words, who it names, and what is wrong with it. Ctrl+Enter leaves it. */
export function NoteComposer({
  ticket,
  contactId,
}: {
  ticket: Pick<Ticket, 'id' | 'queueId' | 'userId'>
  contactId: number
}) {
  const { t, format } = useTexts()
  const noteKeys = useKeys('note')
  const candidates = useCandidates(ticket)
  const [text, setText] = useState(() => noteDraft(ticket.id))
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const faultId = useId()

  useEffect(() => keepNoteDraft(ticket.id, text), [ticket.id, text])

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
      await addNote(ticket.id, contactId, note, namedIn(note, candidates))
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
  return (
    <div className={styles.composer}>
      <MentionField
        field={field}
        value={text}
        candidates={candidates}
        onChange={next => {
          setText(next)
          if (next.trim().length >= TICKET_NOTE_MIN_CHARS) setFault(false)
        }}
        onKeyDown={onKeyDown}
        count={counted(TICKET_NOTE_MAX_CHARS)}
        className={styles.field ?? ''}
        rows={2}
        data-note-field=""
        status={fault || tooLong ? 'error' : ''}
        placeholder={t(
          candidates.length > 0 ? 'contactDrawer.note.placeholderNames' : 'contactDrawer.note.placeholder',
        )}
        aria-label={t('contactDrawer.note.label')}
        aria-invalid={fault || tooLong}
        aria-describedby={fault || tooLong ? faultId : undefined}
        title={noteKeys}
      />
      <div className={styles.bar}>
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
    </div>
  )
}
