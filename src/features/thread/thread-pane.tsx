import {
  displayName,
  type Handover,
  type Message,
  readHandover,
  type Ticket,
  type TicketNote,
} from '@contract'
import { ArrowRightLeft } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { TranslationBar, useTranslatedTo } from '@/features/copilot'
import { errorText, useTexts } from '@/i18n'
import { clockOffset } from '@/stores/clock'
import { useCopilotOffers } from '@/stores/copilot'
import { saveDraft } from '@/stores/drafts'
import { type Thread, useMessages } from '@/stores/messages'
import { removeNote } from '@/stores/messages-actions'
import { unmatchedEntries } from '@/stores/messages-echo'
import { loadOlder } from '@/stores/messages-loader'
import { openThread } from '@/stores/messages-opening'
import { entriesOf, useOutbox } from '@/stores/outbox'
import { marksSeldom, markThreadRead, settleMark } from '@/stores/read-marks'
import { useUser } from '@/stores/session'
import { patchTicket } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { announce, looks, useConfirm } from '@/ui'
import { foldAlbums } from './albums'
import handoverCardStyles from './handover-card.module.css'
import type { StartConversation } from './media/contact-cards'
import { messagePreview, quoteOf } from './preview'
import { buildRows, firstUnread } from './rows'
import { SelectionBar } from './selection-bar'
import { type ThreadActions, ThreadContext } from './thread-context'
import { ThreadDialogs } from './thread-dialogs'
import { ThreadList } from './thread-list'
import styles from './thread-pane.module.css'
import { ThreadState } from './thread-state'
import { useEarlierTickets, useNextVoice, useOpenThread } from './use-open-thread'
import { useRequestedMessage } from './use-requested-message'
import { useWindowFocus } from './use-window-focus'

interface UnreadDivider {
  /** Unread messages when the conversation came on screen. */
  count: number
  /** Message the divider is above; null while it is not known or there is none. */
  messageId: string | null
  /** Message to begin at; known before the divider's is, while more were unread than are loaded. */
  openAt: string | null
}

/**
 * The line above what was unread when the conversation was opened. It is set once and stays until the ticket is left.
 * @param unread unread messages of the ticket now.
 */
function useUnreadDivider(
  thread: Thread | undefined,
  own: readonly Message[],
  unread: number,
): UnreadDivider {
  // A conversation may be drawn before it is opened; what counts is how it stood when it came on screen.
  const count = useRef(0)
  const entered = useRef(false)
  if (!entered.current) count.current = unread
  useLayoutEffect(() => {
    entered.current = true
  }, [])

  const [messageId, setMessageId] = useState<string | null>(null)
  const ready = thread?.phase === 'ready'
  const begin = ready && messageId === null ? firstUnread(own, count.current) : null
  if (begin !== null && (begin.complete || thread?.hasMore === false)) setMessageId(begin.id)
  return { count: count.current, messageId, openAt: messageId ?? begin?.id ?? null }
}

/** How this user takes a whisper back: an own one, admins any (contract, notes.remove). Asks first. */
function useRemoveWhisper(): (note: TicketNote) => (() => void) | undefined {
  const { t } = useTexts()
  const user = useUser()
  const confirm = useConfirm()
  return useCallback(
    note => {
      const mine = user !== null && (note.userId === user.id || user.super || user.profile === 'admin')
      if (!mine) return undefined
      return () => {
        void confirm({
          title: t('thread.removeWhisperTitle'),
          text: note.note,
          okLabel: t('thread.action.delete'),
          cancelLabel: t('common.cancel'),
          danger: true,
        })
          .then(sure => (sure ? removeNote(note) : undefined))
          .catch(error => toasts.error(errorText(t, error)))
      }
    },
    [t, user, confirm],
  )
}

/**
 * Marks a conversation read when it is looked at to its end, in a window that has the focus: that is what "read" means.
 * @param shown it is loaded, may be marked, and its end is on screen.
 * @param unread unread messages of the ticket now.
 */
function useReadReceipts(ticketId: number, shown: boolean, unread: number): void {
  const focused = useWindowFocus()
  const looked = shown && focused
  useEffect(() => {
    if (!looked || unread === 0) return
    const cancel = markThreadRead(ticketId)
    // The server hears of it later; nobody here has to.
    if (marksSeldom()) patchTicket(ticketId, { unreadMessages: 0 })
    return cancel
  }, [ticketId, looked, unread])
  useEffect(() => {
    if (looked) return () => settleMark(ticketId)
  }, [ticketId, looked])
}

