/** Which text belongs under a field, as a key of this feature's texts; null when the field is fine. */
export function emailProblem(email: string): 'needEmail' | 'badEmail' | null {
  const text = email.trim()
  if (text === '') return 'needEmail'
  return /^[^\s@]+@[^\s@]+$/.test(text) ? null : 'badEmail'
}

export const passwordProblem = (password: string): 'needPassword' | null =>
  password === '' ? 'needPassword' : null

/**
 * The due date inside the words of an error, when there is one.
 * @param words message of ERR_COMPANY_EXPIRED: an ISO date, or a sentence that holds one.
 * @returns ISO-8601 text, or null.
 */
export function dueDateIn(words: string): string | null {
  const found = /\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?/.exec(words)?.[0]
  return found && !Number.isNaN(Date.parse(found)) ? found : null
}
