/** Keeps articles with their earlier versions. */
import { ARTICLE_LIMITS, type articleForm, mayReadArticle } from '@contract'
import { and, desc, eq, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { articles, articleVersions } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import { type ArticleReader, articleView, readableBy } from './read'
import { searchTextOf } from './search'

type Form = z.output<typeof articleForm>
/** Who saves an article. Another program has a name but no id. */
export type ArticleWriter = ArticleReader & { id: number | null; name: string }

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

/** Articles a person may read, each kept with its earlier versions. */
export const keptArticles = records({
  table: articles,
  show: articleView,
  missing: 'ERR_NO_ARTICLE_FOUND',
  visible: (me: ArticleWriter) => readableBy(me),
  async check(tx, me, form: Form, before) {
    await refuseUnknownRows(tx, me.companyId, 'queue', form.queueIds, before?.queueIds, 'queueIds')
    // Nobody may save an article they could not read afterwards.
    if (!mayReadArticle(me, form)) throw new ApiError('ERR_NO_PERMISSION', { field: 'queueIds' })
  },
  columns: form => ({ ...form, search: searchTextOf(form) }),
  written: (tx, me, id, form) => keepVersion(tx, me, id, form),
  announce: (app, { companyId }, { before, after }) =>
    app.realtime.toCompany(
      companyId,
      'article',
      after ? { action: before ? 'update' : 'create', id: after.id } : { action: 'delete', id: before.id },
    ),
})
