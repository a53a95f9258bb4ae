import { UTILITY_TEXT_CHARS } from '@contract'
import { Alert, Form, Input } from 'antd'
import { useRef } from 'react'
import { ApiError, call } from '@/api'
import { KeptFormDialog } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { actOn, usePinnedBelief } from '@/stores/tickets'
import { announce, counted } from '@/ui'

/** Writes utility text to a customer whose window is shut, and says what that is. */
export function UtilityDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const { t, format } = useTexts()
  usePinnedBelief(ticketId)
  const [form] = Form.useForm<{ body: string }>()
  // Kept while nobody knows whether it arrived: sending the same once more is still one message, another text is another.
  const last = useRef<{ clientId: string; body: string } | null>(null)
  const send = async ({ body }: { body: string }): Promise<void> => {
    const said = last.current?.body === body ? last.current : { clientId: crypto.randomUUID(), body }
    last.current = said
    try {
      await actOn(ticketId, 'send', expected =>
        call('messages.sendUtility', {
          params: { ticketId: String(ticketId) },
          body: expected ? { ...said, expected } : said,
        }),
      )
    } catch (error) {
      // A definite no is over; what is sent after it is another message.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) last.current = null
      throw error
    }
    announce(t('composer.utility.sent'))
    onClose()
  }
  return (
    <KeptFormDialog
      keepAs={`utility ${ticketId}`}
      open
      title={t('composer.utility.title')}
      form={form}
      initialValues={{ body: '' }}
      submitLabel={t('composer.utility.send')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      onSubmit={send}
      onClose={onClose}
    >
      <Alert
        showIcon
        type="info"
        style={{ marginBottom: 16 }}
        title={t('composer.utility.what')}
        description={t('composer.utility.how')}
      />
      <Form.Item
        name="body"
        label={t('composer.utility.label')}
        rules={[
          { required: true, whitespace: true, message: t('common.required') },
          {
            max: UTILITY_TEXT_CHARS,
            message: t('common.tooLong', { max: format.number(UTILITY_TEXT_CHARS) }),
          },
        ]}
      >
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 10 }}
          count={counted(UTILITY_TEXT_CHARS)}
          dir="auto"
        />
      </Form.Item>
    </KeptFormDialog>
  )
}
