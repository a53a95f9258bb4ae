import { CONNECTION_TOKEN_HEADER, CONTACT_NUMBER, IDEMPOTENCY_HEADER, MESSAGE_MAX_CHARS } from '@contract'
import { Button, Form, Input } from 'antd'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '@/api'
import { FileField } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { counted, cx } from '@/ui'
import styles from './messages-api.module.css'
import { TokenInput } from './token-input'

export interface Sample {
  number: string
  body: string
  file: File | null
}

export interface SendFormProps {
  /** A file is sent along. */
  media: boolean
  token: string
  onToken: (token: string) => void
  shown: boolean
  onShow: (shown: boolean) => void
  /** What the example shows. */
  onSample: (sample: Sample) => void
}

interface Answered {
  ok: boolean
  /** null: nobody answered. */
  status: number | null
  ms: number
  text: string
}

/** Sends a real message through the server and shows what it answered, with status and time. */
export function SendForm({ media, token, onToken, shown, onShow, onSample }: SendFormProps) {
  const { t, format } = useTexts()
  const [form] = Form.useForm<Sample & { token: string }>()
  const [busy, setBusy] = useState(false)
  const [answered, setAnswered] = useState<Answered | null>(null)
  // A server that does not say what it stored is shown with what it said.
  const says = useOffered('describedApi')
  const required = { required: true, whitespace: true, message: t('messagesApi.form.required') }
  const atMost = (max: number) => ({ max, message: t('common.tooLong', { max: format.number(max) }) })

  const send = async ({ number, body, file }: Sample): Promise<void> => {
    setBusy(true)
    const began = performance.now()
    const took = (): number => Math.round(performance.now() - began)
    try {
      const answer = await call('externalApi.send', {
        body: { number, body },
        ...(file ? { files: [file] } : {}),
        headers: { [CONNECTION_TOKEN_HEADER]: token.trim(), [IDEMPOTENCY_HEADER]: crypto.randomUUID() },
      })
      const shownAnswer = says ? answer : { mensagem: answer.mensagem }
      setAnswered({ ok: true, status: 200, ms: took(), text: JSON.stringify(shownAnswer, null, 2) })
      contentToasts.success(t('messagesApi.form.sent'))
    } catch (error) {
      const { status = 0, code = null } = error instanceof ApiError ? error : {}
      const words = errorText(t, error)
      setAnswered({
        ok: false,
        status: status === 0 ? null : status,
        ms: took(),
        text: code ? `${code}\n${words}` : words,
      })
      contentToasts.error(words)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      form={form}
      name={media ? 'send-media' : 'send-text'}
      layout="vertical"
      requiredMark={false}
      initialValues={{ number: '', body: '', file: null }}
      disabled={busy}
      onValuesChange={(_, all) => onSample({ ...all, file: all.file ?? null })}
      onFinish={values => void send({ ...values, file: values.file ?? null })}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
      }}
    >
      <h4 className={styles.small}>{t('messagesApi.form.test')}</h4>
      <Form.Item
        label={t('messagesApi.form.token')}
        required
        name="token"
        rules={[
          {
            validator: () =>
              token.trim() === ''
                ? Promise.reject(new Error(t('messagesApi.form.required')))
                : Promise.resolve(),
          },
        ]}
        getValueProps={() => ({ value: token })}
        getValueFromEvent={(value: string) => {
          onToken(value)
          return value
        }}
      >
        <TokenInput shown={shown} onShow={onShow} />
      </Form.Item>
      <Form.Item
        label={t('messagesApi.form.number')}
        name="number"
        rules={[required, atMost(CONTACT_NUMBER.max)]}
      >
        <Input inputMode="tel" autoComplete="off" placeholder="5511912345678" />
      </Form.Item>
      <Form.Item label={t('messagesApi.form.body')} name="body" rules={[required, atMost(MESSAGE_MAX_CHARS)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} count={counted(MESSAGE_MAX_CHARS)} dir="auto" />
      </Form.Item>
      {media ? (
        <Form.Item
          label={t('messagesApi.form.file')}
          name="file"
          rules={[{ required: true, message: t('messagesApi.form.required') }]}
        >
          <FileField />
        </Form.Item>
      ) : null}
      <Button
        type="primary"
        htmlType="submit"
        loading={busy}
        icon={<Send size={16} strokeWidth={1.75} aria-hidden="true" />}
      >
        {t('messagesApi.form.send')}
      </Button>
      <div role="status" aria-label={t('messagesApi.form.answer')}>
        {answered ? (
          <div className={cx(styles.answer, answered.ok ? styles.good : styles.bad)}>
            <p>
              {t('messagesApi.form.took', {
                status: answered.status ?? t('messagesApi.form.none'),
                ms: answered.ms,
              })}
            </p>
            <pre>{answered.text}</pre>
          </div>
        ) : null}
      </div>
    </Form>
  )
}
