import type { Message, Ticket, TicketNote } from '@contract'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { clockOffset } from '@/stores/clock'
import { saveDraft } from '@/stores/drafts'
import { useMessages } from '@/stores/messages'
import { unmatchedEntries } from '@/stores/messages-echo'
import { loadOlder } from '@/stores/messages-loader'
import { openThread } from '@/stores/messages-opening'
import { entriesOf, useOutbox } from '@/stores/outbox'
import { toasts } from '@/stores/toasts'
import { HandoverCard } from './handover-card'
import type { StartConversation } from './media/contact-cards'
import { quoteOf } from './preview'
import { buildRows } from './rows'
import { SelectionBar } from './selection-bar'
import { type ThreadActions, ThreadContext } from './thread-context'
import { ThreadDialogs } from './thread-dialogs'
import { ThreadList } from './thread-list'
import styles from './thread-pane.module.css'
import { ThreadState } from './thread-state'
import { useAnnouncedMessages } from './use-announced-messages'
import { useEarlierTickets, useNextVoice, useOpenThread } from './use-open-thread'
import { useReadReceipts } from './use-read-receipts'
import { useRemoveWhisper } from './use-remove-whisper'
import { useRequestedMessage } from './use-requested-message'
import { useUnreadDivider } from './use-unread-divider'

export interface ThreadPaneProps {
  ticketId: number
  /** The ticket itself; null while it is not known yet (the thread loads all the same). */
  ticket: Ticket | null
  /** Spy and previews: no actions, and looking leaves no trace on the server. */
  readOnly?: boolean
  /** Nothing is asked of the server: only what arrives from now on is shown. */
  liveOnly?: boolean
  /** One of several on a wall: begins at the newest message, says nothing to screen readers. */
  tile?: boolean
  /** A message to open at (search result, link). */
  focusMessageId?: string | null
  /** Starts a conversation with somebody from a contact card; without it cards offer none. */
  onStartConversation?: StartConversation
}

const NOTHING: readonly Message[] = []
const NO_NOTES: readonly TicketNote[] = []

/** The messages of one ticket. Mount it with `key={ticketId}`. */
export function ThreadPane({
  ticketId,
  ticket,
  readOnly = false,
  liveOnly = false,
  tile = false,
  focusMessageId = null,
  onStartConversation,
}: ThreadPaneProps) {
  const { t } = useTexts()
  const removeOf = useRemoveWhisper()
  const thread = useMessages(state => state.threads.get(ticketId))
  const entries = useOutbox(state => entriesOf(state, ticketId))
  const [atEnd, setAtEnd] = useState(false)
  const [dialog, setDialog] = useState<Parameters<typeof ThreadDialogs>[0]['dialog']>(null)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const name = ticket?.contact?.name ?? ''
  const isGroup = ticket?.isGroup ?? false
  const unread = ticket?.unreadMessages ?? 0
  const ready = thread?.phase === 'ready'

  const own = thread?.own.list ?? NOTHING
  const pending = useMemo(() => unmatchedEntries(entries, own, clockOffset()), [entries, own])
  const earlier = thread?.earlier ?? NOTHING
  const notes = thread?.notes ?? NO_NOTES
  const rows = useMemo(
    () => buildRows(earlier, own, notes, pending, clockOffset()),
    [earlier, own, notes, pending],
  )
  const divider = useUnreadDivider(thread, own, tile ? 0 : unread)
  useOpenThread({ ticketId, ticket, readOnly, liveOnly, unreadAtOpen: divider.count })
  useEarlierTickets(ticketId, thread, rows.length === 0)
  useReadReceipts(ticketId, !readOnly && ready && atEnd, unread)
  useAnnouncedMessages(thread, name, tile)
  useNextVoice(ticketId)
  const target = useRequestedMessage(ticketId, focusMessageId, ready)

  const actions = useMemo<ThreadActions>(
    () => ({
      ticketId,
      name,
      isGroup,
      readOnly,
      start: onStartConversation,
      reply: message => {
        const who = message.fromMe ? t('thread.you') : message.contact?.name || name
        saveDraft(ticketId, { quote: quoteOf(t, message, who) })
      },
      openMenu: (message, anchor, content) => setDialog({ kind: 'menu', message, anchor, content }),
      removeOf,
      openImage: message => setDialog({ kind: 'image', message }),
      toggleSelected: id =>
        setSelected(known => {
          const next = new Set(known)
          if (!next.delete(id)) next.add(id)
          return next
        }),
    }),
    [ticketId, name, isGroup, readOnly, onStartConversation, removeOf, t],
  )
  const readOlder = useCallback(() => void loadOlder(ticketId), [ticketId])
  const messages = (): readonly Message[] => [...(thread?.earlier ?? []), ...own]
  const forwardSelected = (): void => {
    if (!selected || selected.size === 0) toasts.error(t('thread.nothingSelected'))
    else setDialog({ kind: 'forward', messages: messages().filter(({ id }) => selected.has(id)) })
  }

  const label = name ? t('thread.with', { name }) : t('thread.conversation')
  return (
    <section className={styles.pane} aria-label={label}>
      {ticket?.handover && ticket.status !== 'closed' ? <HandoverCard handover={ticket.handover} /> : null}
      {thread && rows.length > 0 ? (
        <ThreadContext value={actions}>
          <ThreadList
            rows={rows}
            notes={notes}
            label={label}
            arrived={thread.arrived}
            unreadId={divider.messageId}
            openAt={divider.openAt}
            unreadCount={divider.count}
            older={ready ? thread.older : 'loading'}
            onOlder={readOlder}
            onAtEnd={setAtEnd}
            target={target}
            selected={selected}
            answersKeys={!tile}
          />
        </ThreadContext>
      ) : (
        <ThreadState
          thread={thread}
          liveOnly={liveOnly}
          onRetry={() => openThread(ticketId, !readOnly && document.hasFocus())}
        />
      )}
      {selected ? (
        <SelectionBar count={selected.size} onForward={forwardSelected} onCancel={() => setSelected(null)} />
      ) : null}
      <ThreadDialogs
        dialog={dialog}
        onDialog={setDialog}
        ticketId={ticketId}
        contactId={ticket?.contactId ?? null}
        whatsappId={ticket?.whatsappId ?? null}
        readOnly={readOnly}
        messages={messages}
        onReply={actions.reply}
        onSelect={message => setSelected(new Set([message.id]))}
        onForward={() => setSelected(null)}
      />
    </section>
  )
}
