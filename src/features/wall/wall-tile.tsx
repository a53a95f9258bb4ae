import { AppWindow, Pin, PinOff } from 'lucide-react'
import { useEffect } from 'react'
import { QuietThread } from '@/features/thread'
import { useTexts } from '@/i18n'
import { addInterest } from '@/stores/interest'
import { useTicket } from '@/stores/tickets'
import { IconButton, QueueBar } from '@/ui'
import { nameOf, TicketLine } from './ticket-line'
import styles from './wall-tile.module.css'

export interface WallTileProps {
  ticketId: number
  pinned: boolean
  onPin: (ticketId: number, pinned: boolean) => void
  /** Somebody points at this tile or left it. */
  onHold: (ticketId: number | null) => void
}

/** One live thread of the wall; looking at it leaves no trace. */
export function WallTile({ ticketId, pinned, onPin, onHold }: WallTileProps) {
  const { t } = useTexts()
  const ticket = useTicket(ticketId)
  useEffect(() => addInterest({ chatBoxes: [ticketId] }), [ticketId])
  if (!ticket) return null
  const name = nameOf(ticket)
  return (
    <li
      className={styles.tile}
      data-ticket-id={ticketId}
      onPointerEnter={() => onHold(ticketId)}
      onPointerLeave={() => onHold(null)}
      onFocus={() => onHold(ticketId)}
      onBlur={() => onHold(null)}
    >
      <QueueBar color={ticket.queue?.color ?? null} />
      <TicketLine ticket={ticket}>
        <IconButton
          icon={pinned ? PinOff : Pin}
          size="small"
          label={pinned ? t('wall.unpin', { name }) : t('wall.pin', { name })}
          active={pinned}
          aria-pressed={pinned}
          onClick={() => onPin(ticketId, !pinned)}
        />
        <IconButton
          icon={AppWindow}
          size="small"
          label={t('wall.ownWindow', { name })}
          onClick={() => void window.turno.windows.spy({ ticketId })}
        />
      </TicketLine>
      <div className={styles.thread}>
        <QuietThread key={ticketId} ticketId={ticketId} ticket={ticket} tile />
      </div>
    </li>
  )
}
