import { useCallback } from 'react'
import { ApiError } from '@/api'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'

/**
 * Says the specification's words about a company, plan or help that could not be saved; the
 * form says beside it what the server said, on its field where it is about one.
 */
export function useSaving(kind: 'company' | 'plan' | 'help'): <T>(save: () => Promise<T>) => Promise<T> {
  const { t } = useTexts()
  return useCallback(
    async save => {
      try {
        return await save()
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'refused') toasts.error(t(`companies.failed.${kind}`))
        throw error
      }
    },
    [kind, t],
  )
}
