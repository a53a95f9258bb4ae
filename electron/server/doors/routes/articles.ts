/** Articles of the company's knowledge. */
import { articlesZip, ofThisCompany } from '../../automation/articles/export'
import { articlePage, articlesWanted, articleView, versionsOf } from '../../automation/articles/read'
import { readPage, readUploaded } from '../../automation/articles/read-document'
import { findArticles } from '../../automation/articles/search'
import { keptArticles } from '../../automation/articles/write'
import { ticketFor } from '../../desk/tickets/visibility'
import { refuseTooMany } from '../../platform/auth/attempts'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

/** Documents somebody may have read in a minute. */
const PACE = { attempts: 20, windowMs: 60_000 }

export const articleHandlers: HandlersOf<'articles'> = {
  ...serve('articles', keptArticles, 'get'),
  'articles.page': async ({ app, me, query }) =>
    articlePage(app.db, await articlesWanted(app.db, me, query), query.pageNumber),

  'articles.export': async ({ app, me, query, reply }) => {
    reply.type('application/zip').header('content-disposition', 'attachment; filename="articles.zip"')
    return articlesZip(app.db, me.companyId, await articlesWanted(app.db, me, query))
  },

  'articles.find': async ({ app, me, query: { words, ticketId } }) => {
    const ticket = ticketId === undefined ? undefined : await ticketFor(app.db, me, ticketId)
    return (await findArticles(app.db, me, words, ticket?.queueId)).map(articleView)
  },

  'articles.versions': ({ app, me, params }) => versionsOf(app.db, me, params.id),

  'articles.read': async ({ app, me, body, files }) => {
    await refuseTooMany(app.memory.attempts('documents', PACE).count(String(me.id)))
    const [file] = files
    const read = file ? await readUploaded(file) : await readPage(app, body.url ?? '')
    return { ...read, sections: await ofThisCompany(app.db, me.companyId, read.sections) }
  },
}
