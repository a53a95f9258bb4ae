import { type ContactListItem, contactListItemForm } from '@contract'
import { Form, Input } from 'antd'
import type { z } from 'zod'
import { call } from '@/api'
import { EditDialog, useLiveRow } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListItemsList } from '@/stores/contact-lists'
import { contentToasts } from '@/stores/toasts'

const fields = contactListItemForm.pick({ name: true, number: true, email: true })
const fieldsOf = ({ name, number, email }: ContactListItem) => ({ name, number, email })

export interface ItemDialogProps {
  contactListId: number
  /** The contact to change; null to add one. */
  item: ContactListItem | null
  onClose: () => void
}

/** Adds a contact to a list, or changes one of it. */
export function ItemDialog({ contactListId, item: edited, onClose }: ItemDialogProps) {
  const { t } = useTexts()
  const live = useLiveRow(contactListItemsList, edited?.id ?? null, fieldsOf)
  const save = async (values: z.output<typeof fields>): Promise<void> => {
    const body = { ...values, email: values.email ?? '', contactListId }
    contactListItemsList.keep(
      edited
        ? await call('contactListItems.update', { params: { id: edited.id }, body })
        : await call('contactListItems.create', { body }),
    )
  }
  return (
    <EditDialog
      keepAs={`contact of list ${contactListId} ${edited?.id ?? 'new'}`}
      schema={fields}
      title={t(edited ? 'contactLists.items.editTitle' : 'contactLists.items.add')}
      initial={edited ? fieldsOf(edited) : { name: '', number: '', email: '' }}
      live={live}
      save={save}
      say={contentToasts}
      savedText={t('contactLists.items.saved')}
      submitLabel={t(edited ? 'common.save' : 'common.add')}
      fieldOfCode={{ ERR_CONTACTLIST_NUMBER_TAKEN: 'number', ERR_WAPP_INVALID_CONTACT: 'number' }}
      describe={(name, value) => ({ label: t(`contactLists.items.${name}`), value: String(value ?? '') })}
      onClose={onClose}
    >
      {({ item }) => (
        <>
          <Form.Item {...item('name')} label={t('contactLists.items.name')}>
            <Input autoComplete="off" dir="auto" />
          </Form.Item>
          <Form.Item
            {...item('number')}
            label={t('contactLists.items.number')}
            extra={t('contactLists.items.numberHint')}
          >
            <Input autoComplete="off" inputMode="tel" />
          </Form.Item>
          <Form.Item {...item('email')} required={false} label={t('contactLists.items.email')}>
            <Input autoComplete="off" inputMode="email" />
          </Form.Item>
        </>
      )}
    </EditDialog>
  )
}
