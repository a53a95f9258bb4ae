/** Fills the demo company with many tickets quickly: for measuring, not for showing. */

import { randomUUID } from 'node:crypto'
import { fold } from '@contract'
import { and, asc, eq, max } from 'drizzle-orm'
import type { Db } from '../server/platform/db/client'
import { countOn } from '../server/platform/db/engine/keys'
import {
  companies,
  contacts,
  messages,
  queues,
  tickets,
  ticketTrackings,
  users,
  whatsapps,
} from '../server/platform/db/schema'
import { contactSearchText } from '../server/platform/db/search'
import { insertStored, type Stored } from './bulk'
import { COMPANY } from './company/company'
import { AFTER_SALE } from './company/stories'
import { AROUND_SALE } from './company/stories-more'
import { person } from './simulator/people'
import { createRandom, type Random } from './simulator/random'
import { fill, newCase, TOPICS } from './simulator/talk/cases'
import { ANSWERS, DETAILS, GOODBYES, OPENINGS } from './simulator/talk/phrases'

export const MESSAGES_PER_TICKET = 60

/** Tickets of one transaction: others get their turn between them. */
const BATCH = 50
/** Share of the tickets by status: most are closed, as in a real workspace. */
const STATUS_SHARES = [
  ['pending', 0.1],
  ['open', 0.25],
] as const
const MINUTE = 60_000
/** How many endings of a number are in use: neither 0000 nor 9999. */
const LAST_FOUR = 9_998
const SPREAD_MS = 30 * 24 * 60 * MINUTE

interface Place {
  companyId: number
  whatsappId: number
  queueIds: number[]
  userIds: number[]
}

async function demoPlace(db: Db): Promise<Place> {
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.name, COMPANY.name))
  if (!company) throw new Error('There is no demo company to fill')
  const of = company.id
  const [phone] = await db
    .select({ id: whatsapps.id })
    .from(whatsapps)
    .where(eq(whatsapps.companyId, of))
    .orderBy(asc(whatsapps.id))
  const queueRows = await db.select({ id: queues.id }).from(queues).where(eq(queues.companyId, of))
  const userRows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, of), eq(users.profile, 'user')))
  if (!phone || queueRows.length === 0 || userRows.length === 0)
    throw new Error('The demo company is not complete')
  return {
    companyId: of,
    whatsappId: phone.id,
    queueIds: queueRows.map(row => row.id),
    userIds: userRows.map(row => row.id),
  }
}

type Line = readonly [body: string, folded: string]

/** Lines of both sides, filled and folded once: variety without the cost of making each anew. */
function lineStock(random: Random): { customer: Line[]; agent: Line[] } {
  const stock = (phrases: readonly string[]): Line[] =>
    Array.from({ length: 1_500 }, () => {
      const more = { agent: 'Ana', company: COMPANY.name, queue: 'Suporte' }
      const body = fill(random.pick(phrases), newCase(random, random.pick(TOPICS)), more)
      return [body, fold(body)] as const
    })
  const agentPhrases = Object.values({ ...AFTER_SALE, ...AROUND_SALE })
    .flat(2)
    .filter(beat => beat.by === 'a')
    .flatMap(beat => [...beat.say].filter(Boolean))
  const customer = [
    Object.values(OPENINGS).flat(2),
    Object.values(DETAILS).flat(),
    Object.values(ANSWERS).flat(),
    [...GOODBYES],
  ]
  return { customer: stock(customer.flat()), agent: stock(agentPhrases) }
}

/**
 * Adds tickets of MESSAGES_PER_TICKET messages each, every one with a contact of its own.
 * @throws Error when the demo company is missing.
 */
