/** What the server wrote in the place of something it did not receive, in the reader's language. */
import type { TFunction } from 'i18next'
import { readNotReceived } from '../contract/message-bodies'

/** @param body of a customer's message. @returns it, with such a line said in the language of `t`. */
export function inTheirWords(t: TFunction, body: string): string {
  const found = readNotReceived(body)
  if (!found) return body
  const { before, notReceived } = found
  if (notReceived.what === 'phoneOnly') return `${before}_${t('common.notReceived.phoneOnly')}_`
  const { file } = notReceived
  const said =
    notReceived.what === 'lost'
      ? t('common.notReceived.lost', { file, why: t(`common.notReceived.why.${notReceived.why}`) })
      : t('common.notReceived.tooLarge', { file, limit: notReceived.limit })
  return `${before}_${said}_`
}
