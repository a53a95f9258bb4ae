import type { ChangedTicket } from '@contract'
import { useEffect } from 'react'
import { type TFunction, useTexts } from '@/i18n'
import { ticketById, whenTicketChanged } from '@/stores/tickets'
import { useConfirm } from '@/ui'
import { nameOf } from './use-ticket-actions'

/** What a ticket has become, in words; whoever holds it by name. */
export function changeText(now: ChangedTicket, t: TFunction): string {
  const name = now.user?.name ?? ''
  if (now.lastMessageId !== null) return t('tickets.changed.news')
  if (now.status === 'pending') return t('tickets.changed.waiting')
  if (now.status === 'open')
    return name ? t('tickets.changed.held', { name }) : t('tickets.changed.heldUnknown')
  return name ? t('tickets.changed.closed', { name }) : t('tickets.changed.closedUnknown')
}

/** Asks before an act on a ticket that is no longer what the person took it to be. Called once per window. */
export function useChangedQuestion(): void {
  const { t } = useTexts()
  const confirm = useConfirm()
  useEffect(
    () =>
      whenTicketChanged(({ ticketId, act, now }) => {
        const ticket = ticketById(ticketId)
        return confirm({
          title: changeText(now, t),
          text: t('tickets.changed.of', { name: ticket ? nameOf(ticket) : `#${ticketId}` }),
          okLabel: t(`tickets.changed.anyway.${act}`),
          cancelLabel: t('common.cancel'),
          danger: true,
        })
      }),
    [t, confirm],
  )
}
