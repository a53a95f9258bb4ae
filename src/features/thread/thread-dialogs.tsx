import { type Contact, displayName, FORWARD_UNDO_MS, type Message, messageWords } from '@contract'
import { useCallback } from 'react'
import { ReminderDialog } from '@/features/todo'
import { errorText, useTexts } from '@/i18n'
import { deleteMessage, react, transcribe } from '@/stores/messages-actions'
import { enqueue, takeBack } from '@/stores/outbox'
import { usePreferences } from '@/stores/preferences'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { believedOfContact } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useNumberCan } from '@/stores/whatsapps'
import { useConfirm } from '@/ui'
import { EditDialog, ForwardDialog, ImageViewer, WhisperDialog } from './dialogs'
import { forwardAll, takeForwardBack } from './forward'
import { mediaKind, safeMediaUrl } from './media'
import { downloadFile } from './media/use-file'
import { type MenuAction, MessageMenu } from './message-menu'
import { useThreadUi } from './requests'
import type { MenuAnchor, MenuContent } from './thread-context'
import { canTranscribe } from './transcript'

/**
 * Forwarding out of a thread: the hand-over to the outbox, and the way back for a few seconds.
 * @returns forwards messages to a contact; never throws, toasts say how far it got.
 */
export function useForward(ticketId: number): (messages: readonly Message[], to: Contact) => Promise<void> {
  const { t } = useTexts()
  const undo = async (ids: readonly string[]): Promise<void> => {
    const left = await takeForwardBack(ids, takeBack)
    if (left === 0) toasts.success(t('thread.forwardUndone'))
    else toasts.error(t('thread.forwardLeft', { count: left }))
  }
  return async (messages, to) => {
    const expected = await believedOfContact(to.id)
    if (!expected) return
    const signMessage = usePreferences.getState().signMessages
    const ids = await forwardAll(
      { ticketId, messages, contactId: to.id, signMessage, expected },
      { enqueue, newId: () => crypto.randomUUID() },
    )
    const name = displayName(to)
    const action = { label: t('common.undo'), run: () => void undo(ids) }
    if (ids.length === messages.length)
      toasts.success(t('thread.forwardedTo', { count: ids.length, name }), { action, stays: FORWARD_UNDO_MS })
    else toasts.error(t('thread.forwardStopped', { accepted: ids.length, count: messages.length }))
  }
}

/** What lies over a conversation, one thing at a time. */
type ThreadDialog =
  | { kind: 'menu'; message: Message; anchor: MenuAnchor; content: MenuContent }
  | { kind: 'image'; message: Message }
  | { kind: 'whisper'; message: Message }
  | { kind: 'remind'; message: Message }
  | { kind: 'edit'; message: Message }
  | { kind: 'forward'; messages: readonly Message[] }

/** Whether the viewer can show it. */
const isViewable = (message: Message): boolean =>
  !message.isDeleted &&
  safeMediaUrl(message.mediaUrl) !== null &&
  ['image', 'video'].includes(mediaKind(message))

interface ThreadDialogsProps {
  dialog: Exclude<ThreadDialog, { kind: 'edit' }> | null
  onDialog: (dialog: ThreadDialogsProps['dialog']) => void
  ticketId: number
  /** Whom the conversation is with; null while the ticket is not known. */
  contactId: number | null
  /** The number it answers from; null while that is not known. */
  whatsappId: number | null
  readOnly: boolean
  transcribes: boolean
  /** The pictures and videos among them can be looked through. */
  messages: () => readonly Message[]
  onReply: (message: Message) => void
  onSelect: (message: Message) => void
  /** A contact was chosen to forward to. */
  onForward: () => void
}

