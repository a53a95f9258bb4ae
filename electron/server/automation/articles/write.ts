/** Keeps articles, each with what it said before. */
import { ARTICLE_LIMITS, type Article, type articleForm, mayReadArticle } from '@contract'
import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { articles, articleVersions, queues } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { type ArticleReader, articleFor, articleView } from './read'
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

/** Within a write of the company. @throws ApiError ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION */
export async function addArticle(app: Workspace, tx: Tx, me: ArticleWriter, form: Form): Promise<Article> {
  await refuseUnlessTheirs(tx, me, form, [])
  const [row] = await tx
    .insert(articles)
    .values({ companyId: me.companyId, ...form, search: searchTextOf(form) })
    .returning()
  if (!row) throw new ApiError('ERR_INTERNAL')
  await keepVersion(tx, me, row.id, form)
  app.realtime.toCompany(me.companyId, 'article', { action: 'create', id: row.id })
  return articleView(row)
}

/** @throws ApiError ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION */
export const createArticle = (app: Workspace, me: ArticleWriter, form: Form): Promise<Article> =>
  app.db.company(me.companyId).write(tx => addArticle(app, tx, me, form))

/** @throws ApiError ERR_NO_ARTICLE_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION */
export const updateArticle = (app: Workspace, me: ArticleWriter, id: number, form: Form): Promise<Article> =>
  app.db.company(me.companyId).write(async tx => {
    const before = await articleFor(tx, me, id)
    await refuseUnlessTheirs(tx, me, form, before.queueIds)
    const [row] = await tx
      .update(articles)
      .set({ ...form, search: searchTextOf(form), updatedAt: new Date().toISOString() })
      .where(eq(articles.id, id))
      .returning()
    if (!row) throw new ApiError('ERR_NO_ARTICLE_FOUND')
    await keepVersion(tx, me, id, form)
    app.realtime.toCompany(me.companyId, 'article', { action: 'update', id })
    return articleView(row)
  })

/** @throws ApiError ERR_NO_ARTICLE_FOUND */
export const removeArticle = (app: Workspace, me: Me, id: number): Promise<void> =>
  app.db.company(me.companyId).write(async tx => {
    await articleFor(tx, me, id)
    await tx.delete(articles).where(eq(articles.id, id))
    app.realtime.toCompany(me.companyId, 'article', { action: 'delete', id })
  })
