import type { MenuProps } from 'antd'
import {
  AlarmClock,
  AppWindow,
  ArrowLeftRight,
  BellOff,
  BotMessageSquare,
  CalendarClock,
  CheckCheck,
  ChevronsUp,
  ListVideo,
  NotebookPen,
  Pin,
  PinOff,
  Printer,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { TFunction } from '@/i18n'
import type { StoredTicket } from '@/stores/tickets'
import type { HeaderActions } from './header-rules'
import { priorityItems } from './priority'
import type { Pinning } from './use-pin'

/** What each entry of the menu does. */
interface MenuActions
  extends Record<
    | 'transfer'
    | 'giveBack'
    | 'giveBackWithNote'
    | 'release'
    | 'resolve'
    | 'resolveSilently'
    | 'print'
    | 'remove',
    () => void | Promise<void>
  > {
  macros: (() => void) | null
  onSchedule: ((ticket: StoredTicket) => void) | undefined
  onPopOut: ((ticket: StoredTicket) => void) | undefined
}

/** Entries of the menu, in their order; what is not offered is not in it. */
export function moreItems(
  ticket: StoredTicket,
  offered: HeaderActions,
  {
    silently,
    ranks,
    snoozes,
    pin,
  }: { silently: boolean; ranks: boolean; snoozes: MenuProps['items'] | null; pin: Pinning },
  t: TFunction,
  { onSchedule, onPopOut, ...does }: MenuActions,
): NonNullable<MenuProps['items']> {
  return [
    ...(offered.schedule && onSchedule
      ? [
          {
            key: 'schedule',
            icon: <CalendarClock size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.schedule'),
            onClick: () => onSchedule(ticket),
          },
        ]
      : []),
    ...(does.macros
      ? [
          {
            key: 'macros',
            icon: <ListVideo size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('macros.press'),
            onClick: does.macros,
          },
        ]
      : []),
    ...(pin.press
      ? [
          {
            key: 'pin',
            icon: pin.pinned ? (
              <PinOff size={16} strokeWidth={1.5} aria-hidden="true" />
            ) : (
              <Pin size={16} strokeWidth={1.5} aria-hidden="true" />
            ),
            label: t(pin.pinned ? 'tickets.pin.unpin' : 'tickets.pin.pin'),
            onClick: pin.press,
          },
        ]
      : []),
    // Where the header is narrow the customer's name needs the room of this button.
    ...(offered.giveBack
      ? [
          {
            key: 'giveBack',
            icon: <Undo2 size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.return'),
            onClick: does.giveBack,
          },
        ]
      : []),
    ...(offered.giveBack
      ? [
          {
            key: 'giveBackWithNote',
            icon: <NotebookPen size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.returnWithNote'),
            onClick: does.giveBackWithNote,
          },
        ]
      : []),
    ...(offered.release
      ? [
          {
            key: 'release',
            icon: <BotMessageSquare size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.held.release'),
            onClick: does.release,
          },
        ]
      : []),
    ...(ranks
      ? [
          {
            key: 'priority',
            icon: <ChevronsUp size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.priority.word'),
            children: priorityItems(ticket, t),
          },
        ]
      : []),
    ...(snoozes
      ? [
          {
            key: 'snooze',
            icon: <AlarmClock size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.snooze.word'),
            children: snoozes,
          },
        ]
      : []),
    ...(offered.transfer
      ? [
          {
            key: 'transfer',
            icon: <ArrowLeftRight size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.transfer'),
            onClick: does.transfer,
          },
        ]
      : []),
    ...(offered.resolve
      ? [
          {
            key: 'resolve',
            icon: <CheckCheck size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.resolve'),
            onClick: does.resolve,
          },
        ]
      : []),
    ...(silently
      ? [
          {
            key: 'resolveSilently',
            icon: <BellOff size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.resolveSilently'),
            onClick: does.resolveSilently,
          },
        ]
      : []),
    ...(onPopOut
      ? [
          {
            key: 'popOut',
            icon: <AppWindow size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.popout.open'),
            onClick: () => onPopOut(ticket),
          },
        ]
      : []),
    {
      key: 'print',
      icon: <Printer size={16} strokeWidth={1.5} aria-hidden="true" />,
      label: t('tickets.header.print'),
      onClick: does.print,
    },
    ...(offered.remove
      ? [
          { type: 'divider' as const },
          {
            key: 'delete',
            danger: true,
            icon: <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />,
            label: t('tickets.header.delete'),
            onClick: does.remove,
          },
        ]
      : []),
  ]
}
