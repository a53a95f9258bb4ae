/**
 * Plans what happens to waiting tickets and to tickets of absent people. Computed once to see whether there is anything
 * to do, and again inside the write, so that two processes never give out one ticket or somebody's last room twice.
 */
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { keyOf } from '../../desk/tickets/rows'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Reader } from '../../platform/db/client'
import { descending, oneOf } from '../../platform/db/engine/words'
import { breaks, givenAway, happenings, tickets, ticketTags, users } from '../../platform/db/schema'
import { choose } from './choose'
import { candidatesOf, inHand, type Rule, rulesOf, type Team, teamOf } from './people'

/** Most tickets that are read, and most that are given out in one write; the rest follow. */
const MOST_LOOKED_AT = 2_000
const MOST_GIVEN = 50
const PAGE = 200
const MINUTE_MS = 60_000

export interface Plan {
  /** Tickets that are given to somebody. */
  given: { ticket: TicketRow; userId: number; turn: number }[]
  /** Tickets of absent people that wait again. */
  returned: TicketRow[]
  /** Tickets of absent people that stay with them until somebody has room. */
  leaving: TicketRow[]
  /** Absent people whose tickets are not looked at again until they are back. */
  handedOn: number[]
}

/**
 * What waits for a person in some queues: the most urgent first, then the longest wait. Tickets that still get an
 * automatic answer are left out.
 */
function waiting(db: Reader, companyId: number, queueIds: readonly number[], offset: number, most = PAGE) {
  return db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.status, 'pending'),
        oneOf(tickets.queueId, queueIds),
        eq(tickets.isGroup, false),
        eq(tickets.chatbot, false),
        eq(tickets.useIntegration, false),
        sql`not exists (select 1 from ${happenings} where ${happenings.ticketId} = ${tickets.id})`,
      ),
    )
    .orderBy(asc(keyOf('priority')), asc(tickets.id))
    .limit(most)
    .offset(offset)
}

/** Who resolved each customer's last ticket, if that is not too long ago. */
async function knownBy(db: Reader, contactIds: readonly number[], hours: number, at: Date) {
  if (hours === 0 || contactIds.length === 0) return new Map<number, number>()
  const rows = await db
    .select({ contactId: tickets.contactId, userId: tickets.userId })
    .from(tickets)
    .where(
      and(
        oneOf(tickets.contactId, contactIds),
        eq(tickets.status, 'closed'),
        isNotNull(tickets.userId),
        gte(tickets.closedAt, new Date(at.getTime() - hours * 60 * MINUTE_MS).toISOString()),
      ),
    )
    .orderBy(descending(tickets.closedAt), desc(tickets.id))
  const found = new Map<number, number>()
  for (const { contactId, userId } of rows) if (!found.has(contactId)) found.set(contactId, userId ?? 0)
  return found
}

/** Whether a ticket has waited long enough for somebody with the skill. */
function isAnybodys(rule: Rule, ticket: TicketRow, at: Date): boolean {
  if (rule.assignSkillMinutes === null) return false
  const since = Date.parse(ticket.waitingSince ?? ticket.updatedAt)
  return since + rule.assignSkillMinutes * MINUTE_MS <= at.getTime()
}

