import { type Message, TICKET_NOTE_MAX_CHARS, TICKET_NOTE_MIN_CHARS } from '@contract'
import { Form } from 'antd'
import { KeptFormDialog } from '@/features/kit'
import { MentionField, namedIn, useCandidates } from '@/features/notes'
import { errorText, useTexts } from '@/i18n'
import { whisper } from '@/stores/messages-actions'
import { useTicket } from '@/stores/tickets'
import { counted } from '@/ui'
import { messagePreview } from './preview'

interface WhisperDialogProps {
  message: Message
  contactId: number
  onClose: () => void
}

/** Of a ticket nobody knows any more only administrators are known to see it. */
const NOWHERE = { queueId: null, userId: null }

/** Asks for the words of a whisper on a message. */
export function WhisperDialog({ message, contactId, onClose }: WhisperDialogProps) {
  const { t, format } = useTexts()
  const ticket = useTicket(message.ticketId)
  const candidates = useCandidates(ticket ?? NOWHERE)
  const [form] = Form.useForm<{ note: string }>()
  const save = async ({ note }: { note: string }): Promise<void> => {
    await whisper(message, contactId, note.trim(), namedIn(note, candidates))
    onClose()
  }
  return (
    <KeptFormDialog
      keepAs={`whisper ${message.id}`}
      open
      title={t('thread.whisperTitle')}
      form={form}
      initialValues={{ note: '' }}
      submitLabel={t('thread.action.whisper')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="note"
        label={t('thread.whisperOn', { text: messagePreview(t, message).slice(0, 80) })}
        extra={t('thread.whisperHint')}
        rules={[
          { required: true, whitespace: true, message: t('common.required') },
          {
            min: TICKET_NOTE_MIN_CHARS,
            message: t('thread.whisperTooShort', { count: TICKET_NOTE_MIN_CHARS }),
          },
          {
            max: TICKET_NOTE_MAX_CHARS,
            message: t('common.tooLong', { max: format.number(TICKET_NOTE_MAX_CHARS) }),
          },
        ]}
      >
        <MentionField
          candidates={candidates}
          autoSize={{ minRows: 3, maxRows: 8 }}
          count={counted(TICKET_NOTE_MAX_CHARS)}
        />
      </Form.Item>
    </KeptFormDialog>
  )
}
