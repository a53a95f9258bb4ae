/** The greeting on accepting: that server keeps the setting and leaves the sending to the console. */
import { acceptedText } from '@contract'
import { ApiError, type Json, type LegacyApi, record, rows } from './call'
import { outgoingText } from './messages'

/**
 * Greets the customer of a ticket that was just accepted, where the company wants it; not groups. The server fills in the time
 * of day and the first name. A greeting that fails takes nothing away from the accepting: it is missing in the conversation.
 * @param ticket as it is read by itself.
 */
export async function greetAccepted(legacy: LegacyApi, ticket: Json): Promise<void> {
  if (ticket.isGroup === true) return
  try {
    const settings = rows(await legacy.json('GET', '/settings'))
    if (settings.find(one => one.key === 'sendGreetingAccepted')?.value !== 'enabled') return
    const agent = record(await legacy.json('GET', `/users/${legacy.user()?.id}`))
    const body = acceptedText('{{gretting}}', '{{firstName}}', outgoingText(String(agent.name ?? '')))
    await legacy.json('POST', `/messages/${ticket.id}`, { body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
