import type { ContactList } from '@contract'
import { FolderOpen, ListChecks, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListsList } from '@/stores/contact-lists'
import { contentToasts } from '@/stores/toasts'
import { type Column, Pill } from '@/ui'
import styles from './contact-lists.module.css'
import { ListDialog } from './list-dialog'

const pathOf = ({ id }: ContactList): string => `/contact-lists/${id}/contacts`

/** /contact-lists: whom campaigns are sent to. */
export function ContactListsScreen() {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const [editing, setEditing] = useState<ContactList | 'new' | null>(null)
  const counted = (count: number) => ({ count, formatted: format.number(count) })

  const columns: Column<ContactList>[] = [
    {
      key: 'name',
      title: t('contactLists.name'),
      width: 'minmax(0, 3fr)',
      render: ({ name }) => (
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
      ),
    },
    {
      key: 'contacts',
      title: t('contactLists.contacts'),
      width: '112px',
      align: 'end',
      render: ({ contactsCount }) => format.number(contactsCount),
    },
    {
      key: 'valid',
      title: t('contactLists.valid'),
      width: '128px',
      align: 'end',
      foldable: true,
      render: ({ validCount }) => (validCount === null ? '' : format.number(validCount)),
    },
    {
      key: 'checks',
      title: t('contactLists.items.state'),
      width: 'minmax(0, 1fr)',
      foldable: true,
      render: ({ waitingCount, contactsCount }) => {
        if (waitingCount === null || contactsCount === 0) return null
        return waitingCount > 0 ? (
          <Pill tone="accent">{t('contactLists.waiting', { formatted: format.number(waitingCount) })}</Pill>
        ) : (
          <Pill tone="success">{t('contactLists.checked')}</Pill>
        )
      },
    },
  ]

  return (
    <PagedScreen
      list={contactListsList}
      title={t('contactLists.title')}
      countText={count => t('contactLists.count', counted(count))}
      searchLabel={t('contactLists.search')}
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
        say: contentToasts,
        call: ({ id }) => call('contactLists.remove', { params: { id } }),
        manyLabel: count => t('contactLists.removeMany', { count }),
        text: lists =>
          t('contactLists.removeText', counted(lists.reduce((sum, list) => sum + list.contactsCount, 0))),
      }}
      add={{ label: t('contactLists.add'), run: () => setEditing('new') }}
      empty={{ icon: ListChecks, title: t('contactLists.empty'), text: t('contactLists.emptyText') }}
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
