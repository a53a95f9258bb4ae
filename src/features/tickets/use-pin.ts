import { Pin, PinOff } from 'lucide-react'
import { useMemo } from 'react'
import { errorText, useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { runKeyAction, useKeyActions } from '@/stores/key-actions'
import { useOffered } from '@/stores/servers'
import { pinTicket, type StoredTicket, unpinTicket, usePinned } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'

export interface Pinning {
  pinned: boolean
  /** Null where the server keeps nothing at the top. */
  press: (() => void) | null
}

/** Keeping a ticket at the top of the lists, or letting it go: its menu entry, its key, and what the palette offers. */
export function usePin({ id }: StoredTicket): Pinning {
  const { t } = useTexts()
  const offered = useOffered('pinnedTickets')
  const pinned = usePinned(id)
  const change = async (): Promise<void> => {
    try {
      await (pinned ? unpinTicket(id) : pinTicket(id))
      toasts.success(t(pinned ? 'tickets.pin.unpinned' : 'tickets.pin.pinned'))
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }
  const press = offered ? () => void change() : null
  useKeyActions('pin', { pin: press })
  useCommands(
    'pin',
    useMemo<Command[]>(
      () =>
        offered
          ? [
              {
                id: 'ticket.pin',
                title: t(pinned ? 'tickets.pin.unpin' : 'tickets.pin.pin'),
                group: 'actions',
                icon: pinned ? PinOff : Pin,
                keyAction: 'pin',
                run: () => void runKeyAction('pin'),
              },
            ]
          : [],
      [offered, pinned, t],
    ),
  )
  return { pinned, press }
}
