/** Chooses who gets a ticket. Pure. */
import type { AssignMode } from '@contract'

/** A member of a queue who is present and not on a break. */
export interface Candidate {
  userId: number
  /** How many open tickets they have, and how many they may have; Infinity: no limit. */
  open: number
  ceiling: number
  /** When they last got a ticket of the queue; the smaller, the longer ago. */
  turn: number
  /** Tags they are skilled in. */
  skills: ReadonlySet<number>
}

/** A ticket to be given to somebody. */
export interface Sought {
  /** Those of its tags that are skills of somebody in the queue. */
  needs: readonly number[]
  /** Whether it has waited long enough for somebody with these skills. */
  anybody: boolean
  /** The person who knows the customer. */
  knownBy: number | null
  /** The person who gave it away. */
  notTo: number | null
}

const longestAgo = (a: Candidate, b: Candidate): number => a.turn - b.turn || a.userId - b.userId

/**
 * Chooses a person with room and all the skills, or with room alone when the ticket has waited long enough. Prefers
 * whoever knows the customer, then the person whose last ticket is longest ago or who has the fewest open tickets.
 * @returns null when nobody may have it now.
 */
export function choose(mode: AssignMode, candidates: readonly Candidate[], sought: Sought): number | null {
  const free = candidates.filter(({ userId, open, ceiling }) => userId !== sought.notTo && open < ceiling)
  const skilled = free.filter(({ skills }) => sought.needs.every(tag => skills.has(tag)))
  const able = skilled.length === 0 && sought.anybody ? free : skilled
  const known = able.find(({ userId }) => userId === sought.knownBy)
  const [first] = known
    ? [known]
    : able.toSorted((a, b) => (mode === 'turn' ? 0 : a.open - b.open) || longestAgo(a, b))
  return first?.userId ?? null
}
