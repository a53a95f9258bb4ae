import type { Contact, Message, Ticket } from '@contract'
import { MessageCircle } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { clockOffset } from '@/stores/clock'
import { saveDraft } from '@/stores/drafts'
import { type Thread, threadOf, useMessages, watchThread } from '@/stores/messages'
import { deleteMessage, react } from '@/stores/messages-actions'
import { unmatchedEntries } from '@/stores/messages-echo'
import { listenToThread } from '@/stores/messages-live'
import {
  loadNotes,
  loadOlder,
  markThreadRead,
  openThread,
  reachMessage,
  setThreadContact,
} from '@/stores/messages-loader'
import { entriesOf, startOutbox, useOutbox } from '@/stores/outbox'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { afterPaint, announce, EmptyState, ErrorState, useConfirm } from '@/ui'
import { EditDialog } from './edit-dialog'
import { HandoverCard } from './handover-card'
import { ImageViewer } from './image-viewer'
import { mediaKind, safeMediaUrl } from './media'
import { onTrackEnd } from './media/audio-deck'
import type { StartConversation } from './media/contact-cards'
import { downloadFile } from './media/use-file'
import { type MenuAction, MessageMenu } from './message-menu'
import { messagePreview, quoteOf } from './preview'
import { useThreadUi } from './requests'
import { buildRows, firstUnread } from './rows'
import { SelectionBar } from './selection-bar'
import { type MenuAnchor, type MenuWish, type ThreadActions, ThreadContext } from './thread-context'
import { ThreadList } from './thread-list'
import styles from './thread-pane.module.css'
import { ThreadSkeleton } from './thread-skeleton'
import { useForward } from './use-forward'
import { useRemoveWhisper } from './use-remove-whisper'
import { useWindowFocus } from './use-window-focus'
import { WhisperDialog } from './whisper-dialog'

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

/** Unread messages up to this many fit on the last screen: opening marks them read in the same request. */
const ON_LAST_SCREEN = 6

