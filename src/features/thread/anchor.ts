/**
 * What a conversation holds on to while rows come, go and change their height, as a pure function:
 * (state, event) → (state, scroll). Nothing here knows React, the virtual list or time; use-anchored-rows.ts looks at
 * the list, says what it sees, and scrolls where it is sent.
 *
 *     opening ── its end is on screen ──────────────────────> following <── moved down to the end ──┐
 *        │ └──── the row to begin at is above the screen ──┐      │ └── moved up ──────────────> reading
 *        └────── somebody scrolls ──> following            v      v                                 │
 *                                                        jumping (to a row) <───────────────────────┘
 *                                                          └── the row is on screen ──> following or reading
 *
 * The virtual list keeps the reader's place by itself when rows come or go at one end only (stage-rows.ts sees to that)
 * and when rows change their height. The anchor scrolls where it cannot: to the end that is followed, to a row that is
 * asked for, and back to the reader's place when rows changed in between.
 */
import type { Change } from './stage-rows'

/** Closer to the end than this counts as being there. Pixels. */
const END_SLACK_PX = 40

/** What stays visible above the row a thread begins at. Pixels. */
const ABOVE_FIRST_PX = 64

/** A scroll position may be rounded by as much. Pixels. */
const ROUNDING_PX = 1

interface Keyed {
  key: string
}

export type Phase =
  /** Rows are drawn and measured for the first time; until then the view belongs to the end. */
  | {
      name: 'opening'
      /** Row to begin at where it is further up than the last screen. */
      openAt: string | null
    }
  /** The end is in view and stays there. */
  | {
      name: 'following'
      /** Where the list was seen last: whoever leaves the end moves up from there. */
      offset: number
    }
  /** The reader is further up. */
  | {
      name: 'reading'
      /** Row at the upper edge, and how far below that edge it begins; mostly above it, which is negative. */
      key: string
      offset: number
      /** Messages that came while the end was out of sight. */
      unseen: number
    }
  /** The list has been asked to show a row and has not been seen to do so. */
  | { name: 'jumping'; to: Scroll; unseen: number }

export interface Anchor {
  readonly phase: Phase
  /** The rows that are drawn. */
  readonly rows: readonly Keyed[]
  /** Customer messages that arrived so far. */
  readonly arrived: number
  /**
   * The list was asked to scroll, or rows changed at its start, and it has not come to rest. Until then it measures from
   * its end or from the row it was asked for, and not from its start.
   */
  readonly moving: boolean
}

/** Tells the list to scroll: the row `scrollTo` is to stand at this edge of the view, so many pixels further down. */
export interface Scroll {
  scrollTo: string
  align: 'start' | 'center' | 'end' | 'nearest'
  offset: number
}

/** What is seen of the list; all in pixels. */
export interface View {
  /** How far it is scrolled. */
  offset: number
  viewport: number
  /** Height of all rows. */
  size: number
  /** Row at the upper edge, and how far below that edge it begins. */
  top: { key: string; offset: number } | null
  /** Upper and lower edge of the row that `sought` names, from the upper edge of the view; null when it is not there. */
  row: { top: number; bottom: number } | null
}

/** Distance between what is visible and the end; pixels. */
export const distanceToEnd = ({ offset, viewport, size }: View): number =>
  Math.max(0, size - offset - viewport)

export const isAtEnd = (view: View): boolean => distanceToEnd(view) <= END_SLACK_PX

export type Event =
  /** Other rows are drawn. */
  | {
      type: 'rows'
      rows: readonly Keyed[]
      change: Change
      /** The last one is the reader's own and has not left yet. */
      own: boolean
      /** Customer messages that arrived so far. */
      arrived: number
      openAt: string | null
    }
  /** The list was looked at: it was scrolled, or rows and their heights have settled. */
  | { type: 'looked'; view: View }
  /** The view or rows changed their height; nothing is painted yet. */
  | { type: 'resized' }
  /** The view has another width: rows are of other heights, and the browser may have lost the place meanwhile. */
  | { type: 'rewrapped' }
  /** The list came to rest after a scroll. */
  | { type: 'rested' }
  /** Somebody takes hold of the list. */
  | { type: 'held' }
  /** One of the rows is to be shown. */
  | { type: 'target'; key: string }
  /** The reader goes through the rows by keyboard. */
  | { type: 'moved'; key: string }
  /** The reader goes back to a place. */
  | { type: 'place'; place: Place }
  | { type: 'toEnd' }

