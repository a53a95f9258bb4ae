/**
 * How many customers a company may write to first in 24 hours. Meta counts it for a portfolio: all numbers of all its
 * accounts share it.
 */
import { UTILITY_TEXT } from '@contract'
import { and, countDistinct, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { limitSignal } from '../../../../time-limit'
import { reasonOf } from '../../../log'
import type { Db, Reader } from '../../../platform/db/client'
import {
  cloudAccounts,
  cloudMessages,
  messages,
  replyWindows,
  tickets,
  whatsapps,
} from '../../../platform/db/schema'
import type { Workspace } from '../../../workspace'
import { WINDOW_MS } from '../window'
import { accountOf, type CloudAccount } from './account'
import { type LimitNotice, limitIn } from './account-notices'
import { createGraph } from './graph'

/** How long somebody who chooses recipients waits for Meta, milliseconds. */
const ASK_MS = 3_000
/** Meta counts whom was written to first within this time, in milliseconds. */
const DAY_MS = 24 * 60 * 60_000

export interface MessagingLimit {
  /** How many customers may be written to first in 24 hours; null when unlimited or unknown. */
  limit: number | null
  /** How many were in the last 24 hours. */
  begun: number
  /** The numbers that share it, by name. */
  numbers: { id: number; name: string }[]
}

interface At {
  companyId: number
  whatsappId: number
}

/** The setups of the company whose numbers share a limit: of one portfolio, or at least of one account. */
async function sharing(db: Reader, { companyId, whatsappId }: At): Promise<number[]> {
  const rows = await db
    .select({
      id: cloudAccounts.whatsappId,
      account: cloudAccounts.businessAccountId,
      portfolio: cloudAccounts.portfolioId,
    })
    .from(cloudAccounts)
    .where(eq(cloudAccounts.companyId, companyId))
  const own = rows.find(({ id }) => id === whatsappId)
  const same = (a = '', b = '') => a !== '' && a === b
  return rows
    .filter(
      one => one.id === whatsappId || same(one.portfolio, own?.portfolio) || same(one.account, own?.account),
    )
    .map(({ id }) => id)
}

/** Stores a limit for every number that shares it; an older report changes nothing. */
export async function noteLimit(db: Db, at: At, told: Pick<LimitNotice, 'most' | 'at'>): Promise<void> {
  const { dailyLimitAt } = cloudAccounts
  await db.unordered
    .update(cloudAccounts)
    .set({ dailyLimit: told.most, dailyLimitAt: told.at })
    .where(
      and(
        inArray(cloudAccounts.whatsappId, await sharing(db, at)),
        or(isNull(dailyLimitAt), lte(dailyLimitAt, told.at)),
      ),
    )
}

const owned = z.object({ owner_business_info: z.object({ id: z.string().min(1).max(64) }) })
const limited = z.object({ whatsapp_business_manager_messaging_limit: z.string() })

/** Meta's answer for somebody who waits; null when it fails. */
async function answerOf<T>(
  app: Workspace,
  { accessToken, whatsappId }: CloudAccount,
  path: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  try {
    const answer = await createGraph(app.graphUrl).call({
      token: accessToken,
      path,
      signal: limitSignal(ASK_MS),
    })
    return schema.parse(answer)
  } catch (error) {
    app.log.info('the messaging limit is not known', { whatsappId, reason: reasonOf(error) })
    return null
  }
}

/** Asks once for the portfolio of each account of a company. */
async function learnPortfolios(app: Workspace, companyId: number): Promise<void> {
  const unknown = await app.db
    .select({ id: cloudAccounts.whatsappId, account: cloudAccounts.businessAccountId })
    .from(cloudAccounts)
    .where(
      and(
        eq(cloudAccounts.companyId, companyId),
        eq(cloudAccounts.portfolioId, ''),
        ne(cloudAccounts.businessAccountId, ''),
        ne(cloudAccounts.accessToken, ''),
      ),
    )
  const oneOfEach = [...new Map(unknown.map(row => [row.account, row.id]))]
  await Promise.all(
    oneOfEach.map(async ([businessAccountId, id]) => {
      const account = await accountOf(app.db, app.keys, id)
      if (!account?.accessToken) return
      const path = `${encodeURIComponent(businessAccountId)}?fields=owner_business_info`
      const found = await answerOf(app, account, path, owned)
      if (!found) return
      await app.db.unordered
        .update(cloudAccounts)
        .set({ portfolioId: found.owner_business_info.id })
        .where(
          and(eq(cloudAccounts.companyId, companyId), eq(cloudAccounts.businessAccountId, businessAccountId)),
        )
    }),
  )
}

/** The limit as Meta gives it now, else the last known one. */
async function limitNow(app: Workspace, at: At): Promise<number | null> {
  const account = await accountOf(app.db, app.keys, at.whatsappId)
  if (!account?.accessToken || account.phoneNumberId === '') return account?.dailyLimit ?? null
  const path = `${encodeURIComponent(account.phoneNumberId)}?fields=whatsapp_business_manager_messaging_limit`
  const found = await answerOf(app, account, path, limited)
  if (!found) return account.dailyLimit
  const most = limitIn(found.whatsapp_business_manager_messaging_limit)
  if (most !== null && most !== account.dailyLimit)
    // To the second, as Meta's own notices are.
    await noteLimit(app.db, at, { most, at: new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString() })
  return most
}

/**
 * How many customers these numbers wrote to first: by a template or utility text outside the answer window. Customers
 * who answered since count as well: rather too many than too few.
 */
async function begunSince(db: Reader, companyId: number, numbers: readonly number[], since: string) {
  const { askedAt } = cloudMessages
  const [row] = await db
    .select({ begun: countDistinct(tickets.contactId) })
    .from(cloudMessages)
    .innerJoin(
      messages,
      and(eq(messages.companyId, cloudMessages.companyId), eq(messages.id, cloudMessages.messageId)),
    )
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .leftJoin(
      replyWindows,
      and(
        eq(replyWindows.whatsappId, cloudMessages.whatsappId),
        eq(replyWindows.contactId, tickets.contactId),
      ),
    )
    .where(
      and(
        eq(cloudMessages.companyId, companyId),
        inArray(cloudMessages.whatsappId, [...numbers]),
        gt(askedAt, since),
        isNull(cloudMessages.failure),
        or(isNotNull(messages.template), eq(messages.mediaType, UTILITY_TEXT)),
        or(
          isNull(replyWindows.wroteAt),
          gt(replyWindows.wroteAt, askedAt),
          lte(replyWindows.wroteAt, sql`${askedAt} - ${WINDOW_MS}`),
        ),
      ),
    )
  return row?.begun ?? 0
}

/**
 * How many customers a number may write to first, how many it has, and which numbers of the company share the limit.
 */
export async function messagingLimitOf(app: Workspace, at: At): Promise<MessagingLimit> {
  const [limit] = await Promise.all([limitNow(app, at), learnPortfolios(app, at.companyId)])
  if (limit === null || limit < 0) return { limit: null, begun: 0, numbers: [] }
  const ids = await sharing(app.db, at)
  const [begun, numbers] = await Promise.all([
    begunSince(app.db, at.companyId, ids, new Date(Date.now() - DAY_MS).toISOString()),
    app.db
      .select({ id: whatsapps.id, name: whatsapps.name })
      .from(whatsapps)
      .where(inArray(whatsapps.id, ids))
      .orderBy(whatsapps.name, whatsapps.id),
  ])
  return { limit, begun, numbers }
}
