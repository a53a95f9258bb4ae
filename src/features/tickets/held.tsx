import type { Ticket } from '@contract'
import { Button } from 'antd'
import { BotMessageSquare } from 'lucide-react'
import { type TFunction, useTexts } from '@/i18n'
import type { StoredTicket } from '@/stores/tickets'
import { looks } from '@/ui'
import styles from './held.module.css'
import mark from './snooze.module.css'
import { useTicketActions } from './use-ticket-actions'

/** "A IA da Meta responde"; "" where this workspace answers. */
export const heldText = ({ heldBy }: Pick<Ticket, 'heldBy'>, t: TFunction): string =>
  heldBy === null ? '' : t(`tickets.held.${heldBy}`)

function Mark({ text }: { text: string }) {
  return (
    <span className={mark.mark} title={text}>
      <BotMessageSquare size={13} strokeWidth={1.75} aria-hidden="true" />
      <span className={looks.cut}>{text}</span>
    </span>
  )
}

/** Who else answers a conversation; nothing where this workspace does. */
export function HeldMark({ ticket }: { ticket: Pick<Ticket, 'heldBy'> }) {
  const { t } = useTexts()
  return ticket.heldBy === null ? null : <Mark text={heldText(ticket, t)} />
}

/** Above the field of a conversation that somebody else answers: what sending does, and taking it over. */
export function HeldBar({ ticket }: { ticket: StoredTicket }) {
  const { t } = useTexts()
  const { hold } = useTicketActions()
  if (ticket.heldBy === null || ticket.status === 'closed') return null
  return (
    <div className={styles.bar} role="note">
      <BotMessageSquare className={styles.icon} size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={looks.fill}>
        {heldText(ticket, t)}. {t('tickets.held.sending')}
      </span>
      <Button size="small" onClick={() => void hold(ticket, null)}>
        {t('tickets.held.take')}
      </Button>
    </div>
  )
}
