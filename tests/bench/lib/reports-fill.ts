/** A year of conversations of one company in bulk, on either engine: what `npm run bench -- --only reports` reads. */
import { sql } from 'drizzle-orm'
import { insertStored, type Stored } from '../../../electron/demo/bulk'
import type { Db } from '../../../electron/server/platform/db/client'
import { countOn } from '../../../electron/server/platform/db/engine/keys'
import {
  breaks,
  contacts,
  onlineSpans,
  queues,
  ratings,
  reportCycles,
  reportDirty,
  tags,
  ticketCounts,
  tickets,
  ticketTags,
  ticketTrackings,
  userQueues,
  users,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { fillMessages, quietly } from './reports-messages'

export interface ReportsOrder {
  companyId: number
  /** Stored with everybody: they sign in with the password it is of. */
  passwordHash: string
  cycles: number
  /** Of all conversations together. */
  messages: number
}

export const PEOPLE = 100
const QUEUES = 10
const LINES = 4
const TAGS = 12
const CONTACTS = 3_000
const DAYS = 365
const DAY = 86_400_000
const HOUR = 3_600_000
/** São Paulo, the company's clock. */
const ZONE_MS = -3 * HOUR
/** Cycles that go on: the latest ones. */
const UNFINISHED = 2_000
const BATCH = 10_000

const stamps = { createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() }
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const list = <T>(size: number, make: (at: number) => T): T[] =>
  Array.from({ length: size }, (_, at) => make(at))

/** The same numbers from 0 to 1 each time. */
function numbers(): () => number {
  let state = 20_261_128
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** Ten queues, a hundred people in three of them each, four connections, twelve tags. @returns their ids. */
async function crew(db: Db, { companyId, passwordHash }: ReportsOrder) {
  const { platform } = db
  const queueIds = idsOf(
    await platform
      .insert(queues)
      .values(list(QUEUES, i => ({ companyId, name: `Setor ${i}`, color: `#11223${i}`, ...stamps })))
      .returning({ id: queues.id }),
  )
  const userIds = idsOf(
    await platform
      .insert(users)
      .values(
        list(PEOPLE, i => ({
          companyId,
          name: `Agente ${i}`,
          email: i === 0 ? 'supervisora@volume.turno' : `agente-${i}@volume.turno`,
          passwordHash,
          profile: i === 0 ? ('supervisor' as const) : ('user' as const),
          ...stamps,
        })),
      )
      .returning({ id: users.id }),
  )
  const queuesOf = (i: number): number[] => list(3, at => queueIds[(i + at * 3) % QUEUES] ?? 0)
  await platform
    .insert(userQueues)
    .values(userIds.flatMap((userId, i) => queuesOf(i).map(queueId => ({ companyId, userId, queueId }))))
  const lineIds = idsOf(
    await platform
      .insert(whatsapps)
      .values(list(LINES, i => ({ companyId, name: `Linha ${i}` })))
      .returning({ id: whatsapps.id }),
  )
  const tagIds = idsOf(
    await platform
      .insert(tags)
      .values(list(TAGS, i => ({ companyId, name: `Etiqueta ${i}`, color: '#334455', ...stamps })))
      .returning({ id: tags.id }),
  )
  return { queuesOf, userIds, lineIds, tagIds }
}

/** Everybody is there on weekdays, from 9 to 18, with a lunch and lines that break off now and then. */
async function presence(
  db: Db,
  companyId: number,
  userIds: readonly number[],
  now: number,
  random: () => number,
): Promise<void> {
  for (let back = DAYS + 40; back > 0; back -= 1) {
    const midnight = Math.floor((now + ZONE_MS) / DAY - back) * DAY - ZONE_MS
    if ([0, 6].includes(new Date(midnight + 12 * HOUR).getUTCDay())) continue
    const spans: Stored<typeof onlineSpans>[] = []
    const rests: Stored<typeof breaks>[] = []
    for (const userId of userIds) {
      let at = midnight + 9 * HOUR + random() * HOUR
      for (const share of [0.2, 0.3, 0.2, 0.3]) {
        const end = at + share * 9 * HOUR
        spans.push({ companyId, userId, startedAt: Math.floor(at), endedAt: Math.floor(end) })
        at = end + random() * 300_000
      }
      const noon = Math.floor(midnight + 12.5 * HOUR + random() * HOUR)
      rests.push({
        companyId,
        userId,
        reason: 'lunch',
        startedAt: noon,
        endedAt: noon + HOUR,
        endedBy: 'person',
      })
    }
    await quietly(db, companyId, async tx => {
      await insertStored(tx, onlineSpans, spans)
      await insertStored(tx, breaks, rests)
    })
  }
}

/**
 * Fills a company that has no tickets. Facts are written as they would be measured.
 * @param now when the newest began, milliseconds.
 */
export async function fillReports(db: Db, order: ReportsOrder, now: number): Promise<void> {
  const { companyId, cycles } = order
  const { queuesOf, userIds, lineIds, tagIds } = await crew(db, order)
  const random = numbers()
  const to = (most: number): number => Math.floor(random() * most)
  /** Minutes for the most, and hours for some. */
  const span = (median: number): number =>
    Math.floor(median * Math.exp((random() + random() + random() - 1.5) * 3))
  await db.platform.write(tx =>
    insertStored(
      tx,
      contacts,
      list(CONTACTS, i => ({
        ...{
          id: i + 1,
          companyId,
          name: `Cliente ${i}`,
          number: `55119${10_000_000 + i}`,
          search: `cliente ${i}`,
        },
        ...{ email: '', isGroup: 0, active: 1, createdAt: 0, updatedAt: 0 },
      })),
    ),
  )
  await presence(db, companyId, userIds, now, random)
  let rating = 0
  for (let from = 0; from < cycles; from += BATCH) {
    const rows = {
      tickets: [] as Stored<typeof tickets>[],
      trackings: [] as Stored<typeof ticketTrackings>[],
      tags: [] as Stored<typeof ticketTags>[],
      ratings: [] as Stored<typeof ratings>[],
      facts: [] as Stored<typeof reportCycles>[],
    }
    for (let n = from + 1; n <= Math.min(cycles, from + BATCH); n += 1) {
      const local = now + ZONE_MS - (1 - n / cycles) * DAYS * DAY
      // Nine of ten by day.
      const hour = random() < 0.9 ? 8 + to(11) : to(24)
      const place = Math.floor(local / DAY) * DAY + hour * HOUR + to(HOUR)
      const queuedAt = Math.min(now - 60_000, place - ZONE_MS)
      const isOver = n <= cycles - UNFINISHED
      const who = to(PEOPLE)
      const userId = userIds[who] ?? 0
      const queueId = queuesOf(who)[to(3)] ?? 0
      const whatsappId = lineIds[random() < 0.7 ? who % LINES : to(LINES)] ?? 0
      const [waiting, handling, first] = [span(300_000), span(2_400_000), span(240_000)]
      const bot = random() < 0.3
      const abandoned = isOver && random() < 0.06
      const startedAt = isOver || random() < 0.5 ? queuedAt + waiting : null
      const finishedAt = isOver && startedAt !== null ? startedAt + handling : null
      const own = random() < 0.5 ? [] : [...new Set(list(1 + to(2), () => tagIds[to(TAGS)] ?? 0))]
      own.sort((a, b) => a - b)
      const rate = finishedAt !== null && random() < 0.25 ? 1 + to(3) : null
      const text = JSON.stringify
      const status = finishedAt !== null ? 'closed' : startedAt === null ? 'pending' : 'open'
      rows.tickets.push({
        ...{
          id: n,
          uuid: `u-${n}`,
          companyId,
          code: '',
          status,
          unreadMessages: 0,
          lastMessage: '',
          fromMe: 0,
        },
        ...{
          isGroup: 0,
          userId: startedAt === null ? null : userId,
          queueId,
          contactId: 1 + to(CONTACTS),
          whatsappId,
        },
        ...{
          waitingSince: null,
          closedAt: finishedAt,
          createdAt: queuedAt,
          updatedAt: finishedAt ?? queuedAt,
        },
        ...{
          lastMessageAt: queuedAt,
          chatbot: 0,
          amountUsedBotQueues: 0,
          useIntegration: 0,
          closedUnread: 0,
        },
      })
      rows.trackings.push({
        ...{
          id: n,
          companyId,
          ticketId: n,
          userId: startedAt === null ? null : userId,
          queueId,
          whatsappId,
          queuedAt,
        },
        ...{
          startedAt,
          finishedAt,
          transfers: n % 9 === 0 ? 1 : 0,
          botAt: bot ? queuedAt : null,
          createdAt: queuedAt,
        },
      })
      for (const tagId of own) rows.tags.push({ companyId, ticketId: n, tagId, createdAt: queuedAt })
      if (rate !== null) {
        rating += 1
        const comment = rating % 3 === 0 ? 'Muito bom, obrigada' : ''
        rows.ratings.push({
          id: rating,
          companyId,
          ticketId: n,
          userId,
          rate,
          comment,
          createdAt: finishedAt,
        })
      }
      const due = queuedAt + 600_000
      const isKept = first < 600_000
      rows.facts.push({
        ...{ id: n, companyId, ticketId: n, queuedAt, finishedAt },
        day: new Date(queuedAt + ZONE_MS).toISOString().slice(0, 10),
        hour:
          ((new Date(queuedAt + ZONE_MS).getUTCDay() + 6) % 7) * 24 +
          new Date(queuedAt + ZONE_MS).getUTCHours(),
        ...{ queueId, userId: startedAt === null ? 0 : userId, whatsappId, tagIds: text(own), seen: 8 },
        ...{ answered: abandoned ? 0 : 1, reopened: n % 13 === 0 ? 1 : 0, abandoned: abandoned ? 1 : 0 },
        ...{
          transfers: n % 9 === 0 ? 1 : 0,
          oneTouch: n % 5 === 0 ? 1 : 0,
          botAnswered: bot ? 1 : 0,
          botSolved: 0,
        },
        ...{
          handedOver: bot ? 1 : 0,
          asked: finishedAt === null ? 0 : 1,
          rate,
          ratingId: rate === null ? null : rating,
        },
        ...{ kept: isKept ? 1 : 0, missed: isKept ? 0 : 1, dueAt: finishedAt === null ? due : null },
        deadlines: text([['Ouro', 'first', due, finishedAt === null ? null : queuedAt + first]]),
        ...{
          firstAnswer: abandoned ? null : first,
          firstAnswerBusiness: abandoned ? null : Math.floor(first / 2),
        },
        ...{ firstAutomatic: bot ? 2_000 : null, firstAutomaticBusiness: bot ? 1_000 : null },
        waiting: startedAt === null ? null : waiting,
        waitingBusiness: startedAt === null ? null : Math.floor(waiting / 2),
        handling: finishedAt === null ? null : handling,
        handlingBusiness: finishedAt === null ? null : Math.floor(handling / 2),
        resolution: finishedAt === null ? null : waiting + handling,
        resolutionBusiness: finishedAt === null ? null : Math.floor((waiting + handling) / 2),
        next: text(list(to(4), () => [span(180_000), span(90_000)])),
      })
    }
    await quietly(db, companyId, async tx => {
      await insertStored(tx, tickets, rows.tickets)
      await insertStored(tx, ticketTrackings, rows.trackings)
      await insertStored(tx, ticketTags, rows.tags)
      await insertStored(tx, ratings, rows.ratings)
      await insertStored(tx, reportCycles, rows.facts)
    })
  }
  await fillMessages(db, order)
  await db.platform.write(async tx => {
    // No day of presence is kept yet: there is nothing to count anew.
    await tx.run(sql`delete from report_presence_marks where company_id = ${companyId}`)
    await countOn(tx)
    await tx.run(sql`delete from ${ticketCounts}`)
    await tx.run(sql`insert into ${ticketCounts} (company_id, status, queue_id, user_id, is_group, tickets)
      select company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*)
      from ${tickets} group by company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group`)
    await tx.run(sql`insert into ${reportDirty} (company_id, span, start)
      select distinct company_id, 'day', day from ${reportCycles}`)
  })
}
