import { COPILOT_LIMITS } from '@contract'
import { Eye } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Composer } from '@/features/composer'
import { Proposals, TicketSummary } from '@/features/copilot'
import { LoadError } from '@/features/load-error'
import { NoteComposer } from '@/features/notes'
import { showMessage, ThreadPane, useWindowFocus } from '@/features/thread'
import { useTexts } from '@/i18n'
import { useCopilotOffers } from '@/stores/copilot'
import { addInterest } from '@/stores/interest'
import { useKeyActions } from '@/stores/key-actions'
import { markMentions, mentionsDirectory, useReadsOnly } from '@/stores/mentions'
import { useMessages } from '@/stores/messages'
import { usePrerender } from '@/stores/prerender'
import { useBeingAt } from '@/stores/ticket-presence'
import { type StoredTicket, useTicket } from '@/stores/tickets'
import { EmptyState, Locked, Prepared, SkeletonRows, Talking } from '@/ui'
import { HeldBar } from './held'
import { LostTicket } from './lost-ticket'
import { ReaderHeader, TicketHeader, type TicketHeaderProps } from './ticket-header'
import styles from './tickets-screen.module.css'
import type { Opening } from './use-open-ticket'
import { useStartConversation } from './use-start-conversation'
import { useTicketActions } from './use-ticket-actions'

export interface ConversationProps
  extends Pick<TicketHeaderProps, 'narrow' | 'onSchedule' | 'onPopOut' | 'panel'> {
  opening: Opening
}

/**
 * Whether a summary stands above the conversation: asked for by its key, or because more was unseen than anybody reads. Until the
 * ticket is left.
 */
function useSummaryAbove(ticket: StoredTicket): [shown: boolean, close: () => void] {
  const [shown, setShown] = useState(false)
  const [offeredByItself, setOfferedByItself] = useState(false)
  if (!offeredByItself && ticket.unreadMessages > COPILOT_LIMITS.summary.unseen) {
    setOfferedByItself(true)
    setShown(true)
  }
  const offered = useCopilotOffers('summarise', ticket)
  useKeyActions('summary', { summarise: offered ? () => setShown(now => !now) : null })
  return [shown, () => setShown(false)]
}

/** Whoever looks at a ticket has read where they are mentioned in it. */
function useMentionsRead(ticketId: number): void {
  const isLooking = useWindowFocus()
  const unread = mentionsDirectory.use(({ items }) =>
    items
      .filter(one => one.ticketId === ticketId && one.readAt === null)
      .map(({ id }) => id)
      .join(),
  )
  useEffect(() => {
    if (!isLooking || unread === '') return
    // The list shows it as it is; the next look says it again.
    void markMentions(unread.split(',').map(Number), { read: true }).catch(() => undefined)
  }, [isLooking, unread])
}

/** A ticket with its conversation. Changes of the screen around it that do not concern it draw nothing here. */
const Open = memo(function Open({
  ticket,
  messageId,
  ...header
}: { ticket: StoredTicket; messageId: string | null } & Omit<ConversationProps, 'opening'>) {
  const actions = useTicketActions()
  const conversation = useStartConversation()
  const [isSummarised, closeSummary] = useSummaryAbove(ticket)
  useEffect(() => addInterest({ chatBoxes: [ticket.id] }), [ticket.id])
  useBeingAt(ticket.id)
  useMentionsRead(ticket.id)
  return (
    <>
      <TicketHeader key={ticket.id} ticket={ticket} {...header} />
      <Proposals ticket={ticket} />
      {isSummarised ? (
        <TicketSummary ticket={ticket} onMessage={id => showMessage(ticket.id, id)} onClose={closeSummary} />
      ) : null}
      <ThreadPane
        key={`thread-${ticket.id}`}
        ticketId={ticket.id}
        ticket={ticket}
        focusMessageId={messageId}
        onStartConversation={conversation.start}
      />
      {conversation.dialog}
      <HeldBar ticket={ticket} />
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
})

/** A ticket that is the person's to read because a colleague mentioned them in it: the conversation, and notes to the team. */
function ReadOnly({
  ticket,
  messageId,
  narrow,
}: {
  ticket: StoredTicket
  messageId: string | null
  narrow: boolean
}) {
  const { t } = useTexts()
  useEffect(() => addInterest({ chatBoxes: [ticket.id] }), [ticket.id])
  useMentionsRead(ticket.id)
  return (
    <>
      <ReaderHeader ticket={ticket} narrow={narrow} />
      <p className={styles.reading} role="note">
        <Eye size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('mentions.reading')}
      </p>
      <ThreadPane key={ticket.id} ticketId={ticket.id} ticket={ticket} focusMessageId={messageId} readOnly />
      {ticket.contactId === null ? null : (
        <div className={styles.readerNote}>
          <NoteComposer key={ticket.id} ticket={ticket} contactId={ticket.contactId} />
        </div>
      )}
    </>
  )
}

