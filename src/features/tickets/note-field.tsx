import { HANDOVER_NOTE_MAX_CHARS, type Ticket } from '@contract'
import { Form, type FormInstance, Input } from 'antd'
import { TicketSummary } from '@/features/copilot'
import { showMessage } from '@/features/thread'
import { useTexts } from '@/i18n'
import { counted } from '@/ui'
import styles from './dialogs.module.css'

interface NoteFieldProps {
  /** What the note is about; null for several, which have no summary in common. */
  ticket: Ticket | null
  form: FormInstance<{ note?: string }>
  /** Makes room for the conversation. */
  onLeave: () => void
}

/** A note for whoever takes a ticket next, and what the conversation is about, which can become one. */
export function NoteField({ ticket, form, onLeave }: NoteFieldProps) {
  const { t, format } = useTexts()
  const take = (text: string): void => {
    const typed = form.getFieldValue('note')?.trim()
    const note = typed ? `${typed}\n${text}` : text
    form.setFieldValue('note', note.slice(0, HANDOVER_NOTE_MAX_CHARS))
    form.focusField('note')
  }
  return (
    <>
      <Form.Item<{ note?: string }>
        name="note"
        label={t('tickets.transfer.note')}
        rules={[
          {
            max: HANDOVER_NOTE_MAX_CHARS,
            message: t('common.tooLong', { max: format.number(HANDOVER_NOTE_MAX_CHARS) }),
          },
        ]}
      >
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 8 }}
          count={counted(HANDOVER_NOTE_MAX_CHARS)}
          placeholder={t('tickets.transfer.noteHint')}
        />
      </Form.Item>
      {ticket ? (
        <div className={styles.summary}>
          <TicketSummary
            ticket={ticket}
            onNote={take}
            onMessage={id => {
              onLeave()
              showMessage(ticket.id, id)
            }}
          />
        </div>
      ) : null}
    </>
  )
}
