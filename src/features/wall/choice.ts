/** Which tickets the wall shows, and where. Pure, but for the two functions that keep the choice on this computer. */
import { z } from 'zod'
import { type Clocked, redAt } from '@/stores/tickets'

/** Most tiles of a wall. */
export const MOST_TILES = 9
export const TILE_COUNTS = [4, 6, 9] as const

/** Threads of the riskiest customers, and what happens in the company now. */
export const WALL_PAGES = ['threads', 'floor'] as const

const choice = z.object({
  page: z.enum(WALL_PAGES).default('threads'),
  /** `risk` fills free places with the riskiest tickets, or with the first of a view; `chosen` shows the pinned ones alone. */
  mode: z.enum(['risk', 'chosen']).default('risk'),
  pinned: z.array(z.number().int()).max(MOST_TILES).default([]),
  viewId: z.number().int().nullable().default(null),
  tiles: z.union([z.literal(4), z.literal(6), z.literal(9)]).default(9),
})
export type WallChoice = z.output<typeof choice>

export const FIRST_CHOICE: WallChoice = choice.parse({})

/** What the order of risk needs to know of a ticket. */
export interface Candidate extends Clocked {
  id: number
  status: 'pending' | 'open' | 'closed'
  isGroup: boolean
  /** Since when it is snoozed. */
  snoozedAt: string | null
  /** Epoch milliseconds of the last message. */
  activityAt: number
}

/**
 * Tickets by risk: customers who wait, whose clock is red first before the others; then open conversations, the liveliest first. Groups,
 * closed tickets and snoozed ones for which nobody waits are never a risk.
 */
export function byRisk(tickets: Iterable<Candidate>): number[] {
  const waiting: Candidate[] = []
  const quiet: Candidate[] = []
  for (const ticket of tickets) {
    if (ticket.isGroup || ticket.status === 'closed') continue
    if (ticket.waitingSince !== null) waiting.push(ticket)
    else if (ticket.status === 'open' && ticket.snoozedAt === null) quiet.push(ticket)
  }
  const since = (ticket: Candidate): number => redAt(ticket) ?? 0
  waiting.sort((a, b) => since(a) - since(b) || a.id - b.id)
  quiet.sort((a, b) => b.activityAt - a.activityAt || a.id - b.id)
  return [...waiting, ...quiet].map(ticket => ticket.id)
}

/**
 * Who belongs on the wall: pinned tickets, then the riskiest as far as there is room.
 * @param risky in the order they come in.
 * @param held the tile somebody points at or has the keyboard in: it is not taken away meanwhile.
 */
export function wanted(
  { mode, pinned, tiles }: Omit<WallChoice, 'page'>,
  risky: readonly number[],
  held: number | null = null,
): number[] {
  const chosen = [...new Set(pinned)].slice(0, MOST_TILES)
  if (mode === 'chosen') return chosen
  const room = Math.max(tiles, chosen.length)
  const rest = risky.filter(id => !chosen.includes(id))
  const kept = held !== null && rest.includes(held) ? [held] : []
  return [...chosen, ...kept, ...rest.filter(id => id !== held)].slice(0, room)
}

/**
 * Gives everybody a place without moving who stays: a newcomer takes the place of one who left.
 * @returns the same array when nothing changes.
 */
export function arrange(shown: readonly number[], next: readonly number[]): readonly number[] {
  const target = new Set(next)
  const newcomers = next.filter(id => !shown.includes(id))
  const places: number[] = []
  for (const id of shown) {
    const here = target.has(id) ? id : newcomers.shift()
    if (here !== undefined) places.push(here)
  }
  places.push(...newcomers)
  return places.length === shown.length && places.every((id, at) => id === shown[at]) ? shown : places
}

const keyOf = (userId: number): string => `turno.wall.${userId}`

/** The choice this person made on this computer; erased with everything else at sign-out. */
export function readChoice(userId: number): WallChoice {
  try {
    const parsed = choice.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}'))
    return parsed.success ? parsed.data : FIRST_CHOICE
  } catch {
    return FIRST_CHOICE // storage switched off, or not ours
  }
}

export function writeChoice(userId: number, value: WallChoice): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(value))
  } catch {
    // storage switched off: the choice lasts as long as the window
  }
}
