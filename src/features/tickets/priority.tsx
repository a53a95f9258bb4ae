import { PRIORITIES, type Priority } from '@contract'
import { Dropdown, type MenuProps } from 'antd'
import { ChevronsUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { useOffered } from '@/stores/servers'
import { prioritise, type StoredTicket } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { IconButton, MENU_KEYS, PriorityMark, useDeferredMount } from '@/ui'
import styles from './priority.module.css'

/** The most urgent first. */
export const CHOICES = PRIORITIES.toReversed()

/** The mark of a ticket that is not as urgent as most; nothing for those. */
export function PriorityOf({ priority }: { priority: Priority }) {
  const { t } = useTexts()
  if (priority === 'normal') return null
  return (
    <PriorityMark
      priority={priority}
      label={t('tickets.priority.said', { name: t(`tickets.priority.${priority}`) })}
    />
  )
}

const choose = (t: TFunction, ticket: StoredTicket, priority: Priority): void =>
  void prioritise(ticket.id, priority).catch((error: unknown) => toasts.error(errorText(t, error)))

/** Entries of a menu, the present one marked. */
export const priorityItems = (ticket: StoredTicket, t: TFunction): NonNullable<MenuProps['items']> =>
  CHOICES.map(priority => ({
    key: `priority.${priority}`,
    icon: (
      <span className={styles.icon}>
        <PriorityOf priority={priority} />
      </span>
    ),
    label: t(`tickets.priority.${priority}`),
    // A menu that does something has no selection: what is so already is said to be.
    ...(priority === ticket.priority ? { className: styles.chosen, 'aria-current': 'true' as const } : {}),
    onClick: () => choose(t, ticket, priority),
  }))

/** What the palette offers: each priority the open ticket does not have. */
export function usePriorityCommands(ticket: StoredTicket): void {
  const { t } = useTexts()
  const offered = useOffered('ticketPriority')
  useCommands(
    'priority',
    useMemo<Command[]>(
      () =>
        offered
          ? CHOICES.filter(priority => priority !== ticket.priority).map(priority => ({
              id: `ticket.priority.${priority}`,
              title: t('tickets.priority.set', { name: t(`tickets.priority.${priority}`) }),
              group: 'actions',
              icon: ChevronsUp,
              run: () => choose(t, ticket, priority),
            }))
          : [],
      [offered, t, ticket],
    ),
  )
}

/** The open ticket's priority in its header, with the menu that changes it. */
export function PriorityPicker({ ticket }: { ticket: StoredTicket }) {
  const [open, setOpen] = useState(false)
  const { t } = useTexts()
  const keys = useKeys('priority')
  const later = useDeferredMount()
  useKeyActions('priority', { priority: () => setOpen(shown => !shown) })
  const label = t('tickets.priority.set', { name: t(`tickets.priority.${ticket.priority}`) })
  const button = (
    <IconButton
      icon={ChevronsUp}
      size="small"
      tip={false}
      title={keys ? `${label} (${keys})` : label}
      label={label}
      aria-expanded={open}
      onClick={later ? undefined : () => setOpen(true)}
    />
  )
  return (
    <span className={styles.picker}>
      <PriorityOf priority={ticket.priority} />
      {later ? (
        <Dropdown
          autoFocus
          open={open}
          onOpenChange={setOpen}
          trigger={['click']}
          placement="bottomRight"
          menu={{ ...MENU_KEYS, items: priorityItems(ticket, t) }}
        >
          {button}
        </Dropdown>
      ) : (
        button
      )}
    </span>
  )
}
