/** Who is given a ticket. Pure. */
import type { AssignMode } from '@contract'

/** A member of a queue who is here and not on a break. */
export interface Candidate {
  userId: number
  /** Open tickets they have, and up to which they are given more; Infinity: no ceiling. */
  open: number
  ceiling: number
  /** When they were last given one of the queue: the smaller, the longer ago. */
  turn: number
  /** Tags of tickets they are skilled in. */
  skills: ReadonlySet<number>
}

/** A ticket that is to be given to somebody. */
export interface Sought {
  /** Its tags that are skills of somebody in the queue. */
  needs: readonly number[]
  /** Whether it waited long enough for somebody with these skills. */
  anybody: boolean
  /** Who knows the customer. */
  knownBy: number | null
  /** Who gave it away. */
  notTo: number | null
}

const longestAgo = (a: Candidate, b: Candidate): number => a.turn - b.turn || a.userId - b.userId

/**
 * Chooses a person: of those with room and all the skills, or of all with room once it waited long enough, whoever knows the
 * customer; else the one whose turn was the longest ago, or who has the fewest open tickets.
 * @returns null where nobody may have it now.
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
