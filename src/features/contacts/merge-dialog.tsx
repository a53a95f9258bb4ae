import { type Contact, displayName, type PersonalCounts } from '@contract'
import { Form, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { usePeopleSearch } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { contactsList } from '@/stores/contacts'
import { toasts } from '@/stores/toasts'
import { FormDialog, Select } from '@/ui'
import styles from './contact-dialog.module.css'
import { countedKinds } from './personal-kinds'

interface Fields {
  otherId?: number
  keepId?: number
}

/** How much hangs on a contact; null until the server has said so. */
function useCounts(id: number | undefined): PersonalCounts | null {
  const [known, setKnown] = useState<{ id: number; counts: PersonalCounts } | null>(null)
  useEffect(() => {
    if (id === undefined) return undefined
    let current = true
    call('contacts.personalCounts', { params: { id } }).then(
      counts => current && setKnown({ id, counts }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [id])
  return known && known.id === id ? known.counts : null
}

/** Two contacts that are one person: which other, which stays, what goes over. */
export function MergeDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t, format } = useTexts()
  const [form] = Form.useForm<Fields>()
  const search = usePeopleSearch()
  const [other, setOther] = useState<Contact | null>(null)
  const keepId = Form.useWatch('keepId', form)
  const gone = other === null ? null : keepId === other.id ? contact : other
  const kept = gone === contact ? other : contact
  const counts = useCounts(gone?.id)

  const found = search.found.filter(one => one.id !== contact.id && !one.isGroup)
  const known = other && !found.some(one => one.id === other.id) ? [other, ...found] : found
  const called = (one: Contact): string => `${displayName(one)} (${format.phoneOf(one)})`
  const goes = (): string => {
    if (!gone || !kept || !counts) return t('contacts.merge.counting')
    const names = { from: called(gone), to: called(kept) }
    const what = countedKinds(t, format, counts).join(', ')
    return what === '' ? t('contacts.merge.goesAlone', names) : t('contacts.merge.goes', { ...names, what })
  }
  const nothing =
    search.error !== null
      ? errorText(t, search.error)
      : search.busy
        ? t('common.loading')
        : t(search.term === '' ? 'contacts.merge.otherHint' : 'contacts.merge.nobody')

  return (
    <FormDialog<Fields>
      open
      danger
      title={`${t('contacts.merge.title')}: ${displayName(contact)}`}
      form={form}
      initialValues={{ keepId: contact.id }}
      submitLabel={t('contacts.merge.submit')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      onClose={onClose}
      onSubmit={async () => {
        if (!gone || !kept) return
        const merged = await call('contacts.merge', {
          params: { id: kept.id },
          body: { contactId: gone.id },
        })
        contactsList.drop(gone.id)
        contactsList.keep(merged)
        toasts.success(t('contacts.merge.done', { name: displayName(merged) }))
        onClose()
      }}
    >
      <Form.Item<Fields>
        name="otherId"
        label={t('contacts.merge.other')}
        rules={[{ required: true, message: t('contacts.merge.otherRequired') }]}
      >
        <Select
          showSearch
          filterOption={false}
          only={search.only?.id ?? null}
          placeholder={t('contacts.merge.otherHint')}
          notFoundContent={nothing}
          onSearch={search.type}
          onChange={(id: number) => setOther(known.find(one => one.id === id) ?? null)}
          options={known.map(one => ({ value: one.id, label: called(one) }))}
        />
      </Form.Item>
      {other ? (
        <>
          <Form.Item<Fields>
            name="keepId"
            required
            label={t('contacts.merge.stays')}
            extra={t('contacts.merge.staysHint')}
          >
            <Radio.Group
              className={styles.choices ?? ''}
              options={[contact, other].map(one => ({ value: one.id, label: called(one) }))}
            />
          </Form.Item>
          <p className={styles.goes} role="status">
            {goes()}
          </p>
        </>
      ) : null}
    </FormDialog>
  )
}
