import {
  CONTACT_NAME,
  type Contact,
  contactForm,
  DIALOG_SUBMIT_MS,
  displayName,
  type Ticket,
} from '@contract'
import { Button, Form } from 'antd'
import { UserRoundPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '@/api'
import { KeptFormDialog, kinds, NewChatsNotice, useFieldsOf } from '@/features/kit'
import { usePeopleSearch } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useUser } from '@/stores/session'
import { createTicket } from '@/stores/tickets'
import { typedBefore } from '@/stores/typed-forms'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { looks, QueueName, Select } from '@/ui'
import styles from './dialogs.module.css'
import { useTicketActions } from './use-ticket-actions'

interface Fields {
  contactId?: number
  name?: string
  number?: string
  queueId?: number
  whatsappId?: number
}

/** The entry of the list that makes a new contact of what was typed. */
const NEW_CONTACT = -1

export interface NewTicketDialogProps {
  /** Already chosen (contacts page, contact card). */
  contact?: Contact
  onClose: () => void
  onCreated: (ticket: Ticket) => void
}

/**
 * Adds a contact, or finds the one that has the number already.
 * @throws ApiError (ERR_WAPP_INVALID_CONTACT when WhatsApp does not know the number).
 */
async function contactFor(name: string, number: string): Promise<number> {
  const answer = await call('contacts.create', {
    body: { name: name.trim(), number: number.replace(/\D/g, ''), email: '' },
  })
  if (answer.invalido) throw new ApiError('refused', 'ERR_WAPP_INVALID_CONTACT', '', 400)
  return answer.alreadyExists && answer.existingContact ? answer.existingContact.id : answer.id
}

/** Opens a ticket: contact (found or made), queue by rule, connection when there is a choice. */
export function NewTicketDialog({ contact, onClose, onCreated }: NewTicketDialogProps) {
  const { t, format } = useTexts()
  const field = useFieldsOf(contactForm, name => t(`tickets.create.${name as 'name' | 'number'}`))
  const [form] = Form.useForm<Fields>()
  const user = useUser()
  const { tell } = useTicketActions()
  const all = useQueues()
  const connections = useWhatsapps()
  const search = usePeopleSearch()
  const [typed, setTyped] = useState('')
  const through = Form.useWatch('whatsappId', form)
  const keepAs = `ticket of ${contact?.id ?? 'anybody'}`
  const [making, setMaking] = useState(() => typedBefore(keepAs)?.values.number !== undefined)
  const admin = user !== null && (user.super || user.profile === 'admin')
  const queues = admin ? all : (user?.queues ?? [])
  const only = queues.length === 1 ? queues[0]?.id : undefined

  useEffect(() => {
    void queuesDirectory.ensure()
    void whatsappsDirectory.ensure()
  }, [])

  const found = contact ? [contact] : search.found
  const adds = !contact && search.term !== '' && !search.busy && found.length === 0 && search.error === null
  const options = [
    ...found.map(one => ({
      value: one.id,
      label: displayName(one),
      about: format.phoneOf(one),
    })),
    ...(adds
      ? [{ value: NEW_CONTACT, label: t('tickets.create.add', { name: search.term }), about: '' }]
      : []),
  ]

  const choose = (value: number | undefined): void => {
    if (value !== NEW_CONTACT) return
    // A typed number goes into the number field, a name into the name field.
    const digits = /^[\d\s()+-]+$/.test(typed.trim())
    form.setFieldsValue({
      contactId: undefined,
      name: digits ? '' : typed.trim(),
      number: digits ? typed.trim() : '',
    })
    setMaking(true)
  }

  const submit = async (fields: Fields): Promise<void> => {
    if (!user) return
    const contactId = making ? await contactFor(fields.name ?? '', fields.number ?? '') : fields.contactId
    if (contactId === undefined) return
    try {
      const ticket = await createTicket({
        contactId,
        queueId: fields.queueId ?? null,
        whatsappId: fields.whatsappId ?? user.whatsappId,
        userId: user.id,
      })
      onCreated(ticket)
    } catch (error) {
      const elsewhere =
        error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET' && error.details.uuid
      if (!elsewhere) throw error
      onClose()
      tell(error)
    }
  }

  const notFound =
    search.error !== null
      ? errorText(t, search.error)
      : search.busy
        ? t('common.loading')
        : t(search.term === '' ? 'tickets.create.contactHint' : 'tickets.create.nothing')

  return (
    <KeptFormDialog<Fields>
      keepAs={keepAs}
      without={['contactId']}
      open
      title={t('tickets.create.title')}
      form={form}
      initialValues={{
        ...(contact ? { contactId: contact.id } : {}),
        ...(only === undefined ? {} : { queueId: only }),
      }}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('tickets.create.submit')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      {making ? (
        <>
          {field('name', kinds.text({ maxLength: CONTACT_NAME.max + 1 }))}
          {field('number', kinds.text({ inputMode: 'tel' }), { extra: t('tickets.create.numberHint') })}
          <Button className={styles.swap} type="link" size="small" onClick={() => setMaking(false)}>
            {t('tickets.create.backToSearch')}
          </Button>
        </>
      ) : (
        <Form.Item<Fields>
          name="contactId"
          label={t('tickets.create.contact')}
          rules={[{ required: true, message: t('tickets.create.contactRequired') }]}
        >
          <Select
            showSearch
            allowClear={!contact}
            disabled={contact !== undefined}
            filterOption={false}
            loading={search.busy}
            placeholder={t('tickets.create.contactHint')}
            notFoundContent={notFound}
            options={options}
            only={adds ? NEW_CONTACT : (search.only?.id ?? null)}
            onSearch={text => {
              setTyped(text)
              search.type(text)
            }}
            onChange={choose}
            optionRender={option => (
              <span className={styles.option}>
                <span>
                  {option.value === NEW_CONTACT ? (
                    <UserRoundPlus className={styles.plus} size={16} strokeWidth={1.5} aria-hidden="true" />
                  ) : null}
                  {option.data.label}
                </span>
                <span className={looks.meta}>{option.data.about}</span>
              </span>
            )}
          />
        </Form.Item>
      )}
      <Form.Item<Fields>
        name="queueId"
        label={t('tickets.create.queue')}
        rules={[{ required: !admin, message: t('tickets.create.queueRequired') }]}
      >
        <Select
          allowClear
          showSearch
          placeholder={t('tickets.create.queueRequired')}
          options={queues.map(queue => ({ value: queue.id, label: queue.name, color: queue.color }))}
          optionRender={option => <QueueName name={option.data.label} color={option.data.color} />}
        />
      </Form.Item>
      {connections.length > 1 ? (
        <Form.Item<Fields> name="whatsappId" label={t('tickets.create.connection')}>
          <Select
            allowClear
            placeholder={t('tickets.create.connectionDefault')}
            options={connections.map(connection => ({ value: connection.id, label: connection.name }))}
          />
        </Form.Item>
      ) : null}
      <NewChatsNotice whatsappId={through ?? user?.whatsappId} />
    </KeptFormDialog>
  )
}
