import { DIALOG_SUBMIT_MS, NO_QUEUE_ID } from '@contract'
import { Form, Progress, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useCapability } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { closeAllTickets } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { FormDialog, QueueName, Select } from '@/ui'

interface Fields {
  status: 'open' | 'pending'
  queueIds: number[]
}

/** Resolves every ticket of a status in the chosen queues, after saying so plainly (admins only). */
export function CloseAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [form] = Form.useForm<Fields>()
  const queues = useQueues()
  const user = useUser()
  const inOneCall = useCapability('closeAll') === 'native'
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  useEffect(() => {
    void queuesDirectory.ensure()
  }, [])

  const submit = async ({ status, queueIds }: Fields): Promise<void> => {
    if (!user) return
    const count = await closeAllTickets(status, queueIds, user, setProgress).finally(() => setProgress(null))
    toasts.success(t('tickets.closing.done', { count }))
    onClose()
  }

  return (
    <FormDialog<Fields>
      open
      title={t('tickets.closing.title')}
      form={form}
      initialValues={{ status: 'open', queueIds: [] }}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('tickets.closing.submit')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <Form.Item>{t(inOneCall ? 'tickets.closing.text' : 'tickets.closing.oneByOne')}</Form.Item>
      {progress ? (
        <Form.Item>
          <Progress
            percent={Math.round((progress.done / progress.total) * 100)}
            showInfo={false}
            aria-label={t('tickets.closing.progress', progress)}
          />
          <span role="status">{t('tickets.closing.progress', progress)}</span>
        </Form.Item>
      ) : null}
      <Form.Item<Fields> name="status" label={t('tickets.closing.status')}>
        <Radio.Group
          options={[
            { value: 'open', label: t('tickets.tabs.assigned') },
            { value: 'pending', label: t('tickets.tabs.pending') },
          ]}
        />
      </Form.Item>
      <Form.Item<Fields>
        name="queueIds"
        label={t('tickets.closing.queues')}
        rules={[{ required: true, type: 'array', min: 1, message: t('tickets.closing.queuesRequired') }]}
      >
        <Select
          mode="multiple"
          options={[
            ...queues.map(queue => ({ value: queue.id, label: queue.name, color: queue.color })),
            // Whoever is still talking to the menu has no queue yet, and waits all the same.
            { value: NO_QUEUE_ID, label: t('tickets.header.noQueue'), color: null },
          ]}
          optionRender={option => <QueueName name={option.data.label} color={option.data.color} />}
        />
      </Form.Item>
    </FormDialog>
  )
}
