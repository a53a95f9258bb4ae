/**
 * The dry run of a rule: what it would have reacted to in the last days, judged by the tickets as they are now. Only
 * reads.
 */
import {
  displayName,
  meets,
  RULE,
  RULE_TRIED_DAYS,
  type RuleEvent,
  type RuleForm,
  type RuleTrial,
  said,
  ticket as ticketEntity,
  watchFor,
} from '@contract'
import { and, asc, desc, eq, gte } from 'drizzle-orm'
import { ticketViews } from '../../desk/presenters/tickets'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Reader } from '../../platform/db/client'
import { descending, oneOf } from '../../platform/db/engine/words'
import { messages, ratings, tickets, ticketTags } from '../../platform/db/schema'
import { factsOf } from './facts'
import { refuseUnknown } from './keep'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Most messages that are read. */
const MOST_MESSAGES = 20_000

interface TriedMessage {
  ticketId: number
  body: string
  fromMe: boolean
  userId: number | null
  createdAt: string
}

const messagesSince = (
  db: Reader,
  companyId: number,
  ids: readonly number[],
  since: string,
): Promise<TriedMessage[]> =>
  db
    .select({
      ticketId: messages.ticketId,
      body: messages.body,
      fromMe: messages.fromMe,
      userId: messages.userId,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(
      and(eq(messages.companyId, companyId), oneOf(messages.ticketId, ids), gte(messages.createdAt, since)),
    )
    .orderBy(asc(messages.ticketId), asc(messages.seq))
    .limit(MOST_MESSAGES + 1)

/** When customers had waited that long without an agent's answer, once for each wait. */
function silences(said: readonly TriedMessage[], minutes: number, now: number): string[] {
  const found: string[] = []
  let since: number | null = null
  const over = (until: number): void => {
    if (since !== null && until - since >= minutes * MINUTE_MS)
      found.push(new Date(since + minutes * MINUTE_MS).toISOString())
    since = null
  }
  for (const { fromMe, userId, createdAt } of said) {
    if (!fromMe) since ??= Date.parse(createdAt)
    else if (userId !== null) over(Date.parse(createdAt))
  }
  over(now)
  return found
}

/** When the rule's event happened to each ticket. */
async function happenings(
  db: Reader,
  companyId: number,
  rows: readonly TicketRow[],
  event: RuleEvent,
  since: string,
): Promise<{ at: Map<number, string[]>; cut: boolean }> {
  const ids = rows.map(({ id }) => id)
  const fits = watchFor(event)
  const at = new Map<number, string[]>()
  const add = (id: number, when: string): void => void at.set(id, [...(at.get(id) ?? []), when])
  if (event.kind === 'tagged') {
    const found = await db
      .select({ ticketId: ticketTags.ticketId, createdAt: ticketTags.createdAt })
      .from(ticketTags)
      .where(
        and(
          oneOf(ticketTags.ticketId, ids),
          eq(ticketTags.tagId, event.tagId),
          gte(ticketTags.createdAt, since),
        ),
      )
    for (const { ticketId, createdAt } of found) add(ticketId, createdAt)
    return { at, cut: false }
  }
  if (event.kind === 'rated') {
    const found = await db
      .select()
      .from(ratings)
      .where(and(oneOf(ratings.ticketId, ids), gte(ratings.createdAt, since)))
    for (const { ticketId, rate, createdAt } of found)
      if (fits({ kind: 'rated', rate })) add(ticketId, createdAt)
    return { at, cut: false }
  }
  const triedMessages = await messagesSince(db, companyId, ids, since)
  for (const { id, createdAt } of rows) {
    const own = triedMessages.filter(({ ticketId }) => ticketId === id)
    if (event.kind === 'silence') for (const when of silences(own, event.minutes, Date.now())) add(id, when)
    if (event.kind === 'arrives' && createdAt >= since) {
      const ours = own[0]?.fromMe ?? false
      if (fits({ kind: 'arrives', ours })) add(id, createdAt)
    }
    if (event.kind === 'words')
      for (const { fromMe, body, createdAt: when } of own) if (!fromMe && fits(said(body))) add(id, when)
  }
  return { at, cut: triedMessages.length > MOST_MESSAGES }
}

/** Lists the tickets of the last days a rule would have acted on. @throws ApiError as `refuseUnknown`. */
export async function tryRule(db: Reader, companyId: number, form: RuleForm): Promise<RuleTrial> {
  await refuseUnknown(db, companyId, form, null)
  const since = new Date(Date.now() - RULE_TRIED_DAYS * DAY_MS).toISOString()
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), gte(tickets.updatedAt, since)))
    .orderBy(descending(tickets.updatedAt), desc(tickets.id))
    .limit(RULE.tried + 1)
  const looked = rows.slice(0, RULE.tried).filter(({ mergedInto }) => mergedInto === null)
  const { at, cut } = await happenings(db, companyId, looked, form.event, since)
  const views = await ticketViews(
    db,
    looked.filter(({ id }) => at.has(id)).map(({ id }) => id),
  )
  const found: RuleTrial['tickets'] = []
  for (const view of views) {
    const row = looked.find(({ id }) => id === view.id)
    const times = at.get(Number(view.id)) ?? []
    const last = times.toSorted().at(-1)
    if (!row || last === undefined) continue
    const ticket = ticketEntity.parse(view)
    const facts = await factsOf(db, row, form.conditions, new Date(last))
    if (!meets(ticket, form.conditions, facts)) continue
    found.push({
      ticketId: row.id,
      ticketUuid: row.uuid,
      contactName: displayName(ticket.contact),
      at: last,
      times: form.once ? 1 : times.length,
    })
  }
  found.sort((a, b) => (a.at < b.at ? 1 : -1))
  return {
    tickets: found.slice(0, RULE.shown),
    count: found.length,
    cut: cut || rows.length > RULE.tried,
  }
}
