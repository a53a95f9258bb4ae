import { type ContactList, contactListForm } from '@contract'
import { call } from '@/api'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListsList } from '@/stores/contact-lists'
import { contentToasts } from '@/stores/toasts'

const fieldsOf = ({ name }: ContactList) => ({ name })

export interface ListDialogProps {
  /** The list to rename; null to add one. */
  list: ContactList | null
  onClose: () => void
  /** A new list, before the dialog closes. */
  onCreated?: (list: ContactList) => void
}

/** Adds or renames a contact list. */
export function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { t } = useTexts()
  return (
    <EditDialog
      {...useEdited('contact list', contactListsList, list, fieldsOf, { name: '' })}
      schema={contactListForm}
      title={t(list ? 'contactLists.editTitle' : 'contactLists.add')}
      say={contentToasts}
      save={async body => {
        const saved = list
          ? await call('contactLists.update', { params: { id: list.id }, body })
          : await call('contactLists.create', { body })
        contactListsList.keep({ ...(list ?? {}), ...saved })
        if (!list) onCreated?.(saved)
      }}
      label={() => t('contactLists.name')}
      onClose={onClose}
    >
      {({ field }) => field('name', kinds.text())}
    </EditDialog>
  )
}