export interface Step {
  state: Anchor
  scroll: Scroll | null
}

export const OPENING: Anchor = {
  phase: { name: 'opening', openAt: null },
  rows: [],
  arrived: 0,
  moving: false,
}

/** Customer messages that arrived out of the reader's sight. */
export const unseenOf = ({ phase }: Anchor): number =>
  phase.name === 'reading' || phase.name === 'jumping' ? phase.unseen : 0

/** Where a reader is: a row at the upper edge and how far below that edge it begins, in pixels; null at the end. */
export type Place = { key: string; offset: number } | null

export const placeOf = ({ phase }: Anchor): Place =>
  phase.name === 'reading' ? { key: phase.key, offset: phase.offset } : null

/** The row whose place the next look has to tell; null when none is wanted. */
export const sought = ({ phase }: Anchor): string | null =>
  phase.name === 'opening' ? phase.openAt : phase.name === 'jumping' ? phase.to.scrollTo : null

const still = (state: Anchor): Step => ({ state, scroll: null })

const inPhase = (state: Anchor, phase: Phase, scroll: Scroll | null = null): Step => ({
  state: { ...state, phase, moving: state.moving || scroll !== null },
  scroll,
})

const toEnd = ({ rows }: Anchor): Scroll | null => {
  const last = rows[rows.length - 1]
  return last ? { scrollTo: last.key, align: 'end', offset: 0 } : null
}

/** The list is on its way to the end: wherever it is seen before, it has not been moved up from there. */
const follow = (state: Anchor): Step => inPhase(state, { name: 'following', offset: 0 }, toEnd(state))

const jump = (state: Anchor, to: Scroll): Step =>
  inPhase(state, { name: 'jumping', to, unseen: unseenOf(state) }, to)

const has = (rows: readonly Keyed[], key: string): boolean => rows.some(row => row.key === key)

/** The first row from `key` on, in the order before, that is still there. */
function survivor(before: readonly Keyed[], now: readonly Keyed[], key: string): string | null {
  if (has(now, key)) return key
  const left = new Set(now.map(row => row.key))
  const from = before.findIndex(row => row.key === key)
  return (from < 0 ? null : before.slice(from).find(row => left.has(row.key))?.key) ?? null
}

function rowsChanged(before: Anchor, event: Extract<Event, { type: 'rows' }>): Step {
  const { change, rows } = event
  const state = { ...before, rows, arrived: event.arrived, moving: before.moving || change === 'start' }
  const { phase } = state
  if (phase.name === 'opening')
    return inPhase(
      state,
      { name: 'opening', openAt: event.openAt },
      change === 'none' && before.rows.length > 0 ? null : toEnd(state),
    )
  const last = rows[rows.length - 1]
  if (event.own && last && !has(before.rows, last.key)) return follow(state)
  if (phase.name === 'following')
    return change === 'end' || change === 'middle' ? follow(state) : still(state)
  const unseen = phase.unseen + Math.max(0, event.arrived - before.arrived)
  if (phase.name === 'jumping') {
    // Rows that come in front stop a scroll that is under way.
    const again = change === 'start' || change === 'middle'
    return inPhase(state, { ...phase, unseen }, again && has(rows, phase.to.scrollTo) ? phase.to : null)
  }
  const key = change === 'none' ? phase.key : survivor(before.rows, rows, phase.key)
  if (key === null) return follow(state)
  const place = { ...phase, key, unseen }
  // What comes at the end moves nothing while the list measures from its start. A change in between does even below the
  // reader: the list knows heights by the place of a row among the others, and may be too short for a moment.
  const keptByList =
    key === phase.key && (change === 'none' || change === 'start' || (change === 'end' && !state.moving))
  return inPhase(state, place, keptByList ? null : { scrollTo: key, align: 'start', offset: -place.offset })
}

