import { DIALOG_SUBMIT_MS, type Ticket, type User } from '@contract'
import { Form } from 'antd'
import { useEffect, useMemo } from 'react'
import { KeptFormDialog } from '@/features/kit'
import { breakText } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { type Transfer, transferChange, usePinnedBelief } from '@/stores/tickets'
import { usersDirectory, useUsers } from '@/stores/users'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { looks, QueueName, Select } from '@/ui'
import styles from './dialogs.module.css'
import { NoteField } from './note-field'
import { nameOf } from './use-ticket-actions'

interface Fields {
  userId?: number
  queueId?: number
  whatsappId?: number
  note?: string
}

export interface TransferDialogProps {
  ticket: Ticket
  /** How many are handed on together, this one among them. */
  count?: number
  onClose: () => void
  /** Rejects with what the server said; the dialog stays open then. */
  onTransfer: (transfer: Transfer) => Promise<void>
}

const asTransfer = (fields: Fields): Transfer => ({
  userId: fields.userId ?? null,
  queueId: fields.queueId ?? null,
  whatsappId: fields.whatsappId ?? null,
  note: fields.note ?? '',
})

/** Who can answer now first, then who is on a break. */
const presence = ({ online, break: onBreak }: User): number => (online ? (onBreak ? 1 : 2) : 0)
const byPresence = (a: User, b: User): number => presence(b) - presence(a) || a.name.localeCompare(b.name)

/** Agent, queue, connection, and a word for whoever takes over. */
export function TransferDialog({ ticket, count = 1, onClose, onTransfer }: TransferDialogProps) {
  const { t, format } = useTexts()
  const now = useNow()
  const [form] = Form.useForm<Fields>()
  usePinnedBelief(ticket.id)
  const users = useUsers()
  const queues = useQueues()
  const connections = useWhatsapps()
  const queueId = Form.useWatch('queueId', form)
  const userId = Form.useWatch('userId', form)

  useEffect(() => {
    void usersDirectory.ensure()
    void queuesDirectory.ensure()
    void whatsappsDirectory.ensure()
  }, [])

  const agents = useMemo(
    () =>
      users
        .filter(user => count > 1 || user.id !== ticket.userId)
        .sort(byPresence)
        .map(user => {
          const serves = queueId === undefined || user.queues.some(queue => queue.id === queueId)
          const about = [
            user.break ? breakText(t, format, user.break, now) : user.online && t('tickets.transfer.online'),
            !serves && t('tickets.transfer.outside'),
          ]
          return { value: user.id, label: user.name, about: about.filter(Boolean).join(', ') }
        }),
    [users, ticket.userId, count, queueId, t, format, now],
  )

  const everyTicketShown = useOffered('givenTickets')
  const person = everyTicketShown ? undefined : users.find(user => user.id === userId)
  /** Who is chosen would not be shown the ticket in this queue. */
  const isHiddenIn = (id: number | null): boolean =>
    person !== undefined && id !== null && !person.queues.some(queue => queue.id === id)
  const needsQueue = isHiddenIn(ticket.queueId)

  const submit = async (fields: Fields): Promise<void> => {
    const transfer = asTransfer(fields)
    const { handoverNote: _note, ...changed } = transferChange(transfer)
    if (Object.keys(changed).length === 0) throw new Error(t('tickets.transfer.nothing'))
    await onTransfer(transfer)
  }

  return (
    <KeptFormDialog<Fields>
      keepAs={count === 1 ? `transfer ${ticket.id}` : 'transfer many'}
      open
      title={`${t('tickets.transfer.title')}: ${count === 1 ? nameOf(ticket) : t('tickets.many.selected', { count })}`}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('tickets.transfer.submit')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <Form.Item<Fields> name="userId" label={t('tickets.transfer.agent')}>
        <Select
          showSearch
          allowClear
          placeholder={t('tickets.transfer.agentHint')}
          options={agents}
          optionRender={option => (
            <span className={styles.option}>
              <span>{option.data.label}</span>
              <span className={looks.meta}>{option.data.about}</span>
            </span>
          )}
        />
      </Form.Item>
      <Form.Item<Fields>
        name="queueId"
        label={t('tickets.transfer.queue')}
        required={needsQueue}
        dependencies={['userId']}
        rules={[
          {
            validator: async (_rule, id: number | undefined) => {
              if (!person || !isHiddenIn(id ?? ticket.queueId)) return
              const key = person.queues.length === 0 ? 'noQueues' : 'ofPerson'
              throw new Error(t(`tickets.transfer.${key}`, { name: person.name }))
            },
          },
        ]}
        extra={queueId !== undefined && userId === undefined ? t('tickets.transfer.toQueue') : undefined}
      >
        <Select
          showSearch
          allowClear
          placeholder={t(needsQueue ? 'tickets.transfer.choose' : 'tickets.transfer.none')}
          options={queues
            .filter(queue => queue.id === queueId || !isHiddenIn(queue.id))
            .map(queue => ({ value: queue.id, label: queue.name, color: queue.color }))}
          optionRender={option => <QueueName name={option.data.label} color={option.data.color} />}
        />
      </Form.Item>
      <Form.Item<Fields> name="whatsappId" label={t('tickets.transfer.connection')}>
        <Select
          showSearch
          allowClear
          placeholder={t('tickets.transfer.none')}
          options={connections
            .filter(connection => count > 1 || connection.id !== ticket.whatsappId)
            .map(connection => ({ value: connection.id, label: connection.name }))}
        />
      </Form.Item>
      <NoteField ticket={count === 1 ? ticket : null} form={form} onLeave={onClose} />
    </KeptFormDialog>
  )
}
