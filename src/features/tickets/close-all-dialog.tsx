import { DIALOG_SUBMIT_MS, NO_QUEUE_ID } from '@contract'
import { Form, Progress, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useCapability } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { closeAllTickets, countClosable, moreIn } from '@/stores/tickets'
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
  const status = Form.useWatch('status', form)
  const chosen = Form.useWatch('queueIds', form)
  const [count, recount] = useClosable(status, chosen)
  useEffect(() => {
    void queuesDirectory.ensure()
  }, [])

  const submit = async ({ status, queueIds }: Fields): Promise<void> => {
    if (!user) return
    try {
      // What was not counted yet is no number that anybody agreed to: then the refusal says it.
      const shown = typeof count === 'number' ? count : 0
      const closed = await closeAllTickets(status, queueIds, shown, user, setProgress)
      toasts.success(t('tickets.closing.done', { count: closed }))
      onClose()
    } catch (error) {
      const more = moreIn(error)
      if (more !== null) recount(more)
      throw error
    } finally {
      setProgress(null)
    }
  }

  return (
    <FormDialog<Fields>
      open
      title={t('tickets.closing.title')}
      form={form}
      initialValues={{ status: 'open', queueIds: [] }}
      onSubmit={submit}
      onClose={onClose}
      danger
      submitLabel={
        typeof count === 'number' && count > 0
          ? t('tickets.closing.submitCount', { count })
          : t('tickets.closing.submit')
      }
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
      <Form.Item<Fields> name="status" label={t('tickets.closing.status')} required>
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
      {count === null ? null : (
        <p role="status">
          {typeof count === 'number' ? t('tickets.closing.count', { count }) : t(`tickets.closing.${count}`)}
        </p>
      )}
    </FormDialog>
  )
}

/**
 * How many tickets the choice would close, asked again with each change of it.
 * @returns null while nothing is chosen; and how to say another number, which the server has found.
 */
function useClosable(
  status: Fields['status'] | undefined,
  queueIds: readonly number[] | undefined,
): [number | 'counting' | 'uncounted' | null, (count: number) => void] {
  const key = status && queueIds?.length ? `${status} ${queueIds.join(' ')}` : ''
  const [known, setKnown] = useState<{ key: string; count: number | 'uncounted' }>({ key: '', count: 0 })
  useEffect(() => {
    if (!status || !queueIds?.length) return
    const stop = new AbortController()
    countClosable(status, queueIds, stop.signal).then(
      count => setKnown({ key, count }),
      (error: unknown) => {
        if (!isAborted(error) && !stop.signal.aborted) setKnown({ key, count: 'uncounted' })
      },
    )
    return () => stop.abort()
  }, [key, status, queueIds])
  const shown = known.key === key ? known.count : 'counting'
  return [key === '' ? null : shown, count => setKnown({ key, count })]
}
