import { addressIn, type Contact, displayName } from '@contract'
import { Dropdown, type MenuProps } from 'antd'
import dayjs from 'dayjs'
import {
  BookUser,
  CircleCheck,
  CircleOff,
  Download,
  EllipsisVertical,
  FileArchive,
  FileUp,
  Merge,
  MessageSquarePlus,
  Pencil,
  ShieldX,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { column, PagedScreen } from '@/features/kit'
import { NewTicketDialog, ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { contactsList } from '@/stores/contacts'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import {
  Avatar,
  type Column,
  IconButton,
  MENU_KEYS,
  People,
  type RowAction,
  ToolbarButton,
  useSteadyNavigate,
} from '@/ui'
import { ContactDialog } from './contact-dialog'
import styles from './contacts-screen.module.css'
import { ImportDialog } from './import-dialog'
import { MergeDialog } from './merge-dialog'
import { useContactActions } from './use-contact-actions'
import { usePersonalData } from './use-personal-data'

/** When a contact's last ticket was touched, as dd/mm/yy hh:mm; "" without a ticket. */
export function lastInteraction(contact: Pick<Contact, 'tickets'>): string {
  const at =
    contact.tickets
      .map(ticket => ticket.updatedAt)
      .toSorted()
      .at(-1) ?? ''
  const moment = dayjs(at)
  return at !== '' && moment.isValid() ? moment.format('DD/MM/YY HH:mm') : ''
}

type Shown =
  | { kind: 'none' | 'add' | 'import' }
  | { kind: 'edit'; contact: Contact }
  | { kind: 'ticket' | 'merge'; contact: Contact }

function useContactColumns(): Column<Contact>[] {
  const { t, format } = useTexts()
  const addressOf = (contact: Contact): ReactNode => (
    <bdi title={addressIn(contact.number) ? undefined : contact.number}>
      {contact.isGroup ? t('contacts.group') : format.phoneOf(contact)}
    </bdi>
  )
  return [
    column.cell(
      'avatar',
      t('contacts.columns.avatar'),
      '56px',
      contact => (
        <Avatar name={displayName(contact)} src={contact.profilePicUrl} group={contact.isGroup} size={32} />
      ),
      { foldable: false },
    ),
    column.name('name', t('contacts.columns.name'), 'minmax(120px, 1.3fr)', displayName, {
      stays: true,
      below: addressOf,
    }),
    column.cell('number', t('contacts.columns.number'), '168px', addressOf),
    column.text('email', t('contacts.columns.email'), 'minmax(120px, 1.3fr)', ({ email }) => email),
    column.cell(
      'last',
      t('contacts.columns.last'),
      '136px',
      contact => <time>{lastInteraction(contact)}</time>,
      { foldable: 'phone' },
    ),
    column.cell(
      'active',
      t('contacts.columns.active'),
      '72px',
      contact => {
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
      { align: 'center', foldable: 'phone' },
    ),
  ]
}

/** /contacts: everybody who ever wrote, searchable, with what can be done for each. */
export function ContactsScreen() {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const [shown, setShown] = useState<Shown>({ kind: 'none' })
  const mayDelete = useHolds('contacts-page:deleteContact')
  const mayMerge = useOffered('contactMerge') && mayDelete
  const canExport = useOffered('csvExport')
  const mayExport = useHolds('contacts-page:exportContact') && canExport
  const actions = useContactActions()
  const personal = usePersonalData()
  const search = contactsList.use(state => state.search)
  const exporting = {
    label: t(search === '' ? 'contacts.export' : 'contacts.exportFound'),
    run: () => void actions.exportCsv(search),
  }
  const close = (): void => setShown({ kind: 'none' })

  const columns = useContactColumns()

  const rowActions = (contact: Contact): RowAction[] => {
    const name = displayName(contact)
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
      ...(mayMerge && !contact.isGroup
        ? [
            {
              key: 'merge',
              icon: Merge,
              label: t('contacts.merge.action', { name }),
              run: () => setShown({ kind: 'merge', contact }),
            },
          ]
        : []),
      ...(personal.mayExport
        ? [
            {
              key: 'personal',
              icon: FileArchive,
              label: t('contacts.personal.exportOf', { name }),
              run: () => void personal.exportAll(contact),
            },
          ]
        : []),
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
      ...(personal.mayErase
        ? [
            {
              key: 'erase',
              icon: ShieldX,
              danger: true,
              label: t('contacts.personal.eraseOf', { name }),
              run: () => void personal.erase(contact),
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
            label: exporting.label,
            onClick: exporting.run,
          },
        ]
      : []),
  ]

  return (
    <PagedScreen
      list={contactsList}
      texts="contacts"
      columns={columns}
      rowName={displayName}
      onOpen={contact => setShown({ kind: 'edit', contact })}
      rowActions={rowActions}
      add={() => setShown({ kind: 'add' })}
      empty={{ drawing: People }}
      tools={
        <>
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
                label={exporting.label}
                disabled={actions.busy !== null}
                onClick={exporting.run}
              />
            ) : null}
          </span>
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
        </>
      }
    >
      {shown.kind === 'add' ? <ContactDialog onClose={close} /> : null}
      {shown.kind === 'edit' ? <ContactDialog contact={shown.contact} onClose={close} /> : null}
      {shown.kind === 'import' ? <ImportDialog onClose={close} /> : null}
      {shown.kind === 'merge' ? <MergeDialog contact={shown.contact} onClose={close} /> : null}
      {shown.kind === 'ticket' ? (
        <NewTicketDialog
          contact={shown.contact}
          onClose={close}
          onCreated={ticket => void navigate(ticketPath(ticket.uuid))}
        />
      ) : null}
    </PagedScreen>
  )
}