const NOTHING: readonly Message[] = []

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
  const confirm = useConfirm()
  const user = useUser()
  const mayWatch = useHolds('tickets:spy')
  const canWhisper = useOffered('whispers')
  const removeOf = useRemoveWhisper()
  const thread = useMessages(state => state.threads.get(ticketId))
  const entries = useOutbox(state => entriesOf(state, ticketId))
  const editing = useThreadUi(state => (state.editing?.ticketId === ticketId ? state.editing.message : null))
  const asked = useThreadUi(state => (state.target?.ticketId === ticketId ? state.target : null))
  const focused = useWindowFocus()
  const [atEnd, setAtEnd] = useState(false)
  const [menu, setMenu] = useState<{ message: Message; anchor: MenuAnchor; wish: MenuWish } | null>(null)
  const [viewing, setViewing] = useState<string | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const [whispering, setWhispering] = useState<Message | null>(null)
  const forwarding = useForward(ticketId, () => setSelected(null))
  const [target, setTarget] = useState<{ key: string; request: number } | null>(null)
  // A conversation may be drawn before it is opened; what counts is how it stood when it came on screen.
  const unreadAtOpen = useRef(0)
  const entered = useRef(false)
  if (!entered.current) unreadAtOpen.current = tile ? 0 : (ticket?.unreadMessages ?? 0)
  const [unreadId, setUnreadId] = useState<string | null>(null)
  const contact: Contact | null = ticket?.contact ?? null
  const name = contact?.name ?? ''
  const unread = ticket?.unreadMessages ?? 0

  useLayoutEffect(() => {
    entered.current = true
  }, [])

  useEffect(() => {
    if (liveOnly) return listenToThread(ticketId)
    if (!readOnly) startOutbox()
    const leave = watchThread(ticketId)
    const seen = unreadAtOpen.current > 0 && unreadAtOpen.current <= ON_LAST_SCREEN
    const open = (): void => openThread(ticketId, !readOnly && document.hasFocus() && seen)
    // What is known is painted first; the question what is new need not be asked in the same frame.
    const cancel = threadOf(ticketId)?.phase === 'ready' ? afterPaint(open) : open()
    return () => {
      cancel?.()
      leave()
    }
  }, [ticketId, readOnly, liveOnly])

  const contactId = ticket?.contactId ?? null
  useEffect(() => {
    setThreadContact(ticketId, contactId)
    if (ticket) loadNotes(ticketId, contactId)
  }, [ticketId, contactId, ticket])

  // Looked at to the end, in a window that has the focus: that is what "read" means (docs/look.md section 5).
  const ready = thread?.phase === 'ready'
  useEffect(() => {
    if (readOnly || !ready || !focused || !atEnd || unread === 0) return
    return markThreadRead(ticketId)
  }, [ticketId, readOnly, ready, focused, atEnd, unread])

  const own = thread?.own.list ?? NOTHING
  const pending = useMemo(() => unmatchedEntries(entries, own, clockOffset()), [entries, own])
  const rows = useMemo(
    () => (thread ? buildRows(thread.earlier, own, thread.notes, pending, clockOffset()) : []),
    [thread, own, pending],
  )

  // A ticket without messages continues above all the same: the contact's earlier ones are fetched.
  const bare = ready && rows.length === 0 && thread?.older === 'idle'
  useEffect(() => {
    if (bare) void loadOlder(ticketId)
  }, [bare, ticketId])

  // The divider is set once, from what was unread at the click, and stays until the ticket is left. Until as many
  // messages are loaded as were unread, only the place to begin at is known.
  const begin = ready && unreadId === null ? firstUnread(own, unreadAtOpen.current) : null
  if (begin !== null && (begin.complete || thread?.hasMore === false)) setUnreadId(begin.id)

  useAnnouncements(thread, name, tile)

  const wanted = asked?.messageId ?? focusMessageId
  const requests = useRef(0)
  // A new request object asks again, even for the same message.
  useEffect(() => {
    if (wanted === null || !ready) return
    let left = false
    void reachMessage(ticketId, wanted).then(found => {
      if (left) return
      requests.current += 1
      const message = found ? threadOf(ticketId)?.own.byId.get(wanted) : undefined
      if (found) setTarget({ key: message?.clientId ?? wanted, request: requests.current })
      else toasts.info(t('thread.messageNotFound'))
      if (asked) useThreadUi.setState({ target: null })
    })
    return () => {
      left = true
    }
  }, [ticketId, wanted, asked, ready, t])

  const images = useMemo(
    () =>
      viewing === null
        ? []
        : [...(thread?.earlier ?? []), ...own].filter(m => mediaKind(m) === 'image' && !m.isDeleted),
    [viewing, thread, own],
  )

  useEffect(
    () =>
      onTrackEnd(id => {
        const list = threadOf(ticketId)?.own.list ?? []
        const next = list[list.findIndex(message => message.id === id) + 1]
        const url = next && mediaKind(next) === 'audio' ? safeMediaUrl(next.mediaUrl) : null
        return next && url && list.some(message => message.id === id) ? { id: next.id, url } : null
      }),
    [ticketId],
  )

  const actions = useMemo<ThreadActions>(
    () => ({
      ticketId,
      name,
      isGroup: ticket?.isGroup ?? false,
      readOnly,
      start: onStartConversation,
      reply: message => {
        const who = message.fromMe ? t('thread.you') : message.contact?.name || name
        saveDraft(ticketId, { quote: quoteOf(t, message, who) })
      },
      openMenu: (message, anchor, wish) => setMenu({ message, anchor, wish }),
      removeOf,
      openImage: message => setViewing(message.id),
      toggleSelected: id =>
        setSelected(known => {
          const next = new Set(known)
          if (!next.delete(id)) next.add(id)
          return next
        }),
    }),
    [ticketId, name, ticket?.isGroup, readOnly, onStartConversation, removeOf, t],
  )

  const fail = useCallback((error: unknown) => toasts.error(errorText(t, error)), [t])

  const onAction = async (action: MenuAction, message: Message): Promise<void> => {
    if (action === 'reply') actions.reply(message)
    else if (action === 'forward') forwarding.pick([message])
    else if (action === 'select') setSelected(new Set([message.id]))
    else if (action === 'download') downloadFile(message)
    else if (action === 'saveAs') downloadFile(message, true)
    else if (action === 'whisper') setWhispering(message)
    else if (action === 'edit') useThreadUi.setState({ editing: { ticketId, message } })
    else if (action === 'copy') {
      await navigator.clipboard.writeText(message.body).then(() => toasts.success(t('common.copied')), fail)
    } else if (action === 'delete') {
      const sure = await confirm({
        title: t('thread.deleteTitle'),
        text: t('thread.deleteText'),
        okLabel: t('thread.action.delete'),
        cancelLabel: t('common.cancel'),
        danger: true,
      })
      if (sure) await deleteMessage(ticketId, message).catch(fail)
    }
  }

  const startForward = (): void => {
    if (!selected || selected.size === 0) {
      toasts.error(t('thread.nothingSelected'))
      return
    }
    forwarding.pick([...(thread?.earlier ?? []), ...own].filter(message => selected.has(message.id)))
  }
  const closeMenu = useCallback(() => setMenu(null), [])
  const mine = menu?.message.reactions.find(reaction => reaction.userId === user?.id)?.type ?? null

  return (
    <section
      className={styles.pane}
      aria-label={name ? t('thread.with', { name }) : t('thread.conversation')}
    >
      {ticket?.handover && ticket.status !== 'closed' ? <HandoverCard handover={ticket.handover} /> : null}
      {!thread || (thread.phase === 'loading' && rows.length === 0) ? (
        <ThreadSkeleton label={t('common.loading')} />
      ) : null}
      {thread?.phase === 'failed' && rows.length === 0 ? (
        <div className={styles.state}>
          <ErrorState
            title={t('thread.failed')}
            text={errorText(t, thread.error)}
            retryLabel={t('common.retry')}
            onRetry={() => openThread(ticketId, !readOnly && document.hasFocus())}
          />
        </div>
      ) : null}
      {ready && rows.length === 0 ? (
        <div className={styles.state}>
          <EmptyState icon={MessageCircle} title={t(liveOnly ? 'thread.quiet.empty' : 'thread.empty')} />
        </div>
      ) : null}
      {thread && rows.length > 0 ? (
        <ThreadContext value={actions}>
          <ThreadList
            rows={rows}
            notes={thread.notes}
            label={name ? t('thread.with', { name }) : t('thread.conversation')}
            arrived={thread.arrived}
            unreadId={unreadId}
            openAt={unreadId ?? begin?.id ?? null}
            unreadCount={unreadAtOpen.current}
            older={thread.phase === 'ready' ? thread.older : 'loading'}
            onOlder={() => void loadOlder(ticketId)}
            onAtEnd={setAtEnd}
            target={target}
            selected={selected}
          />
        </ThreadContext>
      ) : null}
      {selected ? (
        <SelectionBar count={selected.size} onForward={startForward} onCancel={() => setSelected(null)} />
      ) : null}
      {menu ? (
        <MessageMenu
          message={menu.message}
          anchor={menu.anchor}
          wish={menu.wish}
          readOnly={readOnly}
          mayWhisper={mayWatch && canWhisper && contactId !== null && menu.message.ticketId === ticketId}
          mine={mine}
          onAction={action => void onAction(action, menu.message)}
          onReact={emoji => void (user && react(ticketId, menu.message, user.id, emoji).catch(fail))}
          onClose={closeMenu}
        />
      ) : null}
      {viewing === null ? null : (
        <ImageViewer images={images} startId={viewing} onClose={() => setViewing(null)} />
      )}
      {forwarding.dialog}
      {whispering && contactId !== null ? (
        <WhisperDialog message={whispering} contactId={contactId} onClose={() => setWhispering(null)} />
      ) : null}
      {editing && !readOnly ? (
        <EditDialog
          threadId={ticketId}
          message={editing}
          onClose={() => useThreadUi.setState({ editing: null })}
        />
      ) : null}
    </section>
  )
}

/** Says new customer messages of the open thread to screen readers; the announcer batches them. */
function useAnnouncements(thread: Thread | undefined, name: string, silent: boolean): void {
  const { t } = useTexts()
  const arrived = thread?.arrived ?? 0
  const said = useRef<number | null>(null)
  const list = thread?.own.list
  useEffect(() => {
    const fresh = arrived - (said.current ?? arrived)
    said.current = arrived
    if (fresh <= 0 || !list || silent) return
    const messages = list.filter(message => !message.fromMe).slice(-Math.min(fresh, 3))
    for (const message of messages)
      announce(`${message.contact?.name || name}: ${messagePreview(t, message)}`)
  }, [arrived, list, name, silent, t])
}
