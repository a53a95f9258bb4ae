/**
 * What the messages of the demo's Cloud API number cost in a quarter: as Meta tells of each, free and charged, with the shop's own
 * prices. Those of the conversations that are there are counted one by one; of the others nothing but the sums is left, as of the
 * history (history.ts).
 */
import { ACK, DEFAULT_TIME_ZONE, dayIn, FREE_SERVICE_MESSAGES, fitTogether, JOINABLE_MS } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/client'
import {
  campaignRecipients,
  campaigns,
  cloudMessages,
  cloudRates,
  messageCosts,
  replyWindows,
} from '../../server/platform/db/schema'
import { createRandom, type Random } from '../simulator/random'
import type { QueueName } from './company'
import { loadOf, openingOf } from './rhythm'
import type { SeededCompany } from './seed-company'
import type { WrittenTicket } from './seed-words'

const DAY = 86_400_000
const DAYS = 90
/** Rows of one INSERT. */
const ROWS = 300
const BUSINESS_MS = 10 * 3_600_000
/** Meta's status comes so long after a message left. */
const STATUS_MS = 2_000
const iso = (ms: number): string => new Date(ms).toISOString()

/** The shop's own prices of a thousand messages. */
const RATES = { currency: 'BRL', amounts: { service: 38, utility: 38, marketing: 340, authentication: 38 } }

interface Usual {
  /** Messages of a usual Wednesday. */
  messages: number
  category: 'service' | 'utility'
  author: 'agent' | 'assistant' | 'automatic'
  queue: QueueName
  /** Start of the e-mail address of who wrote them; nobody of the company if left out. */
  by?: string
  /** An advertisement brought the customers: free beyond the month's free ones. */
  ofAdvertisement?: true
  /** Shares that would have fitted into the message before, and that stood in for what a plain text could have said. */
  joinable?: number
  replaceable?: number
}
const USUAL: readonly Usual[] = [
  { messages: 12, category: 'service', author: 'agent', queue: 'Entregas', by: 'ana', joinable: 0.12 },
  { messages: 10, category: 'service', author: 'agent', queue: 'Financeiro', by: 'bruno', joinable: 0.15 },
  { messages: 8, category: 'service', author: 'assistant', queue: 'Entregas', joinable: 0.25 },
  { messages: 9, category: 'service', author: 'automatic', queue: 'Entregas', joinable: 0.35 },
  { messages: 6, category: 'service', author: 'automatic', queue: 'Financeiro', joinable: 0.35 },
  { messages: 3, category: 'service', author: 'agent', queue: 'Entregas', by: 'ana', ofAdvertisement: true },
  // "Your order is on its way", from the shop's own system.
  { messages: 14, category: 'utility', author: 'automatic', queue: 'Entregas', replaceable: 0.15 },
]

type Sum = typeof messageCosts.$inferInsert
type Cell = Pick<Sum, 'category' | 'author' | 'queueId' | 'userId' | 'campaignId'>
interface Counted {
  messages: number
  joinable: number
  replaceable: number
}

/** Adds up days, and gives the month's free messages to those that come first. */
function countedByDay(company: SeededCompany) {
  const rows = new Map<string, Sum & Counted>()
  const used = new Map<string, number>()
  const put = (day: string, cell: Cell, type: string, billable: boolean, counted: Counted): void => {
    if (counted.messages === 0) return
    const key = JSON.stringify([day, cell, type, billable])
    const known = rows.get(key)
    if (!known) {
      const of = { companyId: company.id, whatsappId: company.cloud, day, type, billable }
      rows.set(key, { ...of, ...cell, ...counted })
      return
    }
    known.messages += counted.messages
    known.joinable += counted.joinable
    known.replaceable += counted.replaceable
  }
  return {
    rows: () => [...rows.values()],
    /** @returns whether the last of them is charged. */
    add(day: string, cell: Cell, counted: Counted, ofAdvertisement = false): boolean {
      if (ofAdvertisement) {
        put(day, cell, 'free_entry_point', false, counted)
        return false
      }
      if (cell.category !== 'service') {
        put(day, cell, 'regular', true, counted)
        return true
      }
      const month = day.slice(0, 7)
      const before = used.get(month) ?? 0
      used.set(month, before + counted.messages)
      const free = Math.min(counted.messages, Math.max(0, FREE_SERVICE_MESSAGES - before))
      const share = counted.messages === 0 ? 0 : free / counted.messages
      const part = { ...counted, messages: free, joinable: Math.floor(counted.joinable * share) }
      put(day, cell, 'free_customer_service', false, part)
      const { joinable } = counted
      const rest = { ...counted, messages: counted.messages - free, joinable: joinable - part.joinable }
      put(day, cell, 'regular', true, rest)
      return rest.messages > 0
    },
  }
}

type Sums = ReturnType<typeof countedByDay>

