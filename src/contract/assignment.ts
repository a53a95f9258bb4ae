/** How queues hand out their tickets, and breaks of people (docs/assignment.md). */

/** Who takes what waits in a queue: whoever accepts it; the next in turn; who holds the fewest. */
export const ASSIGN_MODES = ['hand', 'turn', 'load'] as const
export type AssignMode = (typeof ASSIGN_MODES)[number]

/** What becomes of the open tickets of somebody who goes on a break or leaves: they stay, wait again, or the next person has them. */
export const AWAY_RULES = ['stay', 'queue', 'next'] as const
export type AwayRule = (typeof AWAY_RULES)[number]

/** Most open tickets that may be named as a person's ceiling. */
export const TICKET_CEILING_MAX = 500
/** Longest time a customer goes back to who knew them, hours. */
export const STICKY_MAX_HOURS = 24 * 365
/** Longest wait for somebody with the skill, minutes. */
export const SKILL_WAIT_MAX_MINUTES = 7 * 24 * 60
/** Most skills of a person. */
export const SKILLS_MAX = 50

export const BREAK_REASON_MAX_CHARS = 40
/** Longest break that may be expected, minutes. */
export const BREAK_MAX_MINUTES = 8 * 60
