/** What a suggestion on an older server may be based on: what this computer has seen, and lists that server gives anyway. */
import type { z } from 'zod'
import {
  captionOf,
  endpoints,
  fillVariables,
  GREETINGS,
  givenName,
  type Message,
  type Ticket,
  variablesFor,
} from '../../../src/contract'
import { cut, GROUNDING_LIMITS, type GroundingText, groundingFrom } from '../../copilot/ground'
import type { Turn } from '../../copilot/questions'
import { turnsOf } from '../../providers/model-turns'
import { limitSignal } from '../../time-limit'
import type { Cache } from '../cache/cache'
import type { Log } from '../log/log'
import type { ServerClient } from '../session/server-client'

/** Longest wait for a list, milliseconds: a suggestion without it is better than none. */
const LIST_MS = 4_000

/** What a message says to a model: with what is heard or read in its file. */
export const turnsIn = (messages: readonly Message[]): Turn[] =>
  turnsOf(
    messages
      .filter(({ isDeleted }) => !isDeleted)
      .map(message => {
        const transcriptText = message.transcript?.text ?? ''
        return {
          ...message,
          heard: transcriptText,
          body: transcriptText === '' ? message.body : captionOf(message),
        }
      }),
  ).map(turn => ({ ...turn, text: cut(turn.text) }))

export interface Grounding {
  /** The last messages of a conversation that were seen here, oldest first. */
  conversation(ticketId: number, most?: number): Promise<Turn[]>
  groundingFor(ticket: Ticket): Promise<GroundingText>
}

export function createGrounding(deps: {
  client: Pick<ServerClient, 'fetch'>
  cache: Pick<Cache, 'thread'>
  log: Log
}): Grounding {
  const { client, cache, log } = deps

  /** @returns null where the server does not give it in time. */
  async function read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | null> {
    try {
      const response = await client.fetch(path, { signedIn: true, signal: limitSignal(LIST_MS) })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return schema.parse(await response.json())
    } catch (error) {
      log.warn('a suggestion goes without a list', { path: path.split('?', 1)[0], error })
      return null
    }
  }

  const conversation = async (ticketId: number, most: number = GROUNDING_LIMITS.messages): Promise<Turn[]> =>
    turnsIn((await cache.thread(ticketId, { before: null, limit: most })).messages)

  async function earlierOf(ticket: Ticket) {
    const page = await read(
      `/contacts/${ticket.contactId}/tickets?pageNumber=1`,
      endpoints['contacts.tickets'].response,
    )
    const ended = (page?.tickets ?? []).filter(({ id, status }) => status === 'closed' && id !== ticket.id)
    return await Promise.all(
      ended.slice(0, GROUNDING_LIMITS.earlier).map(async row => ({
        ...row,
        code: row.code ?? '',
        // Reading it there would mark it as read.
        turns: await conversation(row.id, GROUNDING_LIMITS.messagesOfEarlier),
      })),
    )
  }

  return {
    conversation,
    async groundingFor(ticket) {
      const [turns, queues, quickMessages, earlier, settings] = await Promise.all([
        conversation(ticket.id),
        ticket.queueId === null ? null : read('/queue', endpoints['queues.list'].response),
        read('/quick-messages/list', endpoints['quickMessages.list'].response),
        ticket.contactId === null ? [] : earlierOf(ticket),
        read('/settings', endpoints['settings.list'].response),
      ])
      const customer = ticket.contact ? givenName(ticket.contact) : ''
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const variables = {
        ...variablesFor(customer, new Date(), GREETINGS, zone),
        protocol: ticket.code ?? String(ticket.id),
      }
      return groundingFrom({
        turns,
        // An older server keeps none.
        articles: [],
        quickMessages: quickMessages ?? [],
        queue: queues?.find(({ id }) => id === ticket.queueId) ?? null,
        queueHours: settings?.some(one => one.key === 'scheduleType' && one.value === 'queue') ?? false,
        earlier,
        customer: customer || null,
        tags: ticket.tags.map(({ name }) => name),
        protocol: variables.protocol,
        fill: text => fillVariables(text, variables),
      })
    },
  }
}
