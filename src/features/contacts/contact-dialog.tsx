import { addressIn, type BodyIn, CONTACT_EXTRA, type Contact, contactForm } from '@contract'
import { Button, Form, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call, isAborted } from '@/api'
import { EditDialog, kinds, useLiveRow } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactsList } from '@/stores/contacts'
import { saved } from '@/stores/saved'
import { IconButton, looks, SkeletonRows } from '@/ui'
import styles from './contact-dialog.module.css'

/** The form's own members of a contact; additional information is read apart. */
const fieldsOf = ({ name, number, email }: Pick<Contact, 'name' | 'number' | 'email'>) => ({
  name,
  number,
  email: email ?? '',
})

/** What is sent: rows without a name are no rows. Rows that were never loaded are left alone. */
export function contactBody({
  extraInfo,
  ...fields
}: z.output<typeof contactForm>): BodyIn<'contacts.update'> {
  return extraInfo === undefined
    ? fields
    : { ...fields, extraInfo: extraInfo.filter(({ name }) => name !== '') }
}

/** A field that shows nothing while it holds what stands in the place of a phone, and holds that again when it is emptied. */
const unseen = (address: string) => ({
  getValueProps: (value: string) => ({ value: value === address ? '' : value }),
  normalize: (typed: string) => typed || address,
})

export interface ContactDialogProps {
  /** The contact to change; without it one is added. */
  contact?: Contact
  /** Already known of a new contact (a typed name, a number from a card). */
  initial?: { name?: string; number?: string }
  onClose: () => void
  onSaved?: (contact: Contact) => void
}

/** Adds or changes a contact with its free rows of additional information. */
export function ContactDialog({ contact, initial, onClose, onSaved }: ContactDialogProps) {
  const { t, format } = useTexts()
  const id = contact?.id
  const withoutPhone = contact && addressIn(contact.number) ? contact.number : null
  const atMost = (max: number) => ({ max, message: t('common.tooLong', { max: format.number(max) }) })
  /** Rows of additional information as the server has them. */
  const [extra, setExtra] = useState<Contact['extraInfo'] | 'loading' | 'failed'>(
    id === undefined ? [] : 'loading',
  )

  // Lists of some servers leave the rows out, so they are asked for before they can be overwritten.
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    call('contacts.get', { params: { id }, signal: controller.signal }).then(
      full => setExtra(full.extraInfo),
      error => {
        if (!isAborted(error)) setExtra('failed')
      },
    )
    return () => controller.abort()
  }, [id])

  const listed = useLiveRow(contactsList, id ?? null, fieldsOf)
  const live = useMemo(() => {
    if (!contact || listed === null) return listed
    const rows = typeof extra === 'string' ? {} : { extraInfo: extra }
    return { ...(listed ?? fieldsOf(contact)), ...rows }
  }, [contact, listed, extra])

  const save = async (fields: z.output<typeof contactForm>): Promise<void> => {
    const body = contactBody(fields)
    const kept = await saved('contacts', contact, body)
    const whole = { ...kept, tickets: kept.tickets.length > 0 ? kept.tickets : (contact?.tickets ?? []) }
    contactsList.keep(whole)
    onSaved?.(whole)
  }

  return (
    <EditDialog
      keepAs={`contacts ${contact?.id ?? 'new'}`}
      schema={contactForm}
      title={t(contact ? 'contacts.dialog.edit' : 'contacts.dialog.add')}
      initial={contact ? fieldsOf(contact) : { name: '', number: '', email: '', ...initial, extraInfo: [] }}
      live={live}
      save={save}
      savedText={t('contacts.dialog.saved')}
      fieldOfCode={{ ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' }}
      label={name => t(name === 'extraInfo' ? 'contacts.dialog.extra' : `contacts.dialog.${name}`)}
      words={{
        extraInfo: (rows: Contact['extraInfo']) => rows.map(row => `${row.name}: ${row.value}`).join(', '),
      }}
      submitLabel={t(contact ? 'common.save' : 'common.add')}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text())}
          {field(
            'number',
            {
              ...kinds.text({
                inputMode: 'tel',
                readOnly: contact?.isGroup ?? false,
                ...(withoutPhone === null ? {} : { placeholder: t('common.noNumber') }),
              }),
              words: number => format.phone(String(number)),
            },
            {
              extra: contact?.isGroup ? undefined : t('contacts.dialog.numberHint'),
              ...(contact?.isGroup ? { rules: [] } : {}),
              ...(withoutPhone === null ? {} : unseen(withoutPhone)),
            },
          )}
          {field('email', kinds.text({ inputMode: 'email' }))}
          <fieldset className={styles.extra}>
            <legend className={styles.legend}>{t('contacts.dialog.extra')}</legend>
            {extra === 'loading' ? <SkeletonRows count={2} height={32} label={t('common.loading')} /> : null}
            {extra === 'failed' ? (
              <p className={looks.note} role="status">
                {t('contacts.dialog.extraFailed')}
              </p>
            ) : null}
            {typeof extra !== 'string' ? (
              <Form.List name="extraInfo">
                {(rows, { add, remove }) => (
                  <>
                    {rows.map((row, at) => (
                      <div key={row.key} className={styles.line}>
                        <Form.Item name={[row.name, 'name']} rules={[atMost(CONTACT_EXTRA.name)]}>
                          <Input
                            placeholder={t('contacts.dialog.extraName')}
                            aria-label={t('contacts.dialog.extraNameOf', { place: at + 1 })}
                            autoComplete="off"
                            dir="auto"
                          />
                        </Form.Item>
                        <Form.Item name={[row.name, 'value']} rules={[atMost(CONTACT_EXTRA.value)]}>
                          <Input
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
        </>
      )}
    </EditDialog>
  )
}
