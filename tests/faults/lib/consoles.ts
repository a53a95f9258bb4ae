/** What a console knows of some conversations by its events alone, and what it has to know in the end. */

import { setTimeout as delay } from 'node:timers/promises'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../electron/server/platform/db/client'
import * as schema from '../../../electron/server/platform/db/schema'
import { parseSocketEvent } from '../../../src/contract'
import type { Agent } from './agents'

interface Known {
  tickets: Map<number, string>
  /** By conversation and id. */
  messages: Map<number, Map<string, string>>
}

/** What is compared of a conversation and of a message. */
const ticketText = (ticket: {
  status: string
  userId: number | null
  queueId: number | null
  unreadMessages: number
  lastMessage: string
}): string =>
  [ticket.status, ticket.userId, ticket.queueId, ticket.unreadMessages, ticket.lastMessage].join(' | ')
const messageText = ({ body, ack }: { body: string; ack: number }): string => `${body} | ${ack}`

/** Messages of each conversation that are compared: the newest, as many as a console shows at first. */
const COMPARED = 20

export interface Console {
  /** Heard an event of a socket. */
  heard(event: string, payload: unknown): void
  /** Asks for everything again: not all that was missed was told. */
  readAgain(): Promise<void>
  /** How often it had to. */
  reads(): number
  /** What differs from what the database has, in words. */
  differs(truth: Known): string[]
}

/** What the database has of conversations: all tickets, and the newest messages of each. */
export async function truthOf(db: Db, companyId: number, ticketIds: readonly number[]): Promise<Known> {
  const { tickets, messages } = schema
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), inArray(tickets.id, [...ticketIds])))
  const of = new Map<number, Map<string, string>>()
  for (const id of ticketIds) {
    const newest = await db
      .select()
      .from(messages)
      .where(eq(messages.ticketId, id))
      .orderBy(desc(messages.seq))
      .limit(COMPARED)
    of.set(id, new Map(newest.map(row => [row.id, messageText(row)])))
  }
  return { tickets: new Map(rows.map(row => [row.id, ticketText(row)])), messages: of }
}

/** @param agent whose sockets bring the events. */
export function consoleOf(agent: Agent, companyId: number, ticketIds: readonly number[]): Console {
  const known: Known = { tickets: new Map(), messages: new Map(ticketIds.map(id => [id, new Map()])) }
  /** What events told while everything was asked for again: no older answer takes its place. */
  let told: Set<unknown> | null = null
  let reads = 0
  let reading = 0
  const noteTicket = (ticket: Parameters<typeof ticketText>[0] & { id: number }): void => {
    if (!known.messages.has(ticket.id)) return
    known.tickets.set(ticket.id, ticketText(ticket))
    told?.add(ticket.id)
  }
  return {
    reads: () => reads,
    heard(event, payload) {
      const parsed = parseSocketEvent(companyId, event, payload)
      if (!parsed.ok) return
      const { channel, data } = parsed.event
      if (channel === 'ticket') {
        if ('ticket' in data) noteTicket(data.ticket)
        else if (data.action !== 'updateUnread') known.tickets.delete(data.ticketId)
      } else if (channel === 'appMessage') {
        if (data.ticket) noteTicket(data.ticket)
        known.messages.get(data.message.ticketId)?.set(data.message.id, messageText(data.message))
        told?.add(data.message.id)
      }
    },
    async readAgain() {
      reads += 1
      const turn = ++reading
      const since = new Set<unknown>()
      told = since
      for (const id of ticketIds) {
        interface Answer {
          ticket: Parameters<typeof ticketText>[0]
          messages: { id: string; body: string; ack: number }[]
        }
        const path = `/messages/${id}?pageNumber=1&markAsRead=false`
        let answer: Answer | null = null
        while (!answer && turn === reading) {
          answer = await agent.read<Answer>(path)
          if (!answer) await delay(200)
        }
        if (!answer || turn !== reading) return
        if (!since.has(id)) known.tickets.set(id, ticketText(answer.ticket))
        const page = known.messages.get(id)
        for (const key of page?.keys() ?? []) if (!since.has(key)) page?.delete(key)
        for (const message of answer.messages)
          if (!since.has(message.id)) page?.set(message.id, messageText(message))
      }
      told = null
    },
    differs(truth) {
      const found: string[] = []
      const compare = (what: string, has: string | undefined, wants: string): void => {
        if (has !== wants) found.push(`${what} is ${has ?? 'unknown'} instead of ${wants}`)
      }
      for (const [id, wants] of truth.tickets) compare(`ticket ${id}`, known.tickets.get(id), wants)
      for (const [id, messages] of truth.messages)
        for (const [key, wants] of messages)
          compare(`message ${key}`, known.messages.get(id)?.get(key), wants)
      return found
    },
  }
}