/** Gives tickets of one kind to people with room, in turn, and counts them as theirs. */
async function give(
  db: Reader,
  { rules, team, plan, at }: { rules: ReadonlyMap<number, Rule>; team: Team; plan: Plan; at: Date },
  rows: readonly TicketRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const tags = await db
    .select({ ticketId: ticketTags.ticketId, tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(oneOf(ticketTags.ticketId, ids))
  const away = await db.select().from(givenAway).where(oneOf(givenAway.ticketId, ids))
  const notTo = new Map(away.map(row => [row.ticketId, row.userId]))
  const knowing = new Map<number, Map<number, number>>()
  for (const ticket of rows) {
    const rule = rules.get(ticket.queueId ?? 0)
    if (!rule || plan.given.length >= MOST_GIVEN) continue
    const candidates = candidatesOf(team, rule)
    if (!candidates.some(({ open, ceiling }) => open < ceiling)) continue
    const known =
      knowing.get(rule.id) ??
      (await knownBy(
        db,
        rows.flatMap(row => (row.queueId === rule.id ? [row.contactId] : [])),
        rule.assignStickyHours,
        at,
      ))
    knowing.set(rule.id, known)
    const members = team.members.get(rule.id) ?? new Map<number, number>()
    const skills = new Set([...members.keys()].flatMap(id => [...(team.people.get(id)?.skills ?? [])]))
    const needs = tags.flatMap(tag =>
      tag.ticketId === ticket.id && skills.has(tag.tagId) ? [tag.tagId] : [],
    )
    const holder = ticket.status === 'open' ? ticket.userId : null
    const userId = choose(rule.assignMode, candidates, {
      needs,
      anybody: isAnybodys(rule, ticket, at),
      knownBy: known.get(ticket.contactId) ?? null,
      notTo: holder ?? notTo.get(ticket.id) ?? null,
    })
    const person = team.people.get(userId ?? 0)
    if (!person) continue
    person.open += 1
    const before = team.people.get(holder ?? 0)
    if (before) before.open -= 1
    const turn = Math.max(0, ...members.values()) + 1
    members.set(person.id, turn)
    plan.given.push({ ticket, userId: person.id, turn })
  }
}

/** What absent people hold in queues that say where it goes. */
async function leave(
  db: Reader,
  companyId: number,
  rules: ReadonlyMap<number, Rule>,
  team: Team,
  plan: Plan,
) {
  const gone = [...team.people.values()].filter(({ isAway, isHandedOn }) => isAway && !isHandedOn)
  const elsewhere = [...rules.values()].flatMap(({ id, assignAway }) => (assignAway === 'stay' ? [] : [id]))
  if (gone.length === 0 || elsewhere.length === 0) return
  plan.handedOn = gone.map(({ id }) => id)
  const held = await db
    .select()
    .from(tickets)
    .where(
      and(inHand(companyId), inArray(tickets.userId, plan.handedOn), inArray(tickets.queueId, elsewhere)),
    )
    .orderBy(asc(tickets.id))
  for (const ticket of held)
    (rules.get(ticket.queueId ?? 0)?.assignAway === 'queue' ? plan.returned : plan.leaving).push(ticket)
}

/** Open tickets that move to somebody else while their person is absent. */
async function leavingBefore(db: Reader, companyId: number, rules: ReadonlyMap<number, Rule>, team: Team) {
  const rows = await db
    .select({ ticket: tickets })
    .from(givenAway)
    .innerJoin(tickets, and(eq(tickets.id, givenAway.ticketId), eq(tickets.userId, givenAway.userId)))
    .where(and(eq(givenAway.companyId, companyId), inHand(companyId)))
    .orderBy(asc(tickets.id))
  return rows.flatMap(({ ticket }) =>
    rules.get(ticket.queueId ?? 0)?.assignAway === 'next' && team.people.get(ticket.userId ?? 0)?.isAway
      ? [ticket]
      : [],
  )
}

/** Whether there may be anything to do: most changes in a company do not concern a queue. */
async function mayBeDue(db: Reader, companyId: number, rules: readonly Rule[]): Promise<boolean> {
  const queueIds = rules.flatMap(({ id, assignMode }) => (assignMode === 'hand' ? [] : [id]))
  if ((await waiting(db, companyId, queueIds, 0, 1)).length > 0) return true
  if (rules.every(({ assignAway }) => assignAway === 'stay')) return false
  if ((await db.$count(givenAway, eq(givenAway.companyId, companyId))) > 0) return true
  const resting = sql`exists (select 1 from ${breaks} where ${breaks.userId} = ${users.id} and ${breaks.endedAt} is null)`
  const away = and(
    eq(users.companyId, companyId),
    isNull(users.handedOnAt),
    or(eq(users.presence, 'offline'), resting),
  )
  return (await db.$count(users, away)) > 0
}

/** Plans the assignment. @param at the present instant. @returns null when there is nothing to do. */
export async function planFor(db: Reader, companyId: number, at: Date): Promise<Plan | null> {
  const found = await rulesOf(db, companyId)
  if (found.length === 0 || !(await mayBeDue(db, companyId, found))) return null
  const rules = new Map(found.map(rule => [rule.id, rule]))
  const team = await teamOf(db, companyId, [...rules.keys()], at)
  const plan: Plan = { given: [], returned: [], leaving: [], handedOn: [] }
  const work = { rules, team, plan, at }
  await leave(db, companyId, rules, team, plan)
  for (const { userId } of plan.returned) {
    const person = team.people.get(userId ?? 0)
    if (person) person.open -= 1
  }
  await give(db, work, [...plan.leaving, ...(await leavingBefore(db, companyId, rules, team))])
  const hasRoom = (rule: Rule): boolean =>
    rule.assignMode !== 'hand' && candidatesOf(team, rule).some(({ open, ceiling }) => open < ceiling)
  const queueIds = [...rules.values()].filter(hasRoom).map(({ id }) => id)
  for (let from = 0; from < MOST_LOOKED_AT && plan.given.length < MOST_GIVEN; from += PAGE) {
    if (![...rules.values()].some(hasRoom)) break
    const rows = await waiting(db, companyId, queueIds, from)
    await give(db, work, rows)
    if (rows.length < PAGE) break
  }
  return plan.given.length + plan.handedOn.length > 0 ? plan : null
}
