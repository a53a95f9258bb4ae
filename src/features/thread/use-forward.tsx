import { type Contact, FORWARD_UNDO_MS, type Message } from '@contract'
import { type ReactNode, useState } from 'react'
import { useTexts } from '@/i18n'
import { enqueue, takeBack } from '@/stores/outbox'
import { usePreferences } from '@/stores/preferences'
import { toasts } from '@/stores/toasts'
import { forwardAll, takeForwardBack } from './forward'
import { ForwardDialog } from './forward-dialog'

/**
 * Forwarding out of a thread: the choice of whom, the hand-over to the outbox, and the way back for a few seconds.
 * @param onLeave called once a contact was chosen.
 * @returns `pick` opens the choice for messages; `dialog` is drawn by the thread.
 */
export function useForward(
  ticketId: number,
  onLeave: () => void,
): { pick: (messages: readonly Message[]) => void; dialog: ReactNode } {
  const { t } = useTexts()
  const [picking, setPicking] = useState<readonly Message[] | null>(null)

  const undo = async (ids: readonly string[]): Promise<void> => {
    const left = await takeForwardBack(ids, takeBack)
    if (left === 0) toasts.success(t('thread.forwardUndone'))
    else toasts.error(t('thread.forwardLeft', { count: left }))
  }
  const forward = async (messages: readonly Message[], to: Contact): Promise<void> => {
    setPicking(null)
    onLeave()
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

  return {
    pick: setPicking,
    dialog: picking ? (
      <ForwardDialog
        count={picking.length}
        onForward={to => void forward(picking, to)}
        onClose={() => setPicking(null)}
      />
    ) : null,
  }
}
