import type { TicketNote } from '@contract'
import { useCallback } from 'react'
import { errorText, useTexts } from '@/i18n'
import { removeNote } from '@/stores/messages-actions'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { useConfirm } from '@/ui'

/** How this user takes a whisper back: an own one, admins any (contract, notes.remove). Asks first. */
export function useRemoveWhisper(): (note: TicketNote) => (() => void) | undefined {
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
