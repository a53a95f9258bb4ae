import type { Contact } from '@contract'
import { Button, Dropdown, type MenuProps } from 'antd'
import {
  BookUser,
  CircleCheck,
  CircleOff,
  ContactRound,
  Download,
  EllipsisVertical,
  FileUp,
  MessageSquarePlus,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { NewTicketDialog, ticketPath } from '@/features/tickets'
import { errorText, useTexts } from '@/i18n'
import {
  keepContact,
  moreContacts,
  reloadContacts,
  resetContacts,
  retryMoreContacts,
  searchContacts,
  useContacts,
} from '@/stores/contacts'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import {
  Avatar,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  MENU_KEYS,
  type RowAction,
  SearchField,
  ToolbarButton,
  useLeadingDebounce,
  useSteadyNavigate,
} from '@/ui'
import { ContactDialog } from './contact-dialog'
import styles from './contacts-screen.module.css'
import { ImportDialog } from './import-dialog'
import { lastInteraction } from './last-interaction'
import { useContactActions } from './use-contact-actions'

const nameOf = (contact: Contact): string => contact.name || contact.number

type Shown =
  | { kind: 'none' | 'add' | 'import' }
  | { kind: 'edit'; contact: Contact }
  | { kind: 'ticket'; contact: Contact }

/** /contacts: everybody who ever wrote, searchable, with what can be done for each (specification 1 section 2). */
export function ContactsScreen() {
  const { t, format } = useTexts()
  const navigate = useSteadyNavigate()
  const { rows, count, status, error, hasMore, more, search } = useContacts()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<Shown>({ kind: 'none' })
  const mayDelete = useHolds('contacts-page:deleteContact')
  const canExport = useOffered('csvExport')
  const mayExport = useHolds('contacts-page:exportContact') && canExport
  const actions = useContactActions()
  const searching = useLeadingDebounce((text: string) => void searchContacts(text.trim()))
  const close = (): void => setShown({ kind: 'none' })

  useEffect(() => {
    void searchContacts('')
    return resetContacts
  }, [])

  const type = (text: string): void => {
    setTyped(text)
    if (text.trim() === '') searching.now('')
    else searching.typed(text)
  }

  const columns: Column<Contact>[] = [
    {
      key: 'avatar',
      title: t('contacts.columns.avatar'),
      width: '56px',
      render: contact => (
        <Avatar name={nameOf(contact)} src={contact.profilePicUrl} group={contact.isGroup} size={32} />
      ),
    },
    {
      key: 'name',
      title: t('contacts.columns.name'),
      width: 'minmax(120px, 1.4fr)',
      render: contact => (
        <span className={styles.who}>
          <bdi className={styles.name} title={nameOf(contact)}>
            {nameOf(contact)}
          </bdi>
          <bdi className={styles.under}>
            {contact.isGroup ? t('contacts.group') : format.phone(contact.number)}
          </bdi>
        </span>
      ),
    },
    {
      key: 'number',
      title: t('contacts.columns.number'),
      width: '184px',
      foldable: true,
      render: contact => (
        <bdi className={styles.number} title={contact.number}>
          {contact.isGroup ? t('contacts.group') : format.phone(contact.number)}
        </bdi>
      ),
    },
    {
      key: 'email',
      title: t('contacts.columns.email'),
      width: 'minmax(120px, 1fr)',
      foldable: true,
      render: contact => <bdi title={contact.email}>{contact.email}</bdi>,
    },
    {
      key: 'last',
      title: t('contacts.columns.last'),
      width: '136px',
      foldable: true,
      render: contact => <time className={styles.number}>{lastInteraction(contact)}</time>,
    },
    {
      key: 'active',
      title: t('contacts.columns.active'),
      width: '72px',
      align: 'center',
      foldable: true,
      render: contact => {
        const Icon = contact.active ? CircleCheck : CircleOff
        const words = t(contact.active ? 'contacts.active' : 'contacts.inactive')
        return (
          <span
            className={contact.active ? styles.active : styles.inactive}
            role="img"
            aria-label={words}
            title={words}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </span>
        )
      },
    },
  ]

  const rowActions = (contact: Contact): RowAction[] => {
    const name = nameOf(contact)
    return [
      {
        key: 'ticket',
        icon: MessageSquarePlus,
        label: t('contacts.newTicket', { name }),
        run: () => setShown({ kind: 'ticket', contact }),
      },
      {
        key: 'edit',
        icon: Pencil,
        label: t('contacts.edit', { name }),
        run: () => setShown({ kind: 'edit', contact }),
      },
      ...(mayDelete
        ? [
            {
              key: 'remove',
              icon: Trash2,
              danger: true,
              label: t('contacts.remove', { name }),
              run: () => void actions.remove(contact),
            },
          ]
        : []),
    ]
  }

  const menu: NonNullable<MenuProps['items']> = [
    {
      key: 'sync',
      icon: <BookUser size={16} strokeWidth={1.5} aria-hidden="true" />,
      label: t('contacts.sync'),
      onClick: () => void actions.sync(),
    },
    {
      key: 'import',
      icon: <FileUp size={16} strokeWidth={1.5} aria-hidden="true" />,
      label: t('contacts.import'),
      onClick: () => setShown({ kind: 'import' }),
    },
    ...(mayExport
      ? [
          {
            key: 'export',
            icon: <Download size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('contacts.export'),
            onClick: () => void actions.exportCsv(),
          },
        ]
      : []),
  ]

  const empty =
    search === '' ? (
      <EmptyState
        icon={ContactRound}
        title={t('contacts.empty')}
        text={t('contacts.emptyText')}
        action={
          <Button type="primary" onClick={() => setShown({ kind: 'add' })}>
            {t('contacts.add')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={ContactRound}
        title={t('contacts.notFound')}
        text={t('contacts.notFoundText')}
        action={<Button onClick={() => type('')}>{t('contacts.clearSearch')}</Button>}
      />
    )

  return (
    <main className={styles.screen} data-pane="contacts" aria-label={t('contacts.title')}>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          value={typed}
          onChange={type}
          onSubmit={text => searching.now(text)}
          label={t('contacts.search')}
          clearLabel={t('common.clear')}
          busy={status === 'loading'}
        />
        <span className={styles.count} role="status">
          {status === 'ready' ? t('contacts.count', { count, formatted: format.number(count) }) : ''}
        </span>
        <span className={styles.wide}>
          <ToolbarButton
            icon={BookUser}
            label={t('contacts.sync')}
            title={t('contacts.syncHint')}
            disabled={actions.busy !== null}
            onClick={() => void actions.sync()}
          />
          <ToolbarButton
            icon={FileUp}
            label={t('contacts.import')}
            onClick={() => setShown({ kind: 'import' })}
          />
          {mayExport ? (
            <ToolbarButton
              icon={Download}
              label={t('contacts.export')}
              disabled={actions.busy !== null}
              onClick={() => void actions.exportCsv()}
            />
          ) : null}
        </span>
        <ToolbarButton
          icon={Plus}
          tone="primary"
          label={t('contacts.add')}
          fold
          onClick={() => setShown({ kind: 'add' })}
        />
        <span className={styles.slim}>
          <Dropdown
            autoFocus
            trigger={['click']}
            placement="bottomRight"
            menu={{ ...MENU_KEYS, items: menu }}
          >
            <IconButton icon={EllipsisVertical} tip={false} label={t('contacts.more')} />
          </Dropdown>
        </span>
      </div>
      <DataTable<Contact>
        label={t('contacts.title')}
        columns={columns}
        rows={rows}
        rowKey={contact => contact.id}
        loading={status === 'loading' || status === 'idle'}
        loadingLabel={t('common.loading')}
        hasMore={hasMore}
        onMore={() => void moreContacts()}
        rowActions={rowActions}
        actionsLabel={t('common.actions')}
        onOpen={contact => setShown({ kind: 'edit', contact })}
        empty={empty}
        error={
          status === 'failed' ? (
            <ErrorState
              title={t('common.failedToLoad')}
              text={errorText(t, error)}
              retryLabel={t('common.retry')}
              onRetry={() => void searchContacts(search)}
            />
          ) : undefined
        }
        moreError={
          more === 'failed' ? (
            <ErrorState
              compact
              title={t('contacts.moreFailed')}
              retryLabel={t('common.retry')}
              onRetry={retryMoreContacts}
            />
          ) : undefined
        }
      />
      {shown.kind === 'add' ? <ContactDialog onClose={close} onSaved={() => void reloadContacts()} /> : null}
      {shown.kind === 'edit' ? (
        <ContactDialog contact={shown.contact} onClose={close} onSaved={keepContact} />
      ) : null}
      {shown.kind === 'import' ? <ImportDialog onClose={close} /> : null}
      {shown.kind === 'ticket' ? (
        <NewTicketDialog
          contact={shown.contact}
          onClose={close}
          onCreated={ticket => void navigate(ticketPath(ticket.uuid))}
        />
      ) : null}
    </main>
  )
}
