import type { Ticket } from '@contract'
import { useCallback, useRef } from 'react'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'

/** Within this after the number was copied, the key copies the link. Milliseconds. */
const AGAIN_MS = 3_000

/** Copies the number of a ticket; asked again soon, the link that opens it. Says what was copied. */
export function useCopyNumber(): (ticket: Pick<Ticket, 'id' | 'uuid'>) => Promise<void> {
  const { t } = useTexts()
  const last = useRef({ id: 0, at: Number.NEGATIVE_INFINITY })
  return useCallback(
    async ({ id, uuid }) => {
      const now = performance.now()
      const again = last.current.id === id && now - last.current.at < AGAIN_MS
      last.current = again ? { id: 0, at: 0 } : { id, at: now }
      try {
        await navigator.clipboard.writeText(again ? `turno://ticket/${uuid}` : String(id))
        toasts.success(again ? t('tickets.linkCopied') : t('tickets.numberCopied', { number: id }))
      } catch {
        toasts.error(t('errors.unknown'))
      }
    },
    [t],
  )
}