/** The menu of a message and what it leads to: image viewer, whisper, edit and forward. */
export function ThreadDialogs(props: ThreadDialogsProps) {
  const { ticketId, contactId, readOnly, onDialog } = props
  const forward = useForward(ticketId)
  // Others may ask for it too: the composer does for the last own message.
  const editing = useThreadUi(state => (state.editing?.ticketId === ticketId ? state.editing.message : null))
  const close = useCallback(() => onDialog(null), [onDialog])
  const dialog: ThreadDialog | null = editing && !readOnly ? { kind: 'edit', message: editing } : props.dialog
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'menu':
      return <Menu {...props} {...dialog} onClose={close} />
    case 'image':
      return (
        <ImageViewer
          images={props.messages().filter(isViewable)}
          startId={dialog.message.id}
          onMenu={(message, anchor) => onDialog({ kind: 'menu', message, anchor, content: 'actions' })}
          onClose={close}
        />
      )
    case 'whisper':
      return contactId === null ? null : (
        <WhisperDialog message={dialog.message} contactId={contactId} onClose={close} />
      )
    case 'remind':
      return <ReminderDialog about={{ ticketId, messageId: dialog.message.id }} onClose={close} />
    case 'edit':
      return (
        <EditDialog
          threadId={ticketId}
          message={dialog.message}
          onClose={() => useThreadUi.setState({ editing: null })}
        />
      )
    case 'forward':
      return (
        <ForwardDialog
          count={dialog.messages.length}
          onForward={to => {
            close()
            props.onForward()
            void forward(dialog.messages, to)
          }}
          onClose={close}
        />
      )
  }
}

function Menu({
  message,
  anchor,
  content,
  ticketId,
  contactId,
  whatsappId,
  readOnly,
  transcribes,
  onDialog,
  onReply,
  onSelect,
  onClose,
}: ThreadDialogsProps & Extract<ThreadDialog, { kind: 'menu' }> & { onClose: () => void }) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const user = useUser()
  const mayWatch = useHolds('tickets:spy')
  const canWhisper = useOffered('whispers')
  const reacts = useNumberCan(whatsappId, 'reactions')
  const edits = useNumberCan(whatsappId, 'edit')
  const deletes = useNumberCan(whatsappId, 'delete')
  const beyond = new Set<'reactions' | 'edit' | 'delete'>([
    ...(reacts ? [] : (['reactions'] as const)),
    ...(edits ? [] : (['edit'] as const)),
    ...(deletes ? [] : (['delete'] as const)),
  ])
  const fail = (error: unknown): unknown => toasts.error(errorText(t, error))
  const mine = message.reactions.find(reaction => reaction.userId === user?.id)?.type ?? null

  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('thread.deleteTitle'),
      text: t('thread.deleteText'),
      okLabel: t('thread.action.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (sure) await deleteMessage(ticketId, message).catch(fail)
  }
  const actions: Record<MenuAction, () => unknown> = {
    reply: () => onReply(message),
    forward: () => onDialog({ kind: 'forward', messages: [message] }),
    select: () => onSelect(message),
    copy: () =>
      navigator.clipboard
        .writeText(messageWords(message))
        .then(() => toasts.success(t('common.copied')), fail),
    transcribe: () => transcribe(ticketId, message).catch(fail),
    download: () => downloadFile(message),
    saveAs: () => downloadFile(message, true),
    edit: () => useThreadUi.setState({ editing: { ticketId, message } }),
    whisper: () => onDialog({ kind: 'whisper', message }),
    remind: () => onDialog({ kind: 'remind', message }),
    delete: remove,
  }
  return (
    <MessageMenu
      message={message}
      anchor={anchor}
      content={content}
      readOnly={readOnly}
      // This computer reads no PDF.
      mayTranscribe={transcribes && canTranscribe(message)}
      mayWhisper={mayWatch && canWhisper && contactId !== null && message.ticketId === ticketId}
      beyond={beyond}
      mine={mine}
      onAction={action => void actions[action]()}
      onReact={emoji => void (user && react(ticketId, message, user.id, emoji).catch(fail))}
      onClose={onClose}
    />
  )
}
