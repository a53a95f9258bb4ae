/** Finds articles by words and by meaning. */
import { ARTICLE_LIMITS, fold } from '@contract'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { wordsOf } from '../../../copilot/ranking'
import { within } from '../../../time-limit'
import { reasonOf } from '../../log'
import type { Db, Reader } from '../../platform/db/client'
import { likenessTo } from '../../platform/db/engine/likeness'
import { articlesWith } from '../../platform/db/engine/words'
import { articlePieces, articles } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { copilotOf } from '../copilot/settings'
import { vectorsFor } from '../copilot/vectors'
import { type ArticleReader, type ArticleRow, holdsNow, ofQueues, readableBy } from './read'
import { fused, PIECE_CHARS } from './vectors'

/** How many words of a question are looked for. */
const MOST_WORDS = 32

/** The text an article is found by; its title counts twice. */
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

const forQueue = (queueId: number | null | undefined): SQL | undefined =>
  queueId === undefined ? undefined : ofQueues(queueId === null ? [] : [queueId])

/**
 * Valid articles that contain every word that was typed (the last word may be unfinished), best first.
 * @param queueId only articles for conversations of this queue; null: without a queue; omitted: any.
 */
export async function findArticles(
  db: Reader,
  me: ArticleReader,
  typed: string,
  queueId?: number | null,
): Promise<ArticleRow[]> {
  const words = fold(typed).match(/[\p{L}\p{N}]+/gu) ?? []
  const where = and(readableBy(me), await holdsNow(db, me.companyId), forQueue(queueId))
  return await best(db, words, true, where, ARTICLE_LIMITS.found)
}

/**
 * How many pieces of a company are compared with a question, and how many at a time: on a file others wait meanwhile.
 */
const PIECES = { most: 10_000, atATime: 500 }
/** Below this likeness nothing counts as alike, whatever the model. */
const LEAST_ALIKE = 0.2

/** The place in an article that answers the question. */
interface Place {
  id: number
  at: number
}

/**
 * Articles whose meaning is close to a question, best first. Empty when the company has no model for it or the model
 * does not answer within a moment: the search by words runs in any case.
 */
async function alike(
  app: Workspace,
  companyId: number,
  where: SQL | undefined,
  question: string,
): Promise<Place[]> {
  const asked = question.trim().slice(-PIECE_CHARS)
  try {
    const vectors = await vectorsFor(app, await copilotOf(app.db, companyId))
    if (!vectors?.madeBy || asked === '') return []
    const own = and(eq(articlePieces.companyId, companyId), eq(articlePieces.madeBy, vectors.madeBy))
    const [first] = await app.db.select({ id: articlePieces.id }).from(articlePieces).where(own).limit(1)
    if (!first) return []
    const ms = app.modelTimeouts.question
    const [vector] = await within(ms, signal => vectors.of([asked], ms, signal))
    return vector ? await nearest(app.db, and(own, where), vector) : []
  } catch (error) {
    app.log.info('a question is answered by its words alone', { companyId, reason: reasonOf(error) })
    return []
  }
}

async function nearest(db: Db, where: SQL | undefined, vector: Float32Array): Promise<Place[]> {
  const { id, articleId, at } = articlePieces
  const score = await likenessTo(db, articlePieces.vector, vector)
  const best = new Map<number, Place & { score: number }>()
  let last = 0
  for (let read = 0; read < PIECES.most; read += PIECES.atATime) {
    const rows = await db
      .select({ id, articleId, at, score })
      .from(articlePieces)
      .innerJoin(articles, eq(articles.id, articleId))
      .where(and(where, gt(id, last)))
      .orderBy(asc(id))
      .limit(PIECES.atATime)
    for (const { articleId: id, at, score } of rows)
      if (score >= LEAST_ALIKE && score > (best.get(id)?.score ?? 0)) best.set(id, { id, at, score })
    if (rows.length < PIECES.atATime) break
    last = rows.at(-1)?.id ?? last
    await new Promise(resolve => setImmediate(resolve))
  }
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, ARTICLE_LIMITS.found)
}

/**
 * Valid articles that contain words of a question, or have its meaning where the company has a model for that, best
 * first. The text of a long article begins at the place that answers the question, if that is known.
 * @param of who asks: `queueId` limits to conversations of a queue (null: without one; omitted: any), `me` to articles
 *   that person may read.
 */
export async function articlesFor(
  app: Workspace,
  of: { companyId: number; queueId?: number | null; me?: Me },
  question: string,
  most: number,
): Promise<ArticleRow[]> {
  const where = and(
    of.me ? readableBy(of.me) : eq(articles.companyId, of.companyId),
    await holdsNow(app.db, of.companyId),
    forQueue(of.queueId),
  )
  const [byWords, byMeaning] = await Promise.all([
    best(app.db, [...wordsOf(question)], false, where, ARTICLE_LIMITS.found),
    alike(app, of.companyId, where, question),
  ])
  const places = new Map(byMeaning.map(({ id, at }) => [id, at]))
  const ids = fused([byWords.map(({ id }) => id), [...places.keys()]], most)
  const known = new Map(byWords.map(row => [row.id, row]))
  const others = ids.filter(id => !known.has(id))
  for (const row of others.length === 0
    ? []
    : await app.db.select().from(articles).where(inArray(articles.id, others)))
    known.set(row.id, row)
  return ids.flatMap(id => {
    const row = known.get(id)
    const at = places.get(id) ?? 0
    return row ? [{ ...row, text: at === 0 ? row.text : `…${row.text.slice(at)}` }] : []
  })
}
