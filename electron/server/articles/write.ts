/** Keeps articles, each with what it said before. */
import { ARTICLE_LIMITS, type articleForm, mayReadArticle } from '@contract'
import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../db/client'
import { articles, articleVersions, queues } from '../db/schema'
import { ApiError } from '../errors'
import { records } from '../records/records'
import { type ArticleReader, articleView, readableBy } from './read'
import { searchTextOf } from './search'

type Form = z.output<typeof articleForm>
/** Whoever saves one; another program is nobody, under its name. */
export type ArticleWriter = ArticleReader & { id: number | null; name: string }

/** @param known queues that it already names: they may be gone by now. */
async function refuseUnlessTheirs(
  tx: Tx,
  me: ArticleWriter,
  form: Form,
  known: readonly number[],
): Promise<void> {
  const named = [...new Set(form.queueIds)].filter(id => !known.includes(id))
  const own = and(eq(queues.companyId, me.companyId), inArray(queues.id, named))
  if (named.length > 0 && (await tx.$count(queues, own)) < named.length)
    throw new ApiError('ERR_NO_QUEUE_FOUND', { field: 'queueIds' })
  // Nobody saves what they could not read afterwards.
  if (!mayReadArticle(me, form)) throw new ApiError('ERR_NO_PERMISSION', { field: 'queueIds' })
}

async function keepVersion(tx: Tx, me: ArticleWriter, articleId: number, form: Form): Promise<void> {
  const { companyId, id: userId, name: userName } = me
  await tx.insert(articleVersions).values({ companyId, articleId, userId, userName, ...form })
  const [old] = await tx
    .select({ id: articleVersions.id })
    .from(articleVersions)
    .where(eq(articleVersions.articleId, articleId))
    .orderBy(desc(articleVersions.id))
    .limit(1)
    .offset(ARTICLE_LIMITS.versions)
  if (old)
    await tx
      .delete(articleVersions)
      .where(and(eq(articleVersions.articleId, articleId), lte(articleVersions.id, old.id)))
}

/** Articles that somebody may read, each kept with what it said before. */
export const keptArticles = records({
  table: articles,
  read: (db, where) => db.select().from(articles).where(where).orderBy(asc(articles.id)),
  show: articleView,
  missing: 'ERR_NO_ARTICLE_FOUND',
  visible: (me: ArticleWriter) => readableBy(me),
  check: (tx, me, form: Form, before) => refuseUnlessTheirs(tx, me, form, before?.queueIds ?? []),
  columns: form => ({ ...form, search: searchTextOf(form) }),
  written: (tx, me, id, form) => keepVersion(tx, me, id, form),
  announce: (app, { companyId }, { before, after }) =>
    app.realtime.toCompany(
      companyId,
      'article',
      after ? { action: before ? 'update' : 'create', id: after.id } : { action: 'delete', id: before.id },
    ),
})
