/** "Arquivo enviado com sucesso!" is shown by the page that was loaded again (docs/specification.md 2.7). */
import type { TFunction } from '@/i18n'
import { toasts } from '@/stores/toasts'

const KEY = 'logo-sent'

/** Leaves the word for the page that comes. */
export function saySentAfterReload(): void {
  sessionStorage.setItem(KEY, '1')
}

/** Says what the page before left, once. */
export function sayWhatWasSent(t: TFunction): void {
  if (sessionStorage.getItem(KEY) === null) return
  sessionStorage.removeItem(KEY)
  toasts.success(t('settings.logo.sent'))
}
