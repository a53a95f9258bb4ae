/** Articles as somebody may read them. */
import { type Article, dayIn } from '@contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { jsonListMeets } from '../db/engine/words'
import { articles } from '../db/schema'
import { ApiError } from '../errors'
import { timeZoneOf } from '../settings'
import type { Me } from '../workspace'

export type ArticleRow = typeof articles.$inferSelect

/** In the contract's shape. */
export const articleView = ({ search: _search, companyId: _company, ...row }: ArticleRow): Article => row

/** Articles of these queues, and those of none. */
export const ofQueues = (queueIds: readonly number[]): SQL =>
  sql`(${articles.queueIds} = '[]' or ${jsonListMeets(articles.queueIds, queueIds)})`

/** mayReadArticle as a condition, company included. */
export const readableBy = (me: Me): SQL | undefined =>
  and(
    eq(articles.companyId, me.companyId),
    me.super || me.profile === 'admin' ? undefined : ofQueues(me.queueIds),
  )

/** @returns a condition: those that hold today, where the company is. */
export async function holdsNow(db: Reader, companyId: number): Promise<SQL> {
  const today = dayIn(await timeZoneOf(db, companyId), new Date())
  return sql`(${articles.validUntil} is null or ${articles.validUntil} >= ${today})`
}

/** @throws ApiError ERR_NO_ARTICLE_FOUND also for one that they may not read. */
export async function articleFor(db: Reader, me: Me, id: number): Promise<ArticleRow> {
  const [row] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), readableBy(me)))
  if (!row) throw new ApiError('ERR_NO_ARTICLE_FOUND')
  return row
}
