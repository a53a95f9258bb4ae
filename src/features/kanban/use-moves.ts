import { useCallback } from 'react'
import { nameOf } from '@/features/tickets'
import { errorText, useTexts } from '@/i18n'
import { moveCard } from '@/stores/kanban'
import { ticketById } from '@/stores/tickets'
import { contentToasts } from '@/stores/toasts'

/**
 * Moves a card with both toasts, an undo at the last one, and the reason when it
 * comes back.
 * @returns `(ticketId, to)`: `to` is a lane's id, or the lanes' tags it shall carry.
 */
export function useMoves(): (ticketId: number, to: number | readonly number[]) => Promise<void> {
  const { t } = useTexts()
  return useCallback(
    async (ticketId, to) => {
      const card = ticketById(ticketId)
      const run = async (target: number | readonly number[]): Promise<void> => {
        /** What was done last is said when all of it is done: it carries the undo. */
        const done: ('removed' | 'added')[] = []
        const saying = () => done.map(step => t(`kanban.${step}`))
        try {
          const before = await moveCard(ticketId, target, {
            removed: () => void done.push('removed'),
            added: () => void done.push('added'),
          })
          if (before === null) return
          const words = [...new Set(saying())]
          for (const [at, text] of words.entries()) {
            if (at < words.length - 1) contentToasts.success(text)
            else
              contentToasts.success(text, {
                action: { label: t('common.undo'), run: () => run(before) },
              })
          }
        } catch (error) {
          contentToasts.error(
            t('kanban.notMoved', { name: card ? nameOf(card) : `#${ticketId}`, reason: errorText(t, error) }),
          )
        }
      }
      await run(to)
    },
    [t],
  )
}
