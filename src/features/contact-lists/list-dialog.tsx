import { type ContactList, contactListForm } from '@contract'
import { Form, Input } from 'antd'
import { call } from '@/api'
import { EditDialog, useLiveRow } from '@/features/kit'
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
  const live = useLiveRow(contactListsList, list?.id ?? null, fieldsOf)
  return (
    <EditDialog
      keepAs={`contact list ${list?.id ?? 'new'}`}
      schema={contactListForm}
      title={t(list ? 'contactLists.editTitle' : 'contactLists.add')}
      initial={list ? fieldsOf(list) : { name: '' }}
      live={live}
      say={contentToasts}
      submitLabel={t(list ? 'common.save' : 'common.add')}
      save={async body => {
        const saved = list
          ? await call('contactLists.update', { params: { id: list.id }, body })
          : await call('contactLists.create', { body })
        contactListsList.keep({ ...(list ?? {}), ...saved })
        if (!list) onCreated?.(saved)
      }}
      describe={(_name, value) => ({ label: t('contactLists.name'), value: String(value ?? '') })}
      onClose={onClose}
    >
      {({ item }) => (
        <Form.Item {...item('name')} label={t('contactLists.name')}>
          <Input autoComplete="off" dir="auto" />
        </Form.Item>
      )}
    </EditDialog>
  )
}
