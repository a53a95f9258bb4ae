/**
 * What else works by itself while servers are killed: a campaign, a webhook that hears of every message and ticket, and a chatbot
 * that answers whoever writes for the first time. Each exactly once; an event of the webhook at least once, always under one id.
 */
import { and, eq, inArray, like, ne } from 'drizzle-orm'
import { SECRET_PURPOSE } from '../../../electron/server/automation/webhooks/rows'
import { sealText } from '../../../electron/server/platform/auth/seal'
import { loadKeys } from '../../../electron/server/platform/auth/tokens'
import type { Db } from '../../../electron/server/platform/db/client'
import * as schema from '../../../electron/server/platform/db/schema'
import type { Sent } from '../../support/graph-double'
import { judgeEvents, receiver } from '../outward'
import type { Agent } from './agents'

/** The menu a new customer is answered with. */
const MENU = 'Escolha um setor'
const QUEUES = [
  { name: 'Vendas', color: '#aa5522' },
  { name: 'Suporte', color: '#22aa55' },
]

/** Numbers of customers the chatbot answers. */
export const newcomer = (n: number): string => `551194${String(1_000_000 + n)}`
const recipient = (n: number): string => `551195${String(1_000_000 + n)}`

const only = <T>(rows: T[]): T => {
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

export interface MoreJobsOptions {
  db: Db
  folder: string
  companyId: number
  /** The connection that writes to the recipients, and whose newcomers are answered. */
  whatsappId: number
  recipients: number
  random: () => number
}

/** Writes what they need; begins none. */
export async function moreJobs({ db, folder, companyId, whatsappId, recipients, random }: MoreJobsOptions) {
  const hook = await receiver(random)
  const secret = sealText(loadKeys(folder), SECRET_PURPOSE, 'whsec_falhas')
  await db.platform.insert(schema.settings).values({ companyId, key: 'localProviders', value: 'enabled' })
  await db.platform
    .insert(schema.webhooks)
    .values({ companyId, name: 'W', url: hook.url, messages: true, tickets: true, secret })
  await db.platform
    .update(schema.whatsapps)
    .set({ greetingMessage: MENU })
    .where(eq(schema.whatsapps.id, whatsappId))
  for (const queue of QUEUES) {
    const { id: queueId } = only(
      await db.platform
        .insert(schema.queues)
        .values({ companyId, ...queue })
        .returning(),
    )
    await db.platform.insert(schema.whatsappQueues).values({ companyId, whatsappId, queueId })
  }
  const { id: contactListId } = only(
    await db.platform
      .insert(schema.contactLists)
      .values({ companyId, name: 'Falhas', search: 'falhas' })
      .returning(),
  )
  const people = Array.from({ length: recipients }, (_, n) => recipient(n))
  const wroteAt = new Date().toISOString()
  for (const number of people) {
    const { id: contactId } = only(
      await db.platform
        .insert(schema.contacts)
        .values({ companyId, name: number, number, search: number })
        .returning(),
    )
    await db.platform.insert(schema.replyWindows).values({ companyId, whatsappId, contactId, wroteAt })
  }
  await db.platform.insert(schema.contactListItems).values(
    people.map(number => ({
      ...{ companyId, contactListId, name: number, number, search: number },
      numberState: 'valid' as const,
    })),
  )
  let campaignId = 0

  /** Of everything that left by itself: one row each, which left once, or of which nobody knew and which did not leave. */
  const once = async (
    what: string,
    names: readonly string[],
    rows: readonly { name: string; id: string; failure: string | null }[],
    taken: readonly Sent[],
  ): Promise<string[]> => {
    const times = new Map<string, number>()
    for (const { callback } of taken) if (callback) times.set(callback, (times.get(callback) ?? 0) + 1)
    return names.flatMap(name => {
      const own = rows.filter(row => row.name === name)
      if (own.length !== 1) return [`${what} ${name} is stored ${own.length} times`]
      return own.flatMap(({ id, failure }) => {
        const left = times.get(id) ?? 0
        if (failure !== null && failure !== 'ERR_WAPP_UNSURE') return [`${what} ${name} failed: ${failure}`]
        return left === (failure === null ? 1 : 0) ? [] : [`${what} ${name} left ${left} times`]
      })
    })
  }
  const { messages, tickets, contacts, campaigns, webhookDeliveries, happenings } = schema

  return {
    /** Begins the campaign. */
    async begin(agent: Agent): Promise<void> {
      await agent.insist('POST', '/campaign-settings', {
        settings: { messageInterval: 0, longerIntervalAfter: 0 },
      })
      await agent.insist('POST', '/campaigns', {
        ...{ name: 'Falhas', message1: 'Oi {nome}', whatsappId, contactListId },
        scheduledAt: new Date().toISOString(),
      })
      campaignId = only(await db.select({ id: campaigns.id }).from(campaigns)).id
    },
    /** What is not done yet. */
    async waiting(): Promise<number> {
      return (
        (await db.$count(campaigns, ne(campaigns.status, 'FINALIZADA'))) +
        (await db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting'))) +
        (await db.$count(happenings))
      )
    },
    /** Counts what happened against what should have. @returns what is wrong, in words, and how much there was. */
    async checked(taken: readonly Sent[], newcomers: readonly string[]) {
      const sent = await db
        .select({ clientId: messages.clientId, id: messages.id, failure: messages.failure })
        .from(messages)
        .where(like(messages.clientId, `campaign:${campaignId}:%`))
      const written = await db
        .select({ id: schema.campaignRecipients.id, number: schema.campaignRecipients.number })
        .from(schema.campaignRecipients)
      const numberOf = new Map(written.map(({ id, number }) => [String(id), number]))
      const answers = await db
        .select({ name: contacts.number, id: messages.id, failure: messages.failure })
        .from(messages)
        .innerJoin(tickets, eq(tickets.id, messages.ticketId))
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(and(eq(messages.fromMe, true), inArray(contacts.number, [...newcomers])))
      const events = await db
        .select({
          id: webhookDeliveries.id,
          event: webhookDeliveries.event,
          ticket: webhookDeliveries.ticketId,
          message: webhookDeliveries.messageSeq,
          status: webhookDeliveries.status,
        })
        .from(webhookDeliveries)
        .orderBy(webhookDeliveries.id)
      const seqs = await db.select({ seq: messages.seq }).from(messages)
      return {
        events: events.length,
        faults: [
          ...(await once(
            'the campaign to',
            people,
            sent.map(row => ({ ...row, name: numberOf.get(row.clientId?.split(':')[2] ?? '') ?? '?' })),
            taken,
          )),
          ...(await once('the answer to', newcomers, answers, taken)),
          ...judgeEvents(
            {
              events: events.map(row => ({
                ...{ id: String(row.id), event: row.event, status: row.status },
                ...{ ticket: String(row.ticket), message: Number(row.message) },
              })),
              messages: seqs.map(row => row.seq),
            },
            hook.got,
          ),
        ],
      }
    },
    end: () => hook.close(),
  }
}
