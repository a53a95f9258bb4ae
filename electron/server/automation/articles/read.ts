/** Reading articles with the rights of a person or a program. */
import { type Article, dayIn, type QueryOut } from '@contract'
import { and, asc, desc, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { jsonListMeets, noCase } from '../../platform/db/engine/words'
import { readPage } from '../../platform/db/page'
import { articles, articleVersions } from '../../platform/db/schema'
import { containing } from '../../platform/db/search'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'

export type ArticleRow = typeof articles.$inferSelect

/** In the contract's shape. */
export const articleView = ({ search: _search, companyId: _company, ...row }: ArticleRow): Article => row

/** Articles of these queues, and those without a queue. */
export const ofQueues = (queueIds: readonly number[]): SQL =>
  sql`(${articles.queueIds} = '[]' or ${jsonListMeets(articles.queueIds, queueIds)})`

/** Who reads: a person, or another program. */
export type ArticleReader = Pick<Me, 'companyId' | 'profile' | 'super' | 'queueIds'>

/** mayReadArticle as a condition, company included. */
export const readableBy = (me: ArticleReader): SQL | undefined =>
  and(
    eq(articles.companyId, me.companyId),
    me.super || me.profile === 'admin' ? undefined : ofQueues(me.queueIds),
  )

/** @returns a condition: articles that are valid today, by the company's clock. */
export async function holdsNow(db: Reader, companyId: number): Promise<SQL> {
  const today = dayIn(await timeZoneOf(db, companyId), new Date())
  return sql`(${articles.validUntil} is null or ${articles.validUntil} >= ${today})`
}

/** A condition: articles a person may read, as a list is filtered. */
export async function articlesWanted(
  db: Reader,
  me: Me,
  { searchParam = '', queueId, holds }: Omit<QueryOut<'articles.page'>, 'pageNumber'>,
): Promise<SQL | undefined> {
  const now = holds && (await holdsNow(db, me.companyId))
  return and(
    readableBy(me),
    searchParam === '' ? undefined : sql`${articles.search} like ${containing(searchParam)} escape '\\'`,
    queueId === undefined ? undefined : ofQueues(queueId === 0 ? [] : [queueId]),
    now && (holds === 'yes' ? now : not(now)),
  )
}

/** A page of articles by title. */
export async function articlePage(db: Reader, where: SQL | undefined, pageNumber: number) {
  const rows = db
    .select()
    .from(articles)
    .where(where)
    .orderBy(asc(noCase(articles.title)), asc(articles.id))
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(articles, where))
  return { records: page.map(articleView), ...rest }
}

/** @throws ApiError ERR_NO_ARTICLE_FOUND also for an article they may not read. */
export async function articleFor(db: Reader, me: ArticleReader, id: number): Promise<ArticleRow> {
  const [row] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), readableBy(me)))
  if (!row) throw new ApiError('ERR_NO_ARTICLE_FOUND')
  return row
}

const {
  companyId: _company,
  articleId: _article,
  userId: _user,
  ...versionColumns
} = getTableColumns(articleVersions)

/** Earlier versions of an article, latest first. @throws ApiError ERR_NO_ARTICLE_FOUND */
export async function versionsOf(db: Reader, me: ArticleReader, id: number) {
  const article = await articleFor(db, me, id)
  return db
    .select(versionColumns)
    .from(articleVersions)
    .where(eq(articleVersions.articleId, article.id))
    .orderBy(desc(articleVersions.id))
}
