import { type Contact, DIALOG_SUBMIT_MS } from '@contract'
import { Button, Form, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { FormDialog, IconButton, SkeletonRows } from '@/ui'
import styles from './contact-dialog.module.css'
import { type ContactFields, contactBody, contactFault } from './contact-rules'

export interface ContactDialogProps {
  /** The contact to change; without it one is added. */
  contact?: Contact
  /** Already known of a new contact (a typed name, a number from a card). */
  initial?: { name?: string; number?: string }
  onClose: () => void
  onSaved?: (contact: Contact) => void
}

const LONGEST = { name: 100, value: 1_000 } as const

/** Adds or changes a contact with its free rows of additional information (specification 1 sections 2 and 5). */
export function ContactDialog({ contact, initial, onClose, onSaved }: ContactDialogProps) {
  const { t } = useTexts()
  const [form] = Form.useForm<ContactFields>()
  const id = contact?.id
  const [extra, setExtra] = useState<'loading' | 'ready' | 'failed'>(id === undefined ? 'ready' : 'loading')

  // Lists of some servers leave the rows out, so they are asked for before they can be overwritten.
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    call('contacts.get', { params: { id }, signal: controller.signal }).then(
      ({ extraInfo }) => {
        form.setFieldsValue({ extraInfo })
        setExtra('ready')
      },
      error => {
        if (!isAborted(error)) setExtra('failed')
      },
    )
    return () => controller.abort()
  }, [id, form])

  const rule = (field: 'name' | 'number' | 'email') => ({
    validator: (_rule: unknown, value: string | undefined) => {
      const fault = contactFault(field, value)
      return fault ? Promise.reject(new Error(t(`contacts.dialog.${fault}`))) : Promise.resolve()
    },
  })

  const submit = async (): Promise<void> => {
    // The whole store: ids of the rows have no field of their own.
    const body = contactBody(form.getFieldsValue(true) as ContactFields, extra === 'ready')
    const saved =
      id === undefined
        ? await call('contacts.create', { body })
        : await call('contacts.update', { params: { id }, body })
    toasts.success(t('contacts.dialog.saved'))
    onSaved?.({ ...saved, tickets: saved.tickets.length > 0 ? saved.tickets : (contact?.tickets ?? []) })
    onClose()
  }

  return (
    <FormDialog<ContactFields>
      open
      title={t(contact ? 'contacts.dialog.edit' : 'contacts.dialog.add')}
      form={form}
      initialValues={{
        name: contact?.name ?? initial?.name ?? '',
        number: contact?.number ?? initial?.number ?? '',
        email: contact?.email ?? '',
      }}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(contact ? 'common.save' : 'common.add')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <Form.Item<ContactFields> name="name" label={t('contacts.dialog.name')} required rules={[rule('name')]}>
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item<ContactFields>
        name="number"
        label={t('contacts.dialog.number')}
        required
        extra={contact?.isGroup ? undefined : t('contacts.dialog.numberHint')}
        rules={contact?.isGroup ? [] : [rule('number')]}
      >
        <Input autoComplete="off" inputMode="tel" readOnly={contact?.isGroup ?? false} />
      </Form.Item>
      <Form.Item<ContactFields> name="email" label={t('contacts.dialog.email')} rules={[rule('email')]}>
        <Input autoComplete="off" inputMode="email" />
      </Form.Item>
      <fieldset className={styles.extra}>
        <legend className={styles.legend}>{t('contacts.dialog.extra')}</legend>
        {extra === 'loading' ? <SkeletonRows count={2} height={32} label={t('common.loading')} /> : null}
        {extra === 'failed' ? (
          <p className={styles.quiet} role="status">
            {t('contacts.dialog.extraFailed')}
          </p>
        ) : null}
        {extra === 'ready' ? (
          <Form.List name="extraInfo">
            {(rows, { add, remove }) => (
              <>
                {rows.map((row, at) => (
                  <div key={row.key} className={styles.line}>
                    <Form.Item name={[row.name, 'name']}>
                      <Input
                        maxLength={LONGEST.name}
                        placeholder={t('contacts.dialog.extraName')}
                        aria-label={t('contacts.dialog.extraNameOf', { place: at + 1 })}
                        autoComplete="off"
                        dir="auto"
                      />
                    </Form.Item>
                    <Form.Item name={[row.name, 'value']}>
                      <Input
                        maxLength={LONGEST.value}
                        placeholder={t('contacts.dialog.extraValue')}
                        aria-label={t('contacts.dialog.extraValueOf', { place: at + 1 })}
                        autoComplete="off"
                        dir="auto"
                      />
                    </Form.Item>
                    <IconButton
                      icon={X}
                      label={t('contacts.dialog.removeExtra', { place: at + 1 })}
                      onClick={() => remove(row.name)}
                    />
                  </div>
                ))}
                <Button
                  size="small"
                  icon={<Plus size={14} strokeWidth={1.75} aria-hidden="true" />}
                  onClick={() => add({ name: '', value: '' })}
                >
                  {t('contacts.dialog.addExtra')}
                </Button>
              </>
            )}
          </Form.List>
        ) : null}
      </fieldset>
    </FormDialog>
  )
}
