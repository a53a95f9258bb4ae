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

/** Reasons for a break that have a name in every language, and how long each is expected to last, minutes. */
export const BREAK_REASONS = { pause: 15, lunch: 60, meeting: 30, training: 60 } as const
export type KnownBreakReason = keyof typeof BREAK_REASONS
export const isKnownBreakReason = (reason: string): reason is KnownBreakReason =>
  Object.hasOwn(BREAK_REASONS, reason)

export const BREAK_REASON_MAX_CHARS = 40
/** Most reasons of a company. */
export const BREAK_REASONS_MAX = 12
/** Longest break that may be expected, minutes. */
export const BREAK_MAX_MINUTES = 8 * 60

export interface BreakReason {
  /** A key of BREAK_REASONS, or a company's own words. */
  reason: string
  /** How long it is expected to last; null: open. */
  minutes: number | null
}

/**
 * Reasons as the setting `breakReasons` has them: a reason and its minutes, separated by "|", in each line.
 * @returns what there is in every language where nobody chose.
 */
export function breakReasonsOf(setting: string): BreakReason[] {
  const lines = setting.split('\n').flatMap(line => {
    const [reason = '', minutes = ''] = line.split('|').map(part => part.trim())
    return reason === '' ? [] : [{ reason, minutes: /^\d{1,3}$/.test(minutes) ? Number(minutes) : null }]
  })
  return lines.length > 0
    ? lines
    : Object.entries(BREAK_REASONS).map(([reason, minutes]) => ({ reason, minutes }))
}

/** Whether the setting `breakReasons` may hold this. */
export function areBreakReasons(setting: string): boolean {
  if (setting === '') return true
  const lines = setting.split('\n')
  return (
    lines.length <= BREAK_REASONS_MAX &&
    lines.every(line => {
      const [reason = '', minutes = '', more] = line.split('|')
      const length = Number(minutes)
      return (
        more === undefined &&
        reason.trim() !== '' &&
        reason.length <= BREAK_REASON_MAX_CHARS &&
        (minutes === '' || (/^\d{1,3}$/.test(minutes) && length > 0 && length <= BREAK_MAX_MINUTES))
      )
    }) &&
    new Set(lines.map(line => line.split('|')[0]?.trim().toLowerCase())).size === lines.length
  )
}

/** When a break is over by what was expected of it, milliseconds since the epoch; null: nobody said. */
export const breakEndsAt = ({
  startedAt,
  minutes,
}: {
  startedAt: string
  minutes: number | null
}): number | null => (minutes === null ? null : Date.parse(startedAt) + minutes * 60_000)
