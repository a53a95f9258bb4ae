import type { ContactList } from '@contract'
import { FolderOpen, ListChecks, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListsList } from '@/stores/contact-lists'
import type { Column } from '@/ui'
import { ListDialog } from './list-dialog'

const pathOf = ({ id }: ContactList): string => `/contact-lists/${id}/contacts`

/** /contact-lists: whom campaigns are sent to. */
export function ContactListsScreen() {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const [editing, setEditing] = useState<ContactList | 'new' | null>(null)
  const counted = (count: number) => ({ count, formatted: format.number(count) })

  const columns: Column<ContactList>[] = [
    column.name('name', t('contactLists.name'), 3, ({ name }) => name),
    column.amount('contacts', t('contactLists.contacts'), '112px', list => list.contactsCount, {
      foldable: false,
    }),
    column.amount('valid', t('contactLists.valid'), '128px', ({ validCount }) => validCount, {
      foldable: 'phone',
    }),
    column.state(
      'checks',
      t('contactLists.items.state'),
      1,
      ({ waitingCount, contactsCount }) => {
        if (waitingCount === null || contactsCount === 0) return null
        return waitingCount > 0
          ? ['accent', t('contactLists.waiting', { formatted: format.number(waitingCount) })]
          : ['success', t('contactLists.checked')]
      },
      { foldable: true },
    ),
  ]

  return (
    <PagedScreen
      list={contactListsList}
      texts="contactLists"
      columns={columns}
      rowName={({ name }) => name}
      onOpen={list => void navigate(pathOf(list))}
      rowActions={list => [
        {
          key: 'open',
          icon: FolderOpen,
          label: t('contactLists.open', { name: list.name }),
          run: () => void navigate(pathOf(list)),
        },
        {
          key: 'edit',
          icon: Pencil,
          label: t('contactLists.edit', { name: list.name }),
          run: () => setEditing(list),
        },
      ]}
      removal={{
        call: ({ id }) => call('contactLists.remove', { params: { id } }),
        text: lists =>
          t('contactLists.removeText', counted(lists.reduce((sum, list) => sum + list.contactsCount, 0))),
      }}
      add={() => setEditing('new')}
      empty={{ icon: ListChecks }}
    >
      {editing ? (
        <ListDialog
          list={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onCreated={list => void navigate(pathOf(list))}
        />
      ) : null}
    </PagedScreen>
  )
}
