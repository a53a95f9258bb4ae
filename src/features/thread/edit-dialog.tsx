import { MESSAGE_MAX_CHARS, type Message, signatureOf, withoutSignature } from '@contract'
import { Form, Input } from 'antd'
import { KeptFormDialog } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { editMessage } from '@/stores/messages-actions'
import { counted } from '@/ui'

interface EditDialogProps {
  threadId: number
  message: Message
  onClose: () => void
}

/** Changes the text of an own message. */
export function EditDialog({ threadId, message, onClose }: EditDialogProps) {
  const { t, format } = useTexts()
  // Whoever signed it stays its writer: the line is not offered for change and is put back before the new text.
  const signature = signatureOf(message.body)
  const [form] = Form.useForm<{ body: string }>()
  const most = MESSAGE_MAX_CHARS - signature.length
  const save = async ({ body }: { body: string }): Promise<void> => {
    const text = `${signature}${body.trim()}`
    if (text !== message.body) await editMessage(threadId, message, text)
    onClose()
  }
  return (
    <KeptFormDialog
      keepAs={`edit ${message.id}`}
      open
      title={t('thread.editTitle')}
      form={form}
      initialValues={{ body: withoutSignature(message.body) }}
      submitLabel={t('common.save')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="body"
        label={t('thread.editLabel')}
        rules={[
          { required: true, whitespace: true, message: t('common.required') },
          { max: most, message: t('common.tooLong', { max: format.number(most) }) },
        ]}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} count={counted(most)} dir="auto" />
      </Form.Item>
    </KeptFormDialog>
  )
}
