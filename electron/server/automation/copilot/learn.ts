/**
 * Proposes articles from ended conversations in which people answered something. A row is kept for each conversation
 * that was asked about: one without a row, whose last try is long enough ago, is asked about, also after a kill.
 */
import { ARTICLE_LIMITS, MASKED_KINDS, RESOLVE_UNDO_MS } from '@contract'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { put } from '../../../copilot/ask'
import { askedIn } from '../../../copilot/ground'
import {
  impersonal,
  isAnswer,
  isWritten,
  LEARN_TOKENS,
  type LearntArticle,
  learning,
  readLearnt,
  withoutNames,
} from '../../../copilot/learning'
import { ranked } from '../../../copilot/ranking'
import { limitSignal } from '../../../time-limit'
import type { Consumer, Following } from '../../desk/happenings/consumer'
import type { Piece } from '../../desk/happenings/kinds'
import { groundingMessages } from '../../desk/presenters/summaries'
import type { TicketRow } from '../../desk/tickets/visibility'
import {
  articleProposals,
  contacts,
  copilotCalls,
  copilotSettings,
  messages,
  tickets,
  users,
} from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { articlesFor } from '../articles/search'
import { countedQuestion } from './question'
import { type CopilotRow, copilotWith } from './settings'

/** Conversations that ended earlier are ignored when the feature is turned on. */
const FRESH_MS = 24 * 60 * 60_000
/** Longest time of one question. */
const LONGEST_MS = 45_000
/** Most messages read of a conversation. */
const MESSAGES = 60
/** Most titles of articles in the prompt, of each kind. */
const KNOWN = 6
/** How often a conversation without an answer is asked about, and the pause in between. */
const TRIES = 3
const PAUSE_MS = 10 * 60_000

/** The next conversation of a company to ask about. */
async function ended(app: Workspace, { companyId, features }: CopilotRow): Promise<TicketRow | null> {
  const { learn: rule } = features
  if (!rule?.on) return null
  const own = and(eq(articleProposals.companyId, companyId), eq(articleProposals.state, 'open'))
  if ((await app.db.$count(articleProposals, own)) >= ARTICLE_LIMITS.openProposals) return null
  const now = Date.now()
  const ago = (ms: number): string => new Date(now - ms).toISOString()
  const askedAbout = app.db
    .select({ id: articleProposals.id })
    .from(articleProposals)
    .where(eq(articleProposals.ticketId, tickets.id))
  const call = and(eq(copilotCalls.ticketId, tickets.id), eq(copilotCalls.feature, 'learn'))
  const tried = app.db
    .select({ id: copilotCalls.id })
    .from(copilotCalls)
    .where(and(call, gt(copilotCalls.createdAt, ago(PAUSE_MS))))
  const tries = app.db.select({ count: sql`count(*)` }).from(copilotCalls).where(call)
  const [row] = await app.db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.status, 'closed'),
        gt(tickets.updatedAt, ago(FRESH_MS)),
        gt(tickets.closedAt, ago(FRESH_MS)),
        // Until then the resolve can be undone.
        lt(tickets.closedAt, ago(RESOLVE_UNDO_MS)),
        eq(tickets.isGroup, false),
        isNull(tickets.mergedInto),
        rule.queueIds.length > 0 ? inArray(tickets.queueId, rule.queueIds) : undefined,
        notExists(askedAbout),
        notExists(tried),
        sql`(${tries}) < ${TRIES}`,
      ),
    )
    .orderBy(asc(tickets.updatedAt))
    .limit(1)
  return row ?? null
}

/** Removes the names of the contact and of the agents from the text of a conversation. */
async function namesOf(app: Workspace, ticket: TicketRow): Promise<(text: string) => string> {
  const customers = await app.db
    .select({ name: contacts.name })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  const wrote = await app.db
    .selectDistinct({ id: messages.userId })
    .from(messages)
    .where(and(eq(messages.ticketId, ticket.id), isNotNull(messages.userId)))
  const ids = [ticket.userId, ...wrote.map(({ id }) => id)].filter(id => id !== null)
  const agents = await app.db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.companyId, ticket.companyId), inArray(users.id, ids)))
  return withoutNames(
    customers.map(({ name }) => name),
    agents.map(({ name }) => name),
  )
}

