import { LockKeyhole, MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { Composer } from '@/features/composer'
import { ThreadPane } from '@/features/thread'
import { errorText, useTexts } from '@/i18n'
import { addInterest } from '@/stores/interest'
import type { StoredTicket } from '@/stores/tickets'
import { EmptyState, ErrorState, SkeletonRows } from '@/ui'
import { TicketHeader, type TicketHeaderProps } from './ticket-header'
import styles from './tickets-screen.module.css'
import type { Opening } from './use-open-ticket'
import { useStartConversation } from './use-start-conversation'
import { useTicketActions } from './use-ticket-actions'

export interface ConversationProps
  extends Pick<TicketHeaderProps, 'narrow' | 'onSchedule' | 'onPopOut' | 'panel'> {
  opening: Opening
}

function Open({ ticket, ...header }: { ticket: StoredTicket } & Omit<ConversationProps, 'opening'>) {
  const actions = useTicketActions()
  const conversation = useStartConversation()
  useEffect(() => addInterest({ chatBoxes: [ticket.id] }), [ticket.id])
  return (
    <>
      <TicketHeader key={ticket.id} ticket={ticket} {...header} />
      <ThreadPane
        key={`thread-${ticket.id}`}
        ticketId={ticket.id}
        ticket={ticket}
        onStartConversation={conversation.start}
      />
      {conversation.dialog}
      <Composer
        key={`composer-${ticket.id}`}
        ticketId={ticket.id}
        ticket={ticket}
        onAccept={() => void actions.accept(ticket)}
        onReopen={() => void actions.reopen(ticket)}
        onSentAndResolve={() => void actions.resolve(ticket)}
      />
    </>
  )
}

/** The middle pane: welcome, a ticket, or why there is none. */
export function Conversation({ opening, ...header }: ConversationProps) {
  const { t } = useTexts()
  switch (opening.phase) {
    case 'none':
      return <EmptyState icon={MessagesSquare} title={t('tickets.welcome')} text={t('tickets.welcomeText')} />
    case 'loading':
      return <SkeletonRows count={7} height={56} label={t('tickets.opening')} />
    case 'forbidden':
      return (
        <div className={styles.centre} role="alert">
          <EmptyState icon={LockKeyhole} title={t('tickets.forbidden')} />
        </div>
      )
    case 'failed':
      return (
        <ErrorState
          title={t('tickets.openFailed')}
          text={errorText(t, opening.error)}
          retryLabel={t('common.retry')}
          onRetry={opening.retry}
        />
      )
    case 'shown':
      return <Open ticket={opening.ticket} {...header} />
  }
}
