/**
 * Computes the vectors of articles for companies that name a model. Articles without vectors, with those of an earlier
 * text or of another model are found by their rows, also after a kill.
 */
import { createHash } from 'node:crypto'
import { and, asc, eq, ne, notExists, sql } from 'drizzle-orm'
import { EMBEDDING_LIMITS } from '../../../providers/embedding'
import type { Consumer, Following } from '../../desk/happenings/consumer'
import type { Piece } from '../../desk/happenings/kinds'
import { reasonOf } from '../../log'
import { articlePieces, articles, copilotSettings } from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import type { ArticleRow } from '../articles/read'
import { piecesOf } from '../articles/vectors'
import { type CopilotRow, copilotOf } from './settings'
import { type Vectors, vectorsFor } from './vectors'

/** Most articles of a company at a time. */
const A_TURN = 50
/** The pause after a failure grows by this factor, up to LONGEST_MS. */
const GROWS = 2
const LONGEST_MS = 10 * 60_000

/** Articles of a company without current vectors; null when there is nothing to do. */
async function outdated(app: Workspace, settings: CopilotRow) {
  const { companyId } = settings
  const pause = app.memory.embedderPauses.get(companyId)
  if (pause && performance.now() < pause.until) return null
  const vectors = await vectorsFor(app, settings)
  if (!vectors) return null
  const madeBy = vectors.madeBy ?? ''
  const current = app.db
    .select({ id: articlePieces.id })
    .from(articlePieces)
    .where(
      and(
        eq(articlePieces.articleId, articles.id),
        eq(articlePieces.madeBy, madeBy),
        eq(articlePieces.madeOf, articles.updatedAt),
      ),
    )
  const due = await app.db
    .select()
    .from(articles)
    .where(and(eq(articles.companyId, companyId), notExists(current)))
    .orderBy(sql`${articles.id} <= ${pause?.articleId ?? 0}`, asc(articles.id))
    .limit(A_TURN)
  return due.length === 0 ? null : { due }
}

/** Requests vectors for the new pieces of an article, and stores them with the unchanged ones. */
async function renew(
  app: Workspace,
  vectors: Vectors,
  madeBy: string,
  article: ArticleRow,
  signal: AbortSignal,
): Promise<void> {
  const { id: articleId, companyId, updatedAt: madeOf } = article
  const pieces = piecesOf(article).map(piece => ({
    ...piece,
    hash: createHash('sha256').update(piece.text).digest('base64'),
  }))
  const kept = await app.db
    .select()
    .from(articlePieces)
    .where(and(eq(articlePieces.articleId, articleId), eq(articlePieces.madeBy, madeBy)))
  const known = new Map(kept.map(({ hash, vector }) => [hash, vector]))
  const missing = pieces.filter(({ hash }) => !known.has(hash))
  while (missing.length > 0) {
    const batch = missing.splice(0, EMBEDDING_LIMITS.texts)
    const texts = batch.map(({ text }) => text)
    const made = await vectors.of(texts, app.modelTimeouts.vectors, signal)
    for (const [at, vector] of made.entries()) known.set(batch[at]?.hash ?? '', vector)
  }
  const rows = pieces.flatMap(({ at, hash }) => {
    const vector = known.get(hash)
    return vector ? [{ companyId, articleId, at, hash, madeBy, madeOf, vector }] : []
  })
  await app.db.company(companyId).write(async tx => {
    const [now] = await tx.select().from(articles).where(eq(articles.id, articleId))
    const settings = await copilotOf(tx, companyId)
    // The article was saved again or deleted, or vectors switched off meanwhile.
    if (now?.updatedAt !== madeOf || !settings?.embeddingModel) return
    await tx.delete(articlePieces).where(eq(articlePieces.articleId, articleId))
    await tx.insert(articlePieces).values(rows)
  })
}

interface Outdated extends Piece {
  due: readonly ArticleRow[]
}

async function embed(app: Workspace, { companyId, due }: Outdated, ending: AbortSignal): Promise<number> {
  const { embedderPauses: pauses } = app.memory
  for (const article of due)
    try {
      await refuseWithoutFeature(app.db, companyId, 'useOpenAi')
      // The model or the rules of masking may have been changed since the article before.
      const vectors = await vectorsFor(app, await copilotOf(app.db, companyId))
      if (!vectors) return 1
      // Its articles are looked at next time: their vectors may turn out to be current.
      if (vectors.madeBy === null) {
        await vectors.identify(ending)
        return 1
      }
      await renew(app, vectors, vectors.madeBy, article, ending)
      pauses.delete(companyId)
    } catch (error) {
      if (ending.aborted) return 0
      const ms = Math.min((pauses.get(companyId)?.ms ?? app.modelTimeouts.pause) * GROWS, LONGEST_MS)
      pauses.set(companyId, { until: performance.now() + ms, ms, articleId: article.id })
      app.log.warn('an article has no vectors', { articleId: article.id, reason: reasonOf(error) })
      return 1
    }
  return due.length
}

/** Articles without vectors, company by company; requests are aborted when the workspace ends. */
const embeddingJob: Following<Outdated> = {
  job: 'article.embed',
  everyMs: 3_000,
  many: 12,
  async due(app, of) {
    const all = await app.db
      .select()
      .from(copilotSettings)
      .where(and(of(copilotSettings.companyId), ne(copilotSettings.embeddingModel, '')))
    const found: Outdated[] = []
    for (const settings of all) {
      const { companyId } = settings
      try {
        const articles = await outdated(app, settings)
        if (articles) found.push({ key: companyId, companyId, ...articles })
      } catch (error) {
        app.log.warn('articles without vectors were not looked for', { companyId, reason: reasonOf(error) })
      }
    }
    return found
  },
  work: embed,
}

export const articleVectors: Consumer = { name: 'article-vectors', follows: embeddingJob }