/**
 * Says new customer messages of the open thread to screen readers; the announcer batches them.
 * @param name of whom the conversation is with.
 */
function useAnnouncedMessages(thread: Thread | undefined, name: string, silent: boolean): void {
  const { t } = useTexts()
  const arrived = thread?.arrived ?? 0
  const announcedCount = useRef<number | null>(null)
  const list = thread?.own.list
  useEffect(() => {
    const fresh = arrived - (announcedCount.current ?? arrived)
    announcedCount.current = arrived
    if (fresh <= 0 || !list || silent) return
    const messages = list.filter(message => !message.fromMe).slice(-Math.min(fresh, 3))
    for (const message of messages)
      announce(`${displayName(message.contact) || name}: ${messagePreview(t, message)}`)
  }, [arrived, list, name, silent, t])
}

/** What the colleague, or the automatic answers, left for whoever takes the ticket. */
export function HandoverCard({ handover }: { handover: Handover }) {
  const { t, format } = useTexts()
  if (handover.note.trim() === '') return null
  const { reason, rest } = readHandover(handover.note)
  return (
    <aside className={handoverCardStyles.card} aria-label={t('thread.handover')}>
      <ArrowRightLeft className={handoverCardStyles.icon} size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className={looks.fill}>
        <span className={handoverCardStyles.head}>
          {handover.from ? t('thread.handoverFrom', { name: handover.from.name }) : t('thread.handover')}
          <time dateTime={handover.at} title={format.exact(handover.at)}>
            {format.time(handover.at)}
          </time>
        </span>
        <bdi dir="auto" className={handoverCardStyles.note}>
          {[reason && t(`thread.handoverReasons.${reason}`), rest].filter(Boolean).join('\n')}
        </bdi>
      </div>
    </aside>
  )
}

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
  const translatedTo = useTranslatedTo(ticket)
  const thread = useMessages(state => state.threads.get(ticketId))
  const entries = useOutbox(state => entriesOf(state, ticketId))
  const [atEnd, setAtEnd] = useState(false)
  const [dialog, setDialog] = useState<Parameters<typeof ThreadDialogs>[0]['dialog']>(null)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const name = displayName(ticket?.contact)
  const isGroup = ticket?.isGroup ?? false
  const unread = ticket?.unreadMessages ?? 0
  const ready = thread?.phase === 'ready'

  const own = thread?.own.list ?? NOTHING
  const pending = useMemo(() => unmatchedEntries(entries, own, clockOffset()), [entries, own])
  const earlier = thread?.earlier ?? NOTHING
  const notes = thread?.notes ?? NO_NOTES
  const divider = useUnreadDivider(thread, own, tile ? 0 : unread)
  const firsts = useRef(new Set<string>())
  const rows = useMemo(() => {
    const all = buildRows(earlier, own, notes, pending, clockOffset())
    const first = earlier[0] ?? own[0]
    if (first) firsts.current.add(first.id)
    return foldAlbums(all, new Set([...firsts.current, divider.messageId ?? '']))
  }, [earlier, own, notes, pending, divider.messageId])
  useOpenThread({ ticketId, ticket, readOnly, liveOnly, unreadAtOpen: divider.count })
  useEarlierTickets(ticketId, thread, rows.length === 0)
  useReadReceipts(ticketId, !readOnly && ready && atEnd, unread)
  useAnnouncedMessages(thread, name, tile)
  useNextVoice(ticketId)
  const target = useRequestedMessage(ticketId, focusMessageId, ready)

  const transcribes = useCopilotOffers('transcribe', ticket) && !readOnly
  const actions = useMemo<ThreadActions>(
    () => ({
      ticketId,
      name,
      isGroup,
      readOnly,
      transcribes,
      translatedTo,
      start: onStartConversation,
      reply: message => {
        const who = message.fromMe ? t('thread.you') : displayName(message.contact) || name
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
    [ticketId, name, isGroup, readOnly, transcribes, translatedTo, onStartConversation, removeOf, t],
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
      {ticket && !readOnly && !tile ? <TranslationBar ticket={ticket} /> : null}
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
            fixed={liveOnly || tile}
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
        transcribes={transcribes}
        messages={messages}
        onReply={actions.reply}
        onSelect={message => setSelected(new Set([message.id]))}
        onForward={() => setSelected(null)}
      />
    </section>
  )
}