export async function fillScale(
  db: Db,
  tickets_: number,
  now: number = Date.now(),
): Promise<{ tickets: number; messages: number }> {
  const place = await demoPlace(db)
  const [lastContact] = await db.select({ id: max(contacts.id) }).from(contacts)
  const [lastTicket] = await db.select({ id: max(tickets.id) }).from(tickets)
  const [lastMessage] = await db.select({ seq: max(messages.seq) }).from(messages)
  const firstContact = (lastContact?.id ?? 0) + 1
  const firstTicket = (lastTicket?.id ?? 0) + 1
  const random = createRandom(`scale ${firstTicket}`)
  const lines = lineStock(random)
  /** Numbers of a range no other customer has; the last four digits run from 0001 to 9998 (simulator/numbers.ts). */
  const numberOf = (i: number): string => {
    const n = firstContact + i
    const four = (part: number): string => String(part).padStart(4, '0')
    return `55998${four(Math.floor(n / LAST_FOUR))}${four((n % LAST_FOUR) + 1)}`
  }

  for (let from = 0; from < tickets_; from += BATCH) {
    const size = Math.min(BATCH, tickets_ - from)
    const contactRows: Stored<typeof contacts>[] = []
    const ticketRows: Stored<typeof tickets>[] = []
    const messageRows: Stored<typeof messages>[] = []
    const trackingRows: Stored<typeof ticketTrackings>[] = []
    for (let i = from; i < from + size; i++) {
      const who = person(random)
      const number = numberOf(i)
      const [contactId, ticketId] = [firstContact + i, firstTicket + i]
      const userId = random.pick(place.userIds)
      const queueId = random.pick(place.queueIds)
      const dice = random.next()
      const status =
        dice < STATUS_SHARES[0][1]
          ? 'pending'
          : dice < STATUS_SHARES[0][1] + STATUS_SHARES[1][1]
            ? 'open'
            : 'closed'
      const end =
        now - (status === 'closed' ? random.int(MINUTE, SPREAD_MS) : random.int(MINUTE, 600 * MINUTE))
      const start = end - (MESSAGES_PER_TICKET - 1) * MINUTE
      const endsWithCustomer = status === 'pending'
      let body = ''
      for (let m = 0; m < MESSAGES_PER_TICKET; m++) {
        const last = m === MESSAGES_PER_TICKET - 1
        const fromMe = last ? !endsWithCustomer : m % 2 === 1
        const [text, folded] = random.pick(fromMe ? lines.agent : lines.customer)
        body = text
        const at = start + m * MINUTE
        const id = `5CA1E${ticketId.toString(36)}X${m}N${(lastMessage?.seq ?? 0).toString(36)}`.toUpperCase()
        const read = endsWithCustomer && m >= MESSAGES_PER_TICKET - 2 ? 0 : 1
        messageRows.push({
          id,
          companyId: place.companyId,
          ticketId,
          contactId: fromMe ? null : contactId,
          userId: fromMe ? userId : null,
          queueId,
          body: text,
          search: folded,
          fromMe: fromMe ? 1 : 0,
          read,
          ack: fromMe ? 4 : 0,
          mediaType: fromMe ? 'extendedTextMessage' : 'conversation',
          isDeleted: 0,
          isEdited: 0,
          isForwarded: 0,
          createdAt: at,
          updatedAt: at,
        })
      }
      contactRows.push({
        id: contactId,
        companyId: place.companyId,
        name: who.name,
        number,
        whatsappId: place.whatsappId,
        search: contactSearchText({ name: who.name, number }),
        isGroup: 0,
        active: 1,
        email: '',
        createdAt: start,
        updatedAt: start,
      })
      ticketRows.push({
        id: ticketId,
        uuid: randomUUID(),
        companyId: place.companyId,
        code: String(start),
        status,
        unreadMessages: endsWithCustomer ? 2 : 0,
        lastMessage: body,
        lastMessageType: endsWithCustomer ? 'conversation' : 'extendedTextMessage',
        lastMessageAt: end,
        fromMe: endsWithCustomer ? 0 : 1,
        lastAuthorId: endsWithCustomer ? null : userId,
        isGroup: 0,
        userId: status === 'pending' ? null : userId,
        queueId,
        contactId,
        whatsappId: place.whatsappId,
        // The last two messages are the customer's: waiting began with the first of them.
        waitingSince: endsWithCustomer ? end - MINUTE : null,
        closedAt: status === 'closed' ? end : null,
        createdAt: start,
        updatedAt: end,
        chatbot: 0,
        amountUsedBotQueues: 0,
        useIntegration: 0,
      })
      trackingRows.push({
        companyId: place.companyId,
        ticketId,
        userId: status === 'pending' ? null : userId,
        queueId,
        whatsappId: place.whatsappId,
        queuedAt: start,
        startedAt: start + MINUTE,
        finishedAt: status === 'closed' ? end : null,
        createdAt: start,
      })
    }
    await db.platform.write(async tx => {
      await insertStored(tx, contacts, contactRows)
      await insertStored(tx, tickets, ticketRows)
      await insertStored(tx, messages, messageRows)
      await insertStored(tx, ticketTrackings, trackingRows)
      await countOn(tx)
    })
  }
  return { tickets: tickets_, messages: tickets_ * MESSAGES_PER_TICKET }
}