/** The view decides: at the end it is followed, elsewhere the row at the upper edge is held. */
function settle(state: Anchor, view: View): Step {
  const { offset, top } = view
  if (isAtEnd(view) || !top) return inPhase(state, { name: 'following', offset })
  return inPhase(state, { name: 'reading', ...top, unseen: unseenOf(state) })
}

/** Whether a row is on screen; one that is taller than the screen, when it fills it. */
const isShown = ({ top, bottom }: NonNullable<View['row']>, viewport: number): boolean =>
  top >= -ROUNDING_PX ? top < viewport : bottom >= viewport

/** Whether a row stands where it was asked for: a place somebody comes back to is mostly a row that begins above the view. */
const isWhereAsked = ({ top, bottom }: NonNullable<View['row']>, { align, offset }: Scroll): boolean =>
  align === 'start' && bottom > 0 && Math.abs(top + offset) <= ROUNDING_PX

function looked(state: Anchor, view: View): Step {
  const { phase } = state
  if (view.viewport === 0) return still(state)
  switch (phase.name) {
    case 'opening':
      if (!isAtEnd(view)) return inPhase(state, phase, toEnd(state))
      if (phase.openAt !== null && view.row && view.row.top < 0)
        return jump(state, { scrollTo: phase.openAt, align: 'start', offset: -ABOVE_FIRST_PX })
      return settle(state, view)
    case 'following':
      // Rows that grew and were not followed yet leave the end out of sight as well, but nobody moved up.
      return isAtEnd(view) || view.offset < phase.offset - ROUNDING_PX
        ? settle(state, view)
        : inPhase(state, { name: 'following', offset: view.offset }, toEnd(state))
    case 'reading':
      return settle(state, view)
    case 'jumping':
      return view.row && !isShown(view.row, view.viewport) && !isWhereAsked(view.row, phase.to)
        ? inPhase(state, phase, phase.to)
        : settle(state, view)
  }
}

/** Back to where the reader was before the rows got another width. */
function rewrapped(state: Anchor): Step {
  const { phase } = state
  switch (phase.name) {
    case 'opening':
      return inPhase(state, phase, toEnd(state))
    case 'following':
      return follow(state)
    case 'reading':
      return inPhase(state, phase, { scrollTo: phase.key, align: 'start', offset: -phase.offset })
    case 'jumping':
      return inPhase(state, phase, phase.to)
  }
}

/** What follows from an event. */
export function step(state: Anchor, event: Event): Step {
  const { phase } = state
  switch (event.type) {
    case 'rows':
      return rowsChanged(state, event)
    case 'looked':
      return looked(state, event.view)
    case 'resized':
      return phase.name === 'opening' || phase.name === 'following'
        ? inPhase(state, phase, toEnd(state))
        : still(state)
    case 'rewrapped':
      return rewrapped(state)
    case 'rested':
      return still({ ...state, moving: false })
    case 'held':
      return phase.name === 'opening'
        ? inPhase(state, { name: 'following', offset: Number.POSITIVE_INFINITY })
        : still(state)
    case 'target':
      return has(state.rows, event.key)
        ? jump(state, { scrollTo: event.key, align: 'center', offset: 0 })
        : still(state)
    case 'moved': {
      if (!has(state.rows, event.key)) return still(state)
      const to: Scroll = { scrollTo: event.key, align: 'nearest', offset: 0 }
      // Where it leads is seen in a moment; a row that is on screen already moves nothing.
      return phase.name === 'jumping' || phase.name === 'opening'
        ? jump(state, to)
        : inPhase(state, phase, to)
    }
    case 'place': {
      const { place } = event
      if (place === null) return follow(state)
      return has(state.rows, place.key)
        ? jump(state, { scrollTo: place.key, align: 'start', offset: -place.offset })
        : still(state)
    }
    case 'toEnd':
      return follow(state)
  }
}
