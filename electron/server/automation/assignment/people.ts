/** Who is present, who has room and who is absent, for queues that hand out tickets. */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import {
  assignmentTurns,
  breaks,
  queues,
  tickets,
  userQueues,
  userSkills,
  users,
} from '../../platform/db/schema'
import type { Candidate } from './choose'

/** Somebody disconnected for this many milliseconds counts as absent; a shorter gap does not. */
export const GRACE_MS = 60_000

export type Rule = Pick<
  typeof queues.$inferSelect,
  'id' | 'assignMode' | 'assignCeiling' | 'assignAway' | 'assignStickyHours' | 'assignSkillMinutes'
>

/** Queues that hand out tickets, or hold tickets of somebody who is absent. */
export const assigning = or(sql`${queues.assignMode} <> 'hand'`, sql`${queues.assignAway} <> 'stay'`)

export const rulesOf = (db: Reader, companyId: number): Promise<Rule[]> =>
  db
    .select({
      id: queues.id,
      assignMode: queues.assignMode,
      assignCeiling: queues.assignCeiling,
      assignAway: queues.assignAway,
      assignStickyHours: queues.assignStickyHours,
      assignSkillMinutes: queues.assignSkillMinutes,
    })
    .from(queues)
    .where(and(eq(queues.companyId, companyId), assigning))

/** Tickets that count against a person's room: not snoozed ones and not those of groups. */
export const inHand = (companyId: number): SQL | undefined =>
  and(
    eq(tickets.companyId, companyId),
    eq(tickets.status, 'open'),
    eq(tickets.isGroup, false),
    isNull(tickets.snoozedAt),
  )

interface Person {
  id: number
  ceiling: number | null
  open: number
  skills: Set<number>
  /** Present and not on a break. */
  isFree: boolean
  /** On a break, or absent. */
  isAway: boolean
  /** Whether their tickets have been moved on since. */
  isHandedOn: boolean
}

export interface Team {
  people: Map<number, Person>
  /** Members of each queue, with the time of their last ticket. */
  members: Map<number, Map<number, number>>
}

/** Reads the people of a company. @param at the present instant. */
export async function teamOf(db: Reader, companyId: number, ids: number[], at: Date): Promise<Team> {
  const rows = await db
    .select({
      id: users.id,
      ceiling: users.ticketCeiling,
      presence: users.presence,
      lastSeenAt: users.lastSeenAt,
      handedOnAt: users.handedOnAt,
      breakId: breaks.id,
    })
    .from(users)
    .leftJoin(breaks, and(eq(breaks.userId, users.id), isNull(breaks.endedAt)))
    .where(eq(users.companyId, companyId))
  const skills = await db.select().from(userSkills).where(eq(userSkills.companyId, companyId))
  const loads = await db
    .select({ userId: tickets.userId, open: sql<number>`count(*)` })
    .from(tickets)
    .where(inHand(companyId))
    .groupBy(tickets.userId)
  const memberships = await db
    .select({ queueId: userQueues.queueId, userId: userQueues.userId, turn: assignmentTurns.turn })
    .from(userQueues)
    .leftJoin(
      assignmentTurns,
      and(eq(assignmentTurns.queueId, userQueues.queueId), eq(assignmentTurns.userId, userQueues.userId)),
    )
    .where(inArray(userQueues.queueId, ids))
  const open = new Map(loads.map(load => [load.userId, Number(load.open)]))
  const people = new Map(
    rows.map(({ id, ceiling, presence, lastSeenAt, handedOnAt, breakId }): [number, Person] => {
      const isGone =
        presence === 'offline' &&
        at.getTime() - Date.parse(lastSeenAt ?? new Date(0).toISOString()) >= GRACE_MS
      return [
        id,
        {
          id,
          ceiling,
          open: open.get(id) ?? 0,
          skills: new Set(skills.flatMap(skill => (skill.userId === id ? [skill.tagId] : []))),
          isFree: presence !== 'offline' && breakId === null,
          isAway: breakId !== null || isGone,
          isHandedOn: handedOnAt !== null,
        },
      ]
    }),
  )
  const members: Team['members'] = new Map(ids.map(id => [id, new Map()]))
  for (const { queueId, userId, turn } of memberships) members.get(queueId)?.set(userId, turn ?? 0)
  return { people, members }
}

/** Who may get tickets of a queue now, regardless of room. */
export function candidatesOf({ people, members }: Team, rule: Rule): Candidate[] {
  return [...(members.get(rule.id) ?? [])].flatMap(([userId, turn]) => {
    const person = people.get(userId)
    if (!person?.isFree) return []
    const ceiling = person.ceiling ?? rule.assignCeiling ?? Number.POSITIVE_INFINITY
    return [{ userId, turn, ceiling, open: person.open, skills: person.skills }]
  })
}
