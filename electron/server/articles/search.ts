/** Articles by their words. */
import { ARTICLE_LIMITS, fold } from '@contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { wordsOf } from '../../copilot/ranking'
import type { Reader } from '../db/client'
import { articlesWith } from '../db/engine/words'
import { articles } from '../db/schema'
import { ticketFor } from '../tickets/visibility'
import type { Me } from '../workspace'
import { type ArticleRow, holdsNow, ofQueues, readableBy } from './read'

/** Words of a question that are looked for. */
const MOST_WORDS = 32

/** What an article is found by; its title counts twice. */
export const searchTextOf = ({ title, text, tags }: Pick<ArticleRow, 'title' | 'text' | 'tags'>): string =>
  fold([title, title, ...tags, text].join('\n'))

async function best(
  db: Reader,
  words: readonly string[],
  every: boolean,
  where: SQL | undefined,
  most: number,
): Promise<ArticleRow[]> {
  if (words.length === 0) return []
  const found = articlesWith(words.slice(0, MOST_WORDS), every)
  const rows = await db
    .select({ article: articles, score: sql<number>`f.score` })
    .from(articles)
    .innerJoin(sql`${found} as f`, sql`f.id = ${articles.id}`)
    .where(where)
    .orderBy(sql`f.score desc`)
    .limit(most)
  return rows.map(({ article }) => article)
}

/**
 * Articles that hold and have each of the words that were typed, the last one perhaps not to its end; best first.
 * @param ticketId only those for its queue.
 * @throws ApiError as `ticketFor`.
 */
export async function findArticles(
  db: Reader,
  me: Me,
  typed: string,
  ticketId?: number,
): Promise<ArticleRow[]> {
  const ticket = ticketId === undefined ? null : await ticketFor(db, me, ticketId)
  const words = fold(typed).match(/[\p{L}\p{N}]+/gu) ?? []
  const where = and(
    readableBy(me),
    await holdsNow(db, me.companyId),
    ticket ? ofQueues(ticket.queueId === null ? [] : [ticket.queueId]) : undefined,
  )
  return await best(db, words, true, where, ARTICLE_LIMITS.found)
}

/**
 * Articles that hold and have words of a question; best first.
 * @param of for whom: `queueId` those for conversations of a queue (null: of none; left out: of any), `me` those somebody may
 *   read.
 */
export async function articlesFor(
  db: Reader,
  of: { companyId: number; queueId?: number | null; me?: Me },
  question: string,
  most: number,
): Promise<ArticleRow[]> {
  const where = and(
    of.me ? readableBy(of.me) : eq(articles.companyId, of.companyId),
    await holdsNow(db, of.companyId),
    of.queueId === undefined ? undefined : ofQueues(of.queueId === null ? [] : [of.queueId]),
  )
  return await best(db, [...wordsOf(question)], false, where, most)
}
