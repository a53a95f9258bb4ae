import { type Contact, FORWARD_UNDO_MS, type Message } from '@contract'
import { useTexts } from '@/i18n'
import { enqueue, takeBack } from '@/stores/outbox'
import { usePreferences } from '@/stores/preferences'
import { toasts } from '@/stores/toasts'
import { forwardAll, takeForwardBack } from './forward'

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
    const ids = await forwardAll(
      { ticketId, messages, contactId: to.id, signMessage: usePreferences.getState().signMessages },
      { enqueue, newId: () => crypto.randomUUID() },
    )
    const name = to.name || to.number
    const action = { label: t('common.undo'), run: () => void undo(ids) }
    if (ids.length === messages.length)
      toasts.success(t('thread.forwardedTo', { count: ids.length, name }), { action, stays: FORWARD_UNDO_MS })
    else toasts.error(t('thread.forwardStopped', { accepted: ids.length, count: messages.length }))
  }
}
