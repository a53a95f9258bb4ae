import { type ContactListItem, contactListItemForm } from '@contract'
import type { z } from 'zod'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListItemsList } from '@/stores/contact-lists'
import { saved } from '@/stores/saved'

const fields = contactListItemForm.pick({ name: true, number: true, email: true })
const FRESH = { name: '', number: '', email: '' }

export interface ItemDialogProps {
  contactListId: number
  /** The contact to change; null to add one. */
  item: ContactListItem | null
  onClose: () => void
}

/** Adds a contact to a list, or changes one of it. */
export function ItemDialog({ contactListId, item, onClose }: ItemDialogProps) {
  const { t } = useTexts()
  const save = async (values: z.output<typeof fields>): Promise<void> => {
    const body = { ...values, email: values.email ?? '', contactListId }
    contactListItemsList.keep(await saved('contactListItems', item, body))
  }
  return (
    <EditDialog
      {...useEdited(`contact of list ${contactListId}`, contactListItemsList, item, FRESH)}
      schema={fields}
      title={t(item ? 'contactLists.items.editTitle' : 'contactLists.items.add')}
      save={save}
      savedText={t('contactLists.items.saved')}
      fieldOfCode={{ ERR_CONTACTLIST_NUMBER_TAKEN: 'number', ERR_WAPP_INVALID_CONTACT: 'number' }}
      label={name => t(`contactLists.items.${name}`)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text())}
          {field('number', kinds.text({ inputMode: 'tel' }), { extra: t('contactLists.items.numberHint') })}
          {field('email', kinds.text({ inputMode: 'email' }), { required: false })}
        </>
      )}
    </EditDialog>
  )
}
