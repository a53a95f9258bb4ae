import { type ContactList, contactListForm } from '@contract'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListsList } from '@/stores/contact-lists'
import { saved } from '@/stores/saved'

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
      {...useEdited('contactLists', contactListsList, list, { name: '' })}
      schema={contactListForm}
      title={t(list ? 'contactLists.editTitle' : 'contactLists.add')}
      save={async body => {
        const kept = await saved('contactLists', list, body)
        contactListsList.keep({ ...(list ?? {}), ...kept })
        if (!list) onCreated?.(kept)
      }}
      label={() => t('contactLists.name')}
      onClose={onClose}
    >
      {({ field }) => field('name', kinds.text())}
    </EditDialog>
  )
}