function Shown(
  props: { ticket: StoredTicket; messageId: string | null } & Omit<ConversationProps, 'opening'>,
) {
  return useReadsOnly(props.ticket) ? <ReadOnly {...props} /> : <Open {...props} />
}

/** What stands there instead of a conversation. */
function Placeholder({ opening }: Pick<ConversationProps, 'opening'>) {
  const { t } = useTexts()
  switch (opening.phase) {
    case 'none':
      return <EmptyState drawing={Talking} title={t('tickets.welcome')} text={t('tickets.welcomeText')} />
    case 'loading':
      return <SkeletonRows count={7} height={56} label={t('tickets.opening')} />
    case 'forbidden':
      return (
        <div className={styles.centre} role="alert">
          <EmptyState drawing={Locked} title={t('tickets.forbidden')} />
        </div>
      )
    case 'lost':
      return <LostTicket ticketId={opening.ticketId} />
    case 'failed':
      return <LoadError title={t('tickets.openFailed')} error={opening.error} onRetry={opening.retry} />
    case 'shown':
      return null
  }
}

/** The ticket somebody will likely open next, once there is a conversation to draw of it. */
function useNextTicket(): StoredTicket | null {
  const id = usePrerender(state => state.ticketId)
  const ready = useMessages(state => id !== null && state.threads.get(id)?.phase === 'ready')
  return useTicket(ready ? id : null) ?? null
}

/** How often each ticket was left: who comes back finds it as new, not as it was left (menus, selection, divider). */
function useTimesLeft(currentId: number | null): ReadonlyMap<number, number> {
  const [stage, setStage] = useState<{ id: number | null; left: ReadonlyMap<number, number> }>({
    id: currentId,
    left: new Map(),
  })
  if (stage.id === currentId) return stage.left
  const left = new Map(stage.left)
  if (stage.id !== null) left.set(stage.id, (left.get(stage.id) ?? 0) + 1)
  setStage({ id: currentId, left })
  return left
}

/**
 * The middle pane: welcome, a ticket, or why there is none. The conversation of the hovered row is drawn ahead of the click
 * that opens it.
 */
export function Conversation({ opening, ...header }: ConversationProps) {
  const place = useRef<HTMLDivElement>(null)
  const next = useNextTicket()
  // A link may name the message the conversation is opened at.
  const messageId = useSearchParams()[0].get('message')
  const current = opening.phase === 'shown' ? opening.ticket : null
  const left = useTimesLeft(current?.id ?? null)
  const prepared = current && next?.id !== current.id ? [current, next] : [next]
  return (
    <>
      <Placeholder opening={opening} />
      <div ref={place} className={styles.place} />
      {prepared.map(ticket =>
        ticket ? (
          <Prepared
            key={`${ticket.id}-${left.get(ticket.id) ?? 0}`}
            shown={ticket.id === current?.id}
            place={place}
            className={styles.open}
          >
            <Shown ticket={ticket} messageId={ticket.id === current?.id ? messageId : null} {...header} />
          </Prepared>
        ) : null,
      )}
    </>
  )
}
