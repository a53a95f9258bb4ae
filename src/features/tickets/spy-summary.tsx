import { TICKET_NOTE_MAX_CHARS, TICKET_NOTE_MIN_CHARS, type Ticket } from '@contract'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { TicketSummary } from '@/features/copilot'
import { showMessage } from '@/features/thread'
import { errorText, useTexts } from '@/i18n'
import { addNote } from '@/stores/contact-panel'
import { toasts } from '@/stores/toasts'
import { counted, looks } from '@/ui'

/** What a looked-at conversation is about; changed as one likes, it can be kept as a note that colleagues alone see. */
export function SpySummary({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts()
  const [note, setNote] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const labelId = useId()
  const { id, contactId } = ticket
  const keep = async (contact: number, text: string): Promise<void> => {
    setBusy(true)
    try {
      await addNote(id, contact, text)
      setNote(null)
      toasts.success(t('tickets.spy.noteKept'))
    } catch (error) {
      toasts.error(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <TicketSummary
        ticket={ticket}
        onMessage={messageId => showMessage(id, messageId)}
        {...(contactId === null ? {} : { onNote: setNote })}
      />
      {note !== null && contactId !== null ? (
        <div role="group" aria-labelledby={labelId} className={looks.wrapLine8}>
          <span id={labelId}>{t('tickets.spy.note')}</span>
          <Input.TextArea
            autoFocus
            aria-labelledby={labelId}
            autoSize={{ minRows: 3, maxRows: 8 }}
            count={counted(TICKET_NOTE_MAX_CHARS)}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
          <Button
            type="primary"
            loading={busy}
            disabled={note.trim().length < TICKET_NOTE_MIN_CHARS || note.length > TICKET_NOTE_MAX_CHARS}
            onClick={() => void keep(contactId, note)}
          >
            {t('tickets.spy.keepNote')}
          </Button>
          <Button onClick={() => setNote(null)}>{t('common.cancel')}</Button>
        </div>
      ) : null}
    </>
  )
}
