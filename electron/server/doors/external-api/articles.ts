/** Articles for other programs: those for everybody and those of the queues of the token's connection. */
import type { Article, articleChange, articleForm, QueryOut } from '@contract'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { articleFor, articlePage, articleView, readableBy } from '../../automation/articles/read'
import { findArticles } from '../../automation/articles/search'
import { type ArticleWriter, keptArticles } from '../../automation/articles/write'
import { originOf } from '../../platform/audit/audited'
import { changesBetween, record } from '../../platform/audit/record'
import type { WhatsappRow } from '../../platform/db/company-rows'
import { whatsappQueues } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

/** Another program as whoever reads and saves articles. */
async function programOf(app: Workspace, { id, name, companyId }: WhatsappRow): Promise<ArticleWriter> {
  const served = await app.db
    .select({ queueId: whatsappQueues.queueId })
    .from(whatsappQueues)
    .where(eq(whatsappQueues.whatsappId, id))
  const queueIds = served.map(({ queueId }) => queueId)
  return { companyId, id: null, name: `API: ${name}`, profile: 'user', super: false, queueIds }
}

/** By title; with search words, valid articles that contain all of them, best first. */
export async function articlesOf(
  app: Workspace,
  connection: WhatsappRow,
  { words, pageNumber }: QueryOut<'externalApi.articles'>,
) {
  const program = await programOf(app, connection)
  if (words === '') return await articlePage(app.db, readableBy(program), pageNumber)
  const found = pageNumber === 1 ? await findArticles(app.db, program, words) : []
  return { records: found.map(articleView), count: found.length, hasMore: false }
}

/** Records in the audit log what a program saved, under the name of its connection. */
async function recorded(
  app: Workspace,
  { companyId, name }: ArticleWriter,
  request: FastifyRequest,
  before: Article | null,
  saved: Article,
): Promise<Article> {
  await record(app, {
    companyId,
    userId: null,
    userName: name,
    action: before ? 'update' : 'create',
    subject: 'articles',
    subjectId: String(saved.id),
    subjectName: saved.title,
    changes: changesBetween(before, saved),
    ...originOf(request),
  })
  return saved
}

/** @throws ApiError ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION for one that the connection could not read. */
export async function addArticle(
  app: Workspace,
  connection: WhatsappRow,
  request: FastifyRequest,
  form: z.output<typeof articleForm>,
): Promise<Article> {
  const program = await programOf(app, connection)
  return await recorded(app, program, request, null, await keptArticles.create(app, program, form))
}

/** @throws ApiError ERR_NO_ARTICLE_FOUND, and as `addArticle`. */
export async function changeArticle(
  app: Workspace,
  connection: WhatsappRow,
  request: FastifyRequest,
  id: number,
  change: z.output<typeof articleChange>,
): Promise<Article> {
  const program = await programOf(app, connection)
  const before = articleView(await articleFor(app.db, program, id))
  const { title, text, queueIds, tags, validUntil } = before
  const form = { title, text, queueIds, tags, validUntil, ...change }
  return await recorded(app, program, request, before, await keptArticles.update(app, program, id, form))
}
