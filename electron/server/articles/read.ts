/** Articles as somebody may read them. */
import { type Article, dayIn, PAGE } from '@contract'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { jsonListMeets, noCase } from '../db/engine/words'
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

/** Who reads articles: somebody, or another program. */
export type ArticleReader = Pick<Me, 'companyId' | 'profile' | 'super' | 'queueIds'>

/** mayReadArticle as a condition, company included. */
export const readableBy = (me: ArticleReader): SQL | undefined =>
  and(
    eq(articles.companyId, me.companyId),
    me.super || me.profile === 'admin' ? undefined : ofQueues(me.queueIds),
  )

/** @returns a condition: those that hold today, where the company is. */
export async function holdsNow(db: Reader, companyId: number): Promise<SQL> {
  const today = dayIn(await timeZoneOf(db, companyId), new Date())
  return sql`(${articles.validUntil} is null or ${articles.validUntil} >= ${today})`
}

/** By title. */
export async function articlePage(db: Reader, where: SQL | undefined, pageNumber: number) {
  const from = (pageNumber - 1) * PAGE.records
  const count = await db.$count(articles, where)
  const rows = await db
    .select()
    .from(articles)
    .where(where)
    .orderBy(asc(noCase(articles.title)), asc(articles.id))
    .limit(PAGE.records)
    .offset(from)
  return { records: rows.map(articleView), count, hasMore: count > from + rows.length }
}

/** @throws ApiError ERR_NO_ARTICLE_FOUND also for one that they may not read. */
export async function articleFor(db: Reader, me: ArticleReader, id: number): Promise<ArticleRow> {
  const [row] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), readableBy(me)))
  if (!row) throw new ApiError('ERR_NO_ARTICLE_FOUND')
  return row
}
