import { owesAnswer, type Ticket } from '@contract'
import { Dropdown, type MenuProps } from 'antd'
import { AlarmClock, AlarmClockCheck, AlarmClockOff, CalendarClock, MessageCircle } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type TFunction, useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { type Command, useCommands } from '@/stores/commands'
import { soonText, useCompanyZone } from '@/stores/company-clock'
import { runKeyAction, useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { useLater } from '@/stores/later'
import { useOffered } from '@/stores/servers'
import type { StoredTicket } from '@/stores/tickets'
import { cx, IconButton, looks, MENU_KEYS, useDeferredMount } from '@/ui'
import { SnoozeDialog } from './dialogs'
import styles from './snooze.module.css'
import { useTicketActions } from './use-ticket-actions'

type Snoozed = Pick<Ticket, 'snoozedAt' | 'snoozedUntil' | 'wokenBy'>

/** "Adiado até 14:00", "O cliente escreveu"; "" for a ticket that is neither snoozed nor has just come back. */
export function snoozeText(ticket: Snoozed, zone: string, t: TFunction): string {
  if (ticket.wokenBy === 'customer') return t('tickets.snooze.customerWrote')
  if (ticket.snoozedAt === null && ticket.wokenBy === null) return ''
  return ticket.snoozedUntil === null
    ? t('tickets.snooze.untilCustomer')
    : t('tickets.snooze.untilTime', { time: soonText(ticket.snoozedUntil, zone) })
}

interface MarkProps {
  ticket: Snoozed
  /** The sign, and the time where there is one: the row beside it has words of its own. */
  brief?: boolean
}

function Mark({ ticket, brief = false }: MarkProps) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const Icon = ticket.wokenBy === null ? AlarmClock : AlarmClockCheck
  const text = snoozeText(ticket, zone, t)
  const isTimed = ticket.wokenBy === null && ticket.snoozedUntil !== null
  const shown = !brief ? text : isTimed ? soonText(ticket.snoozedUntil, zone) : null
  return (
    <span className={cx(styles.mark, ticket.wokenBy !== null && styles.back)} title={text}>
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
      {shown === null ? null : <span className={looks.cut}>{shown}</span>}
    </span>
  )
}

/** Until when a ticket is snoozed, or why it has come back; nothing for the others. */
export const SnoozeMark = (props: MarkProps) =>
  props.ticket.snoozedAt === null && props.ticket.wokenBy === null ? null : <Mark {...props} />

const icon = (Icon: typeof AlarmClock) => <Icon size={16} strokeWidth={1.5} aria-hidden="true" />

/** Entries of the menu. */
function useSnoozeItems(ticket: StoredTicket, onChoose: () => void): () => NonNullable<MenuProps['items']> {
  const { t } = useTexts()
  const { zone, choices } = useLater(ticket.queueId)
  const { snooze, wake } = useTicketActions()
  return () => {
    const now = new Date(serverNow())
    const again =
      ticket.wokenBy === 'customer' && ticket.snoozedUntil !== null && new Date(ticket.snoozedUntil) > now
        ? ticket.snoozedUntil
        : null
    const at = (until: string) => <span className={styles.time}>{soonText(until, zone, now)}</span>
    return [
      ...(ticket.snoozedAt === null
        ? []
        : [
            {
              key: 'snooze.wake',
              icon: icon(AlarmClockOff),
              label: t('tickets.snooze.wake'),
              onClick: () => void wake(ticket),
            },
            { type: 'divider' as const },
          ]),
      ...(again === null
        ? []
        : [
            {
              key: 'snooze.again',
              icon: icon(AlarmClock),
              label: t('tickets.snooze.again'),
              extra: at(again),
              onClick: () => void snooze(ticket, again),
            },
          ]),
      ...choices(now).map(({ choice, at: when }) => ({
        key: `snooze.${choice}`,
        icon: icon(AlarmClock),
        label: t(`tickets.later.${choice}`),
        extra: at(when.toISOString()),
        onClick: () => void snooze(ticket, when.toISOString()),
      })),
      // Who has written already will not write to wake it.
      ...(owesAnswer(ticket)
        ? []
        : [
            {
              key: 'snooze.customer',
              icon: icon(MessageCircle),
              label: t('tickets.snooze.customer'),
              onClick: () => void snooze(ticket, null),
            },
          ]),
      {
        key: 'snooze.choose',
        icon: icon(CalendarClock),
        label: t('tickets.later.choose'),
        onClick: onChoose,
      },
    ]
  }
}

/** What the palette offers for the open ticket. */
function useSnoozeCommands(ticket: StoredTicket, isOffered: boolean): void {
  const { t } = useTexts()
  const { wake } = useTicketActions()
  useCommands(
    'snooze',
    useMemo<Command[]>(
      () =>
        isOffered
          ? [
              {
                id: 'ticket.snooze',
                title: t('shell.keys.snooze'),
                group: 'actions',
                icon: AlarmClock,
                keyAction: 'snooze',
                run: () => void runKeyAction('snooze'),
              },
              ...(ticket.snoozedAt === null
                ? []
                : [
                    {
                      id: 'ticket.wake',
                      title: t('tickets.snooze.wake'),
                      group: 'actions' as const,
                      icon: AlarmClockOff,
                      run: () => void wake(ticket),
                    },
                  ]),
            ]
          : [],
      [isOffered, t, ticket, wake],
    ),
  )
}

/** The clock in the header, with the menu of times. */
function Picker({ ticket, items }: { ticket: StoredTicket; items: () => NonNullable<MenuProps['items']> }) {
  const [open, setOpen] = useState(false)
  const { t } = useTexts()
  const keys = useKeys('snooze')
  const later = useDeferredMount()
  useKeyActions('snooze', { snooze: () => setOpen(shown => !shown) })
  const button = (
    <IconButton
      icon={AlarmClock}
      label={t('tickets.snooze.word')}
      keys={keys}
      active={ticket.snoozedAt !== null}
      aria-expanded={open}
      onClick={later ? undefined : () => setOpen(true)}
    />
  )
  if (!later) return button
  return (
    <Dropdown
      autoFocus
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      menu={{ ...MENU_KEYS, items: open ? items() : [] }}
    >
      {button}
    </Dropdown>
  )
}

/**
 * Putting the ticket of a header aside, where that is offered.
 * @param narrow there is no room for a button: its menu is an entry of another one.
 */
export function useSnooze(
  ticket: StoredTicket,
  narrow: boolean,
): { picker: ReactNode; entries: MenuProps['items'] | null; dialog: ReactNode } {
  const [choosing, setChoosing] = useState(false)
  const offered = useOffered('snooze') && ticket.status === 'open'
  const items = useSnoozeItems(ticket, () => setChoosing(true))
  useSnoozeCommands(ticket, offered && !narrow)
  return {
    picker: offered && !narrow ? <Picker ticket={ticket} items={items} /> : null,
    entries: offered && narrow ? items() : null,
    dialog: choosing ? <SnoozeDialog tickets={[ticket]} onClose={() => setChoosing(false)} /> : null,
  }
}
