import type { ComponentProps } from 'react'
import { errorText, useTexts } from '@/i18n'
import { ErrorState } from '@/ui'

type Passed = Pick<ComponentProps<typeof ErrorState>, 'busy' | 'compact' | 'onRetry'>

/** Says what could not be loaded and why, with a way to try again. @param title unless given, that it could not be loaded. */
export function LoadError({ title, error, ...more }: Passed & { title?: string; error?: unknown }) {
  const { t } = useTexts()
  return (
    <ErrorState
      title={title ?? t('common.failedToLoad')}
      {...(error === undefined ? {} : { text: errorText(t, error) })}
      retryLabel={t('common.retry')}
      {...more}
    />
  )
}
