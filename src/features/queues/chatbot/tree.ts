/** A chatbot's tree as an outline: rows, moves by key and by drag, and what is not saved yet. Pure. */
import { type BotOption, OPTION_DEPTH_MAX, type QueueOption } from '@contract'

/** Fields of an option that are typed and saved later; only what was changed. */
export type Draft = Partial<Pick<QueueOption, 'title' | 'message' | 'exitChatbot' | 'forwardQueueId'>>
export type Drafts = Readonly<Record<number, Draft>>

/** A place in the tree: below which option (null: the first ones), and its number there, from 1. */
export interface Place {
  parentId: number | null
  option: number
}

/** A visible line of the outline. */
export interface Row {
  option: QueueOption
  /** 0 for the first options. */
  depth: number
  /** Its number among its siblings, from 1, and how many there are. */
  place: number
  siblings: number
  hasChildren: boolean
  expanded: boolean
}

const numberOf = (option: QueueOption): number => {
  const number = Number.parseInt(option.option, 10)
  return Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER
}

/** Options below one (null: the first ones) in the order a customer sees. */
export const childrenOf = (options: readonly QueueOption[], parentId: number | null): QueueOption[] =>
  options
    .filter(option => (option.parentId ?? null) === parentId)
    .sort((a, b) => numberOf(a) - numberOf(b) || a.id - b.id)

/** Lines of the outline; what lies below a folded option is left out. */
export function rowsOf(options: readonly QueueOption[], folded: ReadonlySet<number>): Row[] {
  const rows: Row[] = []
  const visit = (parentId: number | null, depth: number): void => {
    const level = childrenOf(options, parentId)
    for (const [at, option] of level.entries()) {
      const hasChildren = options.some(one => one.parentId === option.id)
      const expanded = hasChildren && !folded.has(option.id)
      rows.push({ option, depth, place: at + 1, siblings: level.length, hasChildren, expanded })
      if (expanded && depth < OPTION_DEPTH_MAX) visit(option.id, depth + 1)
    }
  }
  visit(null, 0)
  return rows
}

/** Levels below an option; 0 without children. */
export function heightOf(options: readonly QueueOption[], id: number): number {
  const below = options.filter(option => option.parentId === id)
  return below.length === 0 ? 0 : 1 + Math.max(...below.map(option => heightOf(options, option.id)))
}

/** Levels above an option; 0 for the first ones. */
function depthOf(options: readonly QueueOption[], id: number | null): number {
  const option = options.find(one => one.id === id)
  return option ? 1 + depthOf(options, option.parentId) : 0
}

/** An option and everything below it. */
export function branchOf(options: readonly QueueOption[], id: number): QueueOption[] {
  const own = options.filter(option => option.id === id)
  return [
    ...own,
    ...options.filter(option => option.parentId === id).flatMap(option => branchOf(options, option.id)),
  ]
}

export type Move = 'up' | 'down' | 'nest' | 'unnest'

/**
 * Where a key takes an option: among its siblings, below the one before it, or beside the one above it.
 * @returns null where it cannot go, also because the tree would become too deep.
 */
export function moveOf(options: readonly QueueOption[], id: number, move: Move): Place | null {
  const option = options.find(one => one.id === id)
  if (!option) return null
  const level = childrenOf(options, option.parentId)
  const at = level.findIndex(one => one.id === id)
  if (move === 'up' || move === 'down') {
    const to = at + (move === 'up' ? -1 : 1)
    return to < 0 || to >= level.length ? null : { parentId: option.parentId, option: to + 1 }
  }
  if (move === 'nest') {
    const before = level[at - 1]
    if (!before || depthOf(options, before.id) + 1 + heightOf(options, id) > OPTION_DEPTH_MAX) return null
    return { parentId: before.id, option: childrenOf(options, before.id).length + 1 }
  }
  const parent = options.find(one => one.id === option.parentId)
  if (!parent) return null
  const uncles = childrenOf(options, parent.parentId)
  return { parentId: parent.parentId, option: uncles.findIndex(one => one.id === parent.id) + 2 }
}

/** The tree with one option at another place, siblings numbered anew: what the server will answer. */
export function placed(options: readonly QueueOption[], id: number, to: Place): QueueOption[] {
  const moved = options.find(option => option.id === id)
  if (!moved) return [...options]
  const level = childrenOf(options, to.parentId).filter(option => option.id !== id)
  level.splice(Math.min(Math.max(to.option, 1), level.length + 1) - 1, 0, { ...moved, parentId: to.parentId })
  const left = childrenOf(options, moved.parentId).filter(option => option.id !== id)
  const numbers = new Map<number, number>()
  if (moved.parentId !== to.parentId) for (const [at, one] of left.entries()) numbers.set(one.id, at + 1)
  for (const [at, one] of level.entries()) numbers.set(one.id, at + 1)
  return options.map(option => ({
    ...option,
    parentId: option.id === id ? to.parentId : option.parentId,
    option: String(numbers.get(option.id) ?? option.option),
  }))
}

/** Width of a level in the outline, in pixels: a drag to the side by as much is one level. */
export const INDENT_PX = 20

/**
 * Where a dragged option would come to lie.
 * @param rows visible lines without what lies below the dragged one.
 * @param overId the line it is held over.
 * @param dx pixels it was drawn to the side.
 */
export function dropPlace(rows: readonly Row[], id: number, overId: number, dx: number): Place | null {
  const from = rows.findIndex(row => row.option.id === id)
  const to = rows.findIndex(row => row.option.id === overId)
  const dragged = rows[from]
  if (!dragged || to < 0) return null
  const others = rows.filter(row => row !== dragged)
  const above = others[to - 1]
  const below = others[to]
  const wanted = dragged.depth + Math.round(dx / INDENT_PX)
  const depth = Math.min(Math.max(wanted, below?.depth ?? 0), above ? above.depth + 1 : 0)
  // The parent is the last line above that stands one level higher.
  const parentId =
    depth === 0 ? null : (others.slice(0, to).findLast(row => row.depth === depth - 1)?.option.id ?? null)
  const before = others
    .slice(0, to)
    .filter(row => row.depth === depth && (row.option.parentId ?? null) === parentId)
  return { parentId, option: before.length + 1 }
}

/** The options as the chatbot reads them, with what is typed and not saved yet. */
export function botOptions(options: readonly QueueOption[], drafts: Drafts = {}): BotOption[] {
  const positions = new Map<number, number>()
  for (const parentId of new Set(options.map(option => option.parentId ?? null)))
    for (const [at, option] of childrenOf(options, parentId).entries()) positions.set(option.id, at + 1)
  return options.map(option => {
    const { title, message, exitChatbot, forwardQueueId } = { ...option, ...drafts[option.id] }
    return {
      id: option.id,
      parentId: option.parentId ?? null,
      title,
      message,
      position: positions.get(option.id) ?? 1,
      stored: option.option,
      exitChatbot,
      forwardQueueId,
      mediaPath: option.mediaPath || null,
      mediaName: option.mediaName || null,
    }
  })
}

/** A draft with a change; what equals the saved option is no draft. null when nothing is left. */
export function drafted(option: QueueOption, draft: Draft, change: Draft): Draft | null {
  const next: Draft = { ...draft, ...change }
  // Ending the chatbot and leading to a queue exclude each other.
  if (change.exitChatbot) next.forwardQueueId = null
  if (change.forwardQueueId != null) next.exitChatbot = false
  const left = Object.entries(next).filter(([name, value]) => option[name as keyof Draft] !== value)
  return left.length === 0 ? null : (Object.fromEntries(left) as Draft)
}
