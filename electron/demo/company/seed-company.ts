/** Writes company, people, queues, connections and everything else that exists before the first customer. */
import { randomUUID } from 'node:crypto'
import { searchTextOf } from '../../server/automation/articles/search'
import { hashPassword } from '../../server/platform/auth/passwords'
import { PLATFORM_SETTINGS } from '../../server/platform/companies/defaults'
import type { Tx } from '../../server/platform/db/client'
import {
  announcements,
  articles,
  articleVersions,
  chatMessages,
  chats,
  chatUsers,
  companies,
  plans,
  queues,
  quickMessages,
  settings,
  tags,
  userQueues,
  users,
  whatsappQueues,
  whatsapps,
} from '../../server/platform/db/schema'
import { ARTICLES } from './articles'
import {
  ANNOUNCEMENTS,
  CHATS,
  COMPANY,
  COMPLETION_MESSAGE,
  CONNECTIONS,
  PASSWORD,
  PLAN,
  QUEUES,
  QUICK_MESSAGES,
  type QueueName,
  RATING_MESSAGE,
  SETTINGS,
  TAGS,
  type TagName,
  USERS,
} from './company'
import { insertCompanies } from './seed-companies'

export interface SeededCompany {
  id: number
  queues: Readonly<Record<QueueName, number>>
  tags: Readonly<Record<TagName, number>>
  /** In the order of CONNECTIONS. */
  connections: readonly number[]
  /** The one of the Cloud API. */
  cloud: number
  users: readonly { id: number; name: string; email: string; queues: readonly QueueName[] }[]
}

const DAY = 86_400_000
const MINUTE = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()

function firstOf<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('The database answered nothing to an insert')
  return row
}

async function insertUsers(
  tx: Tx,
  companyId: number,
  passwordHash: string,
  queueIds: Readonly<Record<QueueName, number>>,
  created: string,
): Promise<SeededCompany['users']> {
  const out: { id: number; name: string; email: string; queues: readonly QueueName[] }[] = []
  for (const user of USERS) {
    const { name, email, profile, allTicket } = user
    const row = firstOf(
      await tx
        .insert(users)
        .values({
          companyId,
          name,
          email,
          passwordHash,
          profile,
          super: user.super,
          allTicket,
          createdAt: created,
        })
        .returning({ id: users.id }),
    )
    await tx
      .insert(userQueues)
      .values(user.queues.map(q => ({ companyId, userId: row.id, queueId: queueIds[q] })))
    out.push({ id: row.id, name, email, queues: user.queues })
  }
  return out
}

async function insertChats(
  tx: Tx,
  companyId: number,
  people: SeededCompany['users'],
  now: number,
): Promise<void> {
  const idOf = (email: string): number => {
    const found = people.find(u => u.email === email)
    if (!found) throw new Error(`Nobody has the address ${email}`)
    return found.id
  }
  for (const [i, chat] of CHATS.entries()) {
    const began = now - (2 + i * 5) * 60 * MINUTE
    const times = chat.lines.map((_, n) => iso(began + n * 4 * MINUTE))
    const [lastBy, lastLine] = chat.lines.at(-1) ?? ['', '']
    const lastName = people.find(u => u.email === lastBy)?.name ?? ''
    const updatedAt = times.at(-1) ?? iso(now)
    const row = firstOf(
      await tx
        .insert(chats)
        .values({
          companyId,
          uuid: randomUUID(),
          title: chat.title,
          ownerId: idOf(chat.members[0]),
          lastMessage: `${lastName}: ${lastLine}`,
          createdAt: iso(began),
          updatedAt,
        })
        .returning({ id: chats.id }),
    )
    await tx
      .insert(chatUsers)
      .values(
        chat.members.map(m => ({ companyId, chatId: row.id, userId: idOf(m), unreads: chat.unread[m] ?? 0 })),
      )
    await tx.insert(chatMessages).values(
      chat.lines.map(([by, message], n) => ({
        companyId,
        chatId: row.id,
        senderId: idOf(by),
        senderName: people.find(u => u.email === by)?.name ?? '',
        message,
        createdAt: times[n] ?? updatedAt,
        updatedAt: times[n] ?? updatedAt,
      })),
    )
  }
}

/** The hash every demo user signs in with; computed outside the transaction because it takes its time. */
export const demoPasswordHash = (): Promise<string> => hashPassword(PASSWORD)