/** What was written in the conversations that are there, oldest first. */
function ownMessages(company: SeededCompany, tickets: readonly WrittenTicket[]) {
  return tickets
    .filter(ticket => ticket.byCloud)
    .flatMap(ticket =>
      ticket.drafts.flatMap((entry, i) => {
        const { draft, automatic, menu = null } = entry
        if (!draft.fromMe || draft.ack < ACK.delivered) return []
        const before = ticket.drafts[i - 1]
        const joinable =
          before?.draft.fromMe === true &&
          draft.at - before.draft.at <= JOINABLE_MS &&
          fitTogether(
            { body: before.draft.body, menu: before.menu ?? null, media: before.facts.mediaFile },
            { body: draft.body, menu, media: entry.facts.mediaFile },
          )
        const cell: Cell = {
          category: 'service',
          author: automatic ? 'automatic' : 'agent',
          queueId: ticket.plan.queue ? company.queues[ticket.plan.queue] : 0,
          userId: automatic ? 0 : (ticket.servedBy ?? 0),
          campaignId: 0,
        }
        return [{ id: draft.id, at: draft.at, ack: draft.ack, joinable, cell }]
      }),
    )
    .sort((one, other) => one.at - other.at)
}

function addUsual(sums: Sums, company: SeededCompany, day: string, load: number, random: Random): void {
  for (const usual of USUAL) {
    const { category, author, queue, by } = usual
    const messages = Math.round(usual.messages * load * (0.7 + random.next() * 0.6))
    const userId = by ? (company.users.find(({ email }) => email.startsWith(by))?.id ?? 0) : 0
    const cell: Cell = { category, author, queueId: company.queues[queue], userId, campaignId: 0 }
    const joinable = Math.round(messages * (usual.joinable ?? 0))
    const replaceable = Math.round(messages * (usual.replaceable ?? 0))
    sums.add(day, cell, { messages, joinable, replaceable }, usual.ofAdvertisement)
  }
}

/**
 * Writes the quarter's sums, what is kept of each message, the rate card, and since when customers may be answered freely.
 * Campaigns must be there.
 * @param now milliseconds since the epoch.
 */
export async function insertCosts(
  db: Db,
  company: SeededCompany,
  tickets: readonly WrittenTicket[],
  now: number,
): Promise<void> {
  const { id: companyId, cloud: whatsappId } = company
  const of = { companyId, whatsappId }
  const dayOf = (at: number): string => dayIn(DEFAULT_TIME_ZONE, new Date(at))
  const reached = await db
    .select({ campaignId: campaigns.id, at: campaignRecipients.deliveredAt })
    .from(campaignRecipients)
    .innerJoin(campaigns, eq(campaigns.id, campaignRecipients.campaignId))
    .where(and(eq(campaigns.whatsappId, whatsappId), eq(campaignRecipients.state, 'delivered')))
  const sums = countedByDay(company)
  const written = ownMessages(company, tickets)
  const kept: (typeof cloudMessages.$inferInsert)[] = []
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const day = dayOf(now - daysAgo * DAY)
    for (const { id, at, ack, joinable, cell } of written.filter(one => dayOf(one.at) === day)) {
      const billable = sums.add(day, cell, { messages: 1, joinable: Number(joinable), replaceable: 0 })
      kept.push({
        ...{ ...of, messageId: id, wamid: `wamid.${id}`, ack, askedAt: iso(at) },
        ...{ priceCategory: 'service', priceType: billable ? 'regular' : 'free_customer_service' },
        ...{ billable, countedAt: iso(Math.min(now, at + STATUS_MS)), joinable },
      })
    }
    const sinceOpening = (now - openingOf(now, daysAgo)) / BUSINESS_MS
    const load = loadOf(now, daysAgo) * Math.min(1, Math.max(0, sinceOpening))
    addUsual(sums, company, day, load, createRandom(`costs ${daysAgo}`))
  }
  for (const { campaignId, at } of reached) {
    const cell: Cell = { category: 'marketing', author: 'campaign', queueId: 0, userId: 0, campaignId }
    sums.add(dayOf(Date.parse(at ?? iso(now))), cell, { messages: 1, joinable: 0, replaceable: 0 })
  }
  const windows = tickets.flatMap(({ byCloud, plan, drafts }) => {
    const last = drafts.findLast(({ draft }) => !draft.fromMe)
    return byCloud && plan.status === 'open' && last
      ? [{ ...of, contactId: plan.contact + 1, wroteAt: iso(last.draft.at) }]
      : []
  })
  await db.platform.write(async tx => {
    const rows = sums.rows()
    for (let from = 0; from < rows.length; from += ROWS)
      await tx.insert(messageCosts).values(rows.slice(from, from + ROWS))
    for (let from = 0; from < kept.length; from += ROWS)
      await tx.insert(cloudMessages).values(kept.slice(from, from + ROWS))
    if (windows.length > 0) await tx.insert(replyWindows).values(windows)
    await tx.insert(cloudRates).values({ companyId, ...RATES, updatedAt: iso(now - DAYS * DAY) })
  })
}
