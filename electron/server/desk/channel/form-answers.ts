/** A customer's form answers as text. Pure. */
import { wellFormed } from '@contract'

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

const line = (text: string): string => text.replace(/[\r\n]/g, ' ')

/**
 * The answers of a form as `name: value` lines; its own summary when they are unreadable.
 * @param body the summary.
 * @param response the answers, mostly JSON in a text.
 */
export function formBody(body: string, response: unknown): string {
  let answers: unknown = response
  try {
    if (typeof response === 'string') answers = JSON.parse(response)
  } catch {
    return [body, shown(response)].filter(Boolean).join('\n')
  }
  if (typeof answers !== 'object' || answers === null) return body
  const lines = Object.entries(answers)
    .filter(([name]) => name !== 'flow_token')
    .map(([name, value]) => `${line(name)}: ${shown(value)}`)
  return wellFormed(lines.length > 0 ? lines.join('\n') : body)
}
