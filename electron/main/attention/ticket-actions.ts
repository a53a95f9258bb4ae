/** What can be done about waiting customers without opening the window: accept one, answer one. */

import { randomUUID } from 'node:crypto'
import { MESSAGE_MAX_CHARS, type Preferences, sign, ticketEndpoints, type User } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import type { Log } from '../log/log'
import type { Outbox } from '../outbox/outbox'
import type { AdaptedClient } from '../session/adapted-client'
import type { Attention } from './attention'
import type { Waiting } from './work'

/** How long the answer is waited for, in milliseconds. */
const ANSWER_MS = 30_000

export interface TicketActions {
  /** @returns whether the ticket is the agent's now; an error is logged. */
  accept(ticket: Waiting): Promise<boolean>
  /** Puts an answer into the outbox, signed as the composer signs. @returns false for a blank one. */
  reply(ticketId: number, text: string): Promise<boolean>
}

/** The text as the composer would send it. */
const signed = (text: string, user: User | null, preferences: Preferences): string =>
  preferences.signMessages ? sign(text, user?.name ?? '') : text

export function createTicketActions(deps: {
  client: AdaptedClient
  outbox: Outbox
  attention: Attention
  user: () => User | null
  preferences: () => Preferences
  log: Log
}): TicketActions {
  const { attention, log } = deps
  return {
    async accept(ticket) {
      const me = deps.user()
      if (!me) return false
      attention.localChange(ticket.id)
      try {
        const path = ticketEndpoints['tickets.update'].path.replace(':id', String(ticket.id))
        const answer = await deps.client.fetch(path, {
          method: 'PUT',
          signedIn: true,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ status: 'open', userId: me.id }),
          signal: limitSignal(ANSWER_MS),
        })
        if (!answer.ok) log.warn('ticket not accepted', { status: answer.status })
        return answer.ok
      } catch (error) {
        log.warn('ticket not accepted', { error })
        return false
      }
    },
    async reply(ticketId, text) {
      const words = text.trim()
      if (words === '') return false
      const body = signed(words, deps.user(), deps.preferences()).slice(0, MESSAGE_MAX_CHARS)
      await deps.outbox.enqueue({
        id: randomUUID(),
        ticketId,
        kind: 'text',
        body,
        quote: null,
        attachment: null,
        forward: null,
        holdMs: 0,
      })
      return true
    },
  }
}