/** @param now milliseconds since the epoch: everything is dated relative to it. */
export async function insertCompany(tx: Tx, passwordHash: string, now: number): Promise<SeededCompany> {
  const created = iso(now - 120 * DAY)
  const plan = firstOf(await tx.insert(plans).values(PLAN).returning({ id: plans.id }))
  const { id: companyId } = firstOf(
    await tx
      .insert(companies)
      .values({
        ...COMPANY,
        planId: plan.id,
        dueDate: iso(now + 300 * DAY),
        recurrence: 'MENSAL',
        createdAt: created,
      })
      .returning({ id: companies.id }),
  )
  await tx.insert(settings).values(
    Object.entries({ ...SETTINGS, ...PLATFORM_SETTINGS }).map(([key, value]) => ({
      companyId,
      key,
      value,
    })),
  )

  const queueIds = {} as Record<QueueName, number>
  for (const [i, queue] of QUEUES.entries()) {
    const row = firstOf(
      await tx
        .insert(queues)
        .values({ companyId, orderQueue: i + 1, ...queue })
        .returning({ id: queues.id }),
    )
    queueIds[queue.name] = row.id
  }
  const people = await insertUsers(tx, companyId, passwordHash, queueIds, created)
  const owner = people[0]?.id ?? null

  const tagIds = {} as Record<TagName, number>
  for (const tag of TAGS) {
    const row = firstOf(
      await tx
        .insert(tags)
        .values({ companyId, ...tag })
        .returning({ id: tags.id }),
    )
    tagIds[tag.name] = row.id
  }

  const connections: number[] = []
  let cloud = 0
  for (const { queues: served, ...connection } of CONNECTIONS) {
    const row = firstOf(
      await tx
        .insert(whatsapps)
        .values({
          companyId,
          ...connection,
          status: 'CONNECTED',
          statusSince: iso(now - 3 * DAY),
          complationMessage: COMPLETION_MESSAGE,
          ratingMessage: RATING_MESSAGE,
        })
        .returning({ id: whatsapps.id }),
    )
    connections.push(row.id)
    if ('provider' in connection) cloud = row.id
    await tx
      .insert(whatsappQueues)
      .values(served.map(q => ({ companyId, whatsappId: row.id, queueId: queueIds[q] })))
  }

  await tx.insert(quickMessages).values(
    QUICK_MESSAGES.map(({ by, ...quick }) => ({
      companyId,
      userId: people.find(u => u.email === by)?.id ?? owner,
      ...quick,
    })),
  )
  for (const { queues: served, by, tags, ...article } of ARTICLES) {
    const author = people.find(user => user.email === by)
    const content = { ...article, queueIds: served.map(queue => queueIds[queue]), tags: [...tags] }
    const row = firstOf(
      await tx
        .insert(articles)
        .values({ companyId, ...content, search: searchTextOf(content) })
        .returning({ id: articles.id }),
    )
    const version = {
      companyId,
      articleId: row.id,
      userId: author?.id ?? owner,
      userName: author?.name ?? '',
    }
    await tx.insert(articleVersions).values({ ...version, ...content })
  }
  await tx.insert(announcements).values(
    ANNOUNCEMENTS.map(({ daysAgo, ...announcement }) => ({
      companyId,
      ...announcement,
      createdAt: iso(now - daysAgo * DAY),
      updatedAt: iso(now - daysAgo * DAY),
    })),
  )
  await insertChats(tx, companyId, people, now)
  return { id: companyId, queues: queueIds, tags: tagIds, connections, cloud, users: people }
}

/** Few enough for the warning in the frame. */
const OTHER_DUE_DAYS = 3

/**
 * A second company that must never be seen from the first; it has nothing but a person, a queue and a connection, and
 * what it has paid for is about to end: its invoice is made when the workspace starts (payments/job.ts). On its plan are
 * the companies that nobody of the demo signs in to.
 */
export async function insertOtherCompany(tx: Tx, passwordHash: string, now: number): Promise<void> {
  const { id: planId } = firstOf(
    await tx
      .insert(plans)
      .values({
        ...PLAN,
        name: 'Básico',
        value: 149,
        users: 2,
        connections: 1,
        queues: 2,
        useCampaigns: false,
        useKanban: false,
      })
      .returning({ id: plans.id }),
  )
  const { id: companyId } = firstOf(
    await tx
      .insert(companies)
      .values({
        name: 'Outra Empresa',
        email: 'other@demo.turno',
        planId,
        dueDate: iso(now + OTHER_DUE_DAYS * DAY),
      })
      .returning({ id: companies.id }),
  )
  await tx
    .insert(settings)
    .values(Object.entries(SETTINGS).map(([key, value]) => ({ companyId, key, value })))
  const queue = firstOf(
    await tx
      .insert(queues)
      .values({ companyId, name: 'Geral', color: '#307efc', orderQueue: 1 })
      .returning({ id: queues.id }),
  )
  const user = firstOf(
    await tx
      .insert(users)
      .values({ companyId, name: 'Otávio Reis', email: 'other@demo.turno', passwordHash, profile: 'admin' })
      .returning({ id: users.id }),
  )
  await tx.insert(userQueues).values({ companyId, userId: user.id, queueId: queue.id })
  await tx.insert(whatsapps).values({ companyId, name: 'Principal', status: 'DISCONNECTED', isDefault: true })
  await insertCompanies(tx, planId, now, SETTINGS)
}
