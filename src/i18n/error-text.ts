/** The one handler of error texts. */

import type { TFunction } from 'i18next'
import { errorCodeOf } from '../contract/errors'

/** What failures of the client and of the bridge have in common. */
interface Failure {
  kind?: unknown
  code?: unknown
  text?: unknown
  message?: unknown
  /** Further members of the error body (ApiError). */
  details?: unknown
}

/**
 * What an error says beyond its code: what is limited (`what`), how far (`limit`) or how many hold on to it (both as the
 * text's `count`), what it is about (`name`).
 */
function sayings(details: unknown): Record<string, unknown> {
  if (typeof details !== 'object' || details === null) return {}
  const { what, limit, count, name } = details as Record<string, unknown>
  return {
    ...(typeof what === 'string' ? { context: what } : {}),
    ...(typeof limit === 'number' ? { count: limit } : {}),
    ...(typeof count === 'number' ? { count } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

const words = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * What to tell a person about a failure: the translated code, else the raw text, else
 * 'Ocorreu um erro desconhecido!'; "" where nobody waits for the answer any more.
 * @param t the translator of the current language.
 * @param error an ApiError, a bridge error `{ code, message }`, an Error, a text, or anything that was thrown.
 */
export function errorText(t: TFunction, error: unknown): string {
  const failure: Failure = typeof error === 'object' && error !== null ? error : { text: error }
  if (failure.kind === 'aborted') return ''
  // An ApiError without words of the server says its kind as message: that is for programmers.
  const raw = typeof failure.text === 'string' ? words(failure.text) : words(failure.message)
  const code = errorCodeOf(words(failure.code)) ?? errorCodeOf(raw)
  if (code) return t(`errors.${code}`, sayings(failure.details))
  return raw || t('errors.unknown')
}
