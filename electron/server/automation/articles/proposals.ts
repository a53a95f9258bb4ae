/** Proposed articles. Whoever may write articles and may see the conversation sees them and decides about them. */
import { type Article, type articleForm, type ResponseOut, SIMULATED_MODEL } from '@contract'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { visibleTo } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import { articleProposals, copilotCalls, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { articleView } from './read'
import { keptArticles } from './write'

type Form = z.output<typeof articleForm>

const open = eq(articleProposals.state, 'open')

/** Proposals from conversations that a person may see. */
const seenBy = (db: Reader, me: Me): SQL | undefined =>
  and(
    eq(articleProposals.companyId, me.companyId),
    open,
    inArray(articleProposals.ticketId, db.select({ id: tickets.id }).from(tickets).where(visibleTo(me))),
  )

/** Newest first. */
export async function proposalsPage(
  db: Reader,
  me: Me,
  pageNumber: number,
): Promise<ResponseOut<'articleProposals.page'>> {
  const where = seenBy(db, me)
  const rows = db
    .select({ proposal: articleProposals, ticketUuid: tickets.uuid, ticketCode: tickets.code })
    .from(articleProposals)
    .innerJoin(tickets, eq(tickets.id, articleProposals.ticketId))
    .where(where)
    .orderBy(desc(articleProposals.id))
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(articleProposals, where))
  const records = page.map(
    ({ proposal: { id, title, text, queueIds, sent, model, createdAt }, ...ticket }) => ({
      id,
      title,
      text,
      queueIds,
      ...ticket,
      sent,
      simulated: model === SIMULATED_MODEL,
      createdAt,
    }),
  )
  return { records, ...rest }
}

/**
 * Settles a proposal and deletes its words.
 * @param form the article it becomes; null: none.
 * @throws ApiError ERR_NO_ARTICLE_FOUND, also when somebody else was faster.
 */
async function decide(app: Workspace, tx: Tx, me: Me, id: number, form: Form | null): Promise<void> {
  const which = and(eq(articleProposals.id, id), seenBy(tx, me))
  const [row] = await tx.select().from(articleProposals).where(which)
  if (!row) throw new ApiError('ERR_NO_ARTICLE_FOUND')
  const state = form ? 'accepted' : 'dropped'
  await tx
    .update(articleProposals)
    .set({ state, title: '', text: '', sent: '', updatedAt: new Date().toISOString() })
    .where(which)
  const isAsItWas = form?.title === row.title && form.text === row.text
  await tx
    .update(copilotCalls)
    .set({ outcome: form ? (isAsItWas ? 'taken' : 'changed') : 'dropped' })
    .where(
      and(
        eq(copilotCalls.ticketId, row.ticketId),
        eq(copilotCalls.feature, 'learn'),
        eq(copilotCalls.outcome, 'answered'),
      ),
    )
  app.realtime.toCompany(me.companyId, 'articleProposal', { action: 'delete', id })
}

/**
 * Makes an article of a proposal.
 * @throws ApiError ERR_NO_ARTICLE_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION
 */
export const acceptProposal = (app: Workspace, me: Me, id: number, form: Form): Promise<Article> =>
  app.db.company(me.companyId).write(async tx => {
    await decide(app, tx, me, id, form)
    return articleView(await keptArticles.add(app, tx, me, form))
  })

/** @throws ApiError ERR_NO_ARTICLE_FOUND */
export const dropProposal = (app: Workspace, me: Me, id: number): Promise<void> =>
  app.db.company(me.companyId).write(tx => decide(app, tx, me, id, null))
