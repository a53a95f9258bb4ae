/** The explanation beside the error code in refused calls of the messages API, for people who read logs. */
import { API_ERRORS, type ApiErrorCode, LANGUAGES } from '@contract'
import en from '../../../../src/locales/en/apiErrors.json' with { type: 'json' }
import es from '../../../../src/locales/es/apiErrors.json' with { type: 'json' }
import pt from '../../../../src/locales/pt/apiErrors.json' with { type: 'json' }

const TEXTS: Record<(typeof LANGUAGES)[number], Record<ApiErrorCode, string>> = { pt, en, es }

/**
 * The words beside a code, in the first language of an Accept-Language header that there is; Portuguese otherwise.
 * @returns null for a code that has none.
 */
export function apiErrorText(code: string, accept = ''): string | null {
  const known = API_ERRORS.find(one => one === code)
  if (!known) return null
  const wanted = accept
    .toLowerCase()
    .split(',')
    .map(part => part.trim().slice(0, 2))
  const language = wanted.flatMap(tag => LANGUAGES.filter(one => one === tag))[0] ?? 'pt'
  return TEXTS[language][known]
}
