/** Tickets that are chosen in a list, to do one thing with all of them. */
import { createSessionStore } from '../session-end'
import type { ListName } from './lists'

interface SelectionState {
  /** Whose rows they are; null while none is chosen. */
  list: ListName | null
  ids: ReadonlySet<number>
  /** The row a range begins at. */
  anchor: number | null
}

const NONE: ReadonlySet<number> = new Set()
const useSelection = createSessionStore<SelectionState>('selected tickets', () => ({
  list: null,
  ids: NONE,
  anchor: null,
}))
const { getState, setState } = useSelection

const chosenIn = (list: ListName): ReadonlySet<number> => (getState().list === list ? getState().ids : NONE)

const choose = (list: ListName, ids: ReadonlySet<number>, anchor: number | null): void =>
  setState(ids.size === 0 ? { list: null, ids: NONE, anchor: null } : { list, ids, anchor })

/** The chosen rows of a list. */
export const useSelected = (list: ListName): ReadonlySet<number> =>
  useSelection(state => (state.list === list ? state.ids : NONE))

/** Chooses a row, or no longer. */
export function toggleSelected(list: ListName, id: number): void {
  const ids = new Set(chosenIn(list))
  if (!ids.delete(id)) ids.add(id)
  choose(list, ids, id)
}

/**
 * Chooses every row from the one last chosen to this one.
 * @param shown the rows in their order. @param from where it begins when none was chosen.
 */
export function selectTo(list: ListName, shown: readonly number[], id: number, from: number | null): void {
  const begun = getState().list === list ? getState().anchor : null
  const anchor =
    begun !== null && shown.includes(begun) ? begun : from !== null && shown.includes(from) ? from : id
  const [a, b] = [shown.indexOf(anchor), shown.indexOf(id)]
  choose(list, new Set([...chosenIn(list), ...shown.slice(Math.min(a, b), Math.max(a, b) + 1)]), anchor)
}

export const selectAll = (list: ListName, shown: readonly number[]): void =>
  choose(list, new Set(shown), shown[0] ?? null)

export const clearSelection = (): void => setState({ list: null, ids: NONE, anchor: null })
