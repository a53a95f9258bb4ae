/** Articles of the company's knowledge. */
import type { QueryOut } from '@contract'
import { and, desc, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm'
import { articlesZip, ofThisCompany } from '../articles/export'
import { articleFor, articlePage, articleView, holdsNow, ofQueues, readableBy } from '../articles/read'
import { readPage, readUploaded } from '../articles/read-document'
import { findArticles } from '../articles/search'
import { createArticle, removeArticle, updateArticle } from '../articles/write'
import { refuseTooMany } from '../auth/attempts'
import type { Reader } from '../db/client'
import { articles, articleVersions } from '../db/schema'
import { containing } from '../db/search'
import type { HandlersOf } from '../http/handlers'
import { ticketFor } from '../tickets/visibility'
import type { Me } from '../workspace'

/** Documents somebody may have read in a minute. */
const PACE = { attempts: 20, windowMs: 60_000 }

/** Those that somebody may read and that a list shows. */
async function filtered(
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

export const articleHandlers: HandlersOf<'articles'> = {
  'articles.page': async ({ app, me, query }) =>
    articlePage(app.db, await filtered(app.db, me, query), query.pageNumber),

  'articles.export': async ({ app, me, query, reply }) => {
    reply.type('application/zip').header('content-disposition', 'attachment; filename="articles.zip"')
    return articlesZip(app.db, me.companyId, await filtered(app.db, me, query))
  },

  'articles.find': async ({ app, me, query: { words, ticketId } }) => {
    const ticket = ticketId === undefined ? undefined : await ticketFor(app.db, me, ticketId)
    return (await findArticles(app.db, me, words, ticket?.queueId)).map(articleView)
  },

  'articles.get': async ({ app, me, params }) => articleView(await articleFor(app.db, me, params.id)),

  'articles.versions': async ({ app, me, params }) => {
    const { id } = await articleFor(app.db, me, params.id)
    const {
      companyId: _company,
      articleId: _article,
      userId: _user,
      ...columns
    } = getTableColumns(articleVersions)
    return await app.db
      .select(columns)
      .from(articleVersions)
      .where(eq(articleVersions.articleId, id))
      .orderBy(desc(articleVersions.id))
  },

  'articles.read': async ({ app, me, body, files }) => {
    await refuseTooMany(app.memory.attempts('documents', PACE).count(String(me.id)))
    const [file] = files
    const read = file ? await readUploaded(file) : await readPage(app, body.url ?? '')
    return { ...read, sections: await ofThisCompany(app.db, me.companyId, read.sections) }
  },

  'articles.create': ({ app, me, body }) => createArticle(app, me, body),
  'articles.update': ({ app, me, params, body }) => updateArticle(app, me, params.id, body),

  'articles.remove': async ({ app, me, params }) => {
    await removeArticle(app, me, params.id)
    return null
  },
}
