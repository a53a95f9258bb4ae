/** What the server wrote in the place of something it did not receive, in the reader's language. */
import type { TFunction } from 'i18next'
import { translateNotReceived } from '../contract/not-received'

/** @param body of a customer's message. @returns it, with such a line said in the language of `t`. */
export function inTheirWords(t: TFunction, body: string): string {
  const found = translateNotReceived(body, (key, values) => t(`notReceived.${key}`, values))
  return found ? `${found.before}_${found.text}_` : body
}