/** @param model "" when nothing was asked. */
async function keep(
  app: Workspace,
  { id: ticketId, companyId, queueId }: TicketRow,
  learnt: LearntArticle | null,
  model: string,
  sent: string,
): Promise<void> {
  await app.db.company(companyId).write(async tx => {
    const [now] = await tx.select({ status: tickets.status }).from(tickets).where(eq(tickets.id, ticketId))
    // It was reopened or deleted, or the feature switched off meanwhile.
    if (now?.status !== 'closed' || !(await copilotWith(tx, companyId, 'learn', queueId))) return
    const [kept] = await tx
      .insert(articleProposals)
      .values({
        companyId,
        ticketId,
        queueIds: queueId === null ? [] : [queueId],
        model,
        ...(learnt ? { state: 'open' as const, ...learnt, sent } : { state: 'none' as const }),
      })
      .onConflictDoNothing()
      .returning({ id: articleProposals.id })
    if (kept && learnt)
      app.realtime.toCompany(companyId, 'articleProposal', { action: 'create', id: kept.id })
  })
}

async function learn(app: Workspace, ticket: TicketRow, ending: AbortSignal): Promise<void> {
  const { companyId, queueId } = ticket
  const here = eq(messages.ticketId, ticket.id)
  const allMessages = await groundingMessages(app.db, here, MESSAGES)
  const ofPeople = await groundingMessages(app.db, and(here, isNotNull(messages.userId)), MESSAGES)
  const asked = allMessages.some(({ role, text }) => role === 'user' && text.trim() !== '')
  if (!asked || !ofPeople.some(({ text }) => isAnswer(text))) return await keep(app, ticket, null, '', '')
  const nameless = await namesOf(app, ticket)
  const turns = allMessages.map(({ role, text }) => ({ role, text: nameless(text) }))
  const about = turns.map(({ text }) => text).join('\n')
  const written = await articlesFor(app, { companyId }, askedIn(turns), KNOWN)
  const open = await app.db
    .select()
    .from(articleProposals)
    .where(and(eq(articleProposals.companyId, companyId), eq(articleProposals.state, 'open')))
  const proposed = ranked(about, open, ({ title, text }) => `${title}\n${text}`, KNOWN)
  const settings = await copilotWith(app.db, companyId, 'learn', queueId)
  if (!settings) return
  const asking = await countedQuestion(app, { companyId, id: null }, settings, {
    feature: 'learn',
    ticketId: ticket.id,
    question: learning({ turns, known: [...written, ...proposed].map(({ title }) => title) }),
    maxTokens: LEARN_TOKENS,
    masks: MASKED_KINDS,
  })
  let answer = ''
  const { model } = await put(
    asking,
    piece => {
      answer += piece
    },
    limitSignal(LONGEST_MS, ending),
  )
  const learnt = readLearnt(answer, text => impersonal(nameless(text)))
  // Searched by the words of the answer: they may lead to other articles than those of the question.
  const alike = learnt ? await articlesFor(app, { companyId }, `${learnt.title} ${learnt.text}`, KNOWN) : []
  const isNew = learnt !== null && !isWritten(learnt, [...written, ...alike, ...open])
  await keep(app, ticket, isNew ? learnt : null, model, asking.prepared.sent)
}

interface Ended extends Piece {
  ticket: TicketRow
}

/** Ended conversations, one of a company at a time; requests are aborted when the workspace ends. */
const articleProposalJob: Following<Ended> = {
  job: 'article.propose',
  everyMs: 3_000,
  many: 12,
  async due(app, of) {
    const all = await app.db.select().from(copilotSettings).where(of(copilotSettings.companyId))
    const found: Ended[] = []
    for (const settings of all) {
      const ticket = await ended(app, settings)
      if (ticket) found.push({ key: ticket.id, companyId: settings.companyId, ticket })
    }
    return found
  },
  async work(app, { companyId, ticket }, ending) {
    await refuseWithoutFeature(app.db, companyId, 'useOpenAi')
    await learn(app, ticket, ending)
    return 1
  },
}

export const articleProposing: Consumer = { name: 'article-proposals', follows: articleProposalJob }
