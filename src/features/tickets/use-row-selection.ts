import type { KeyboardEvent, MouseEvent } from 'react'
import type { KeysOf } from '@/stores/key-map'
import {
  clearSelection,
  type ListName,
  selectAll,
  selectTo,
  toggleSelected,
  useSelected,
} from '@/stores/tickets'
import { placeAfterKey } from './list-keys'

type Handlers = { [Id in KeysOf<'rows'>]: () => void }

interface Row {
  /** The ticket of the row an event happened in; null for none. */
  of: (target: EventTarget) => number | null
  focus: (place: number) => void
  /** Any other key. */
  onKey: (event: KeyboardEvent<HTMLDivElement>) => void
}

/**
 * Choosing rows of a list: by their box, with Ctrl, with Shift for a range, Ctrl+A for all; while some are chosen a press
 * chooses instead of opening, and Escape ends it.
 * @param from where a range begins when none is chosen.
 * @returns the chosen rows, and what the list listens to.
 */
export function useRowSelection(name: ListName, shown: readonly number[], from: number | null, row: Row) {
  const selected = useSelected(name)
  const onClickCapture = (event: MouseEvent<HTMLDivElement>): void => {
    const { target } = event
    const id = row.of(target)
    if (id === null || !(target instanceof Element)) return
    const onBox = target.closest('[data-row-box]') !== null
    if (!onBox && !target.closest('[data-row-button]')) return
    const chooses = onBox || event.ctrlKey || event.metaKey || selected.size > 0
    if (!event.shiftKey && !chooses) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) selectTo(name, shown, id, from)
    else toggleSelected(name, id)
  }
  const isOwnKey = (event: KeyboardEvent<HTMLDivElement>): boolean => {
    const id = row.of(event.target)
    const ctrl = event.ctrlKey || event.metaKey
    const taken = (act: () => void): true => {
      event.preventDefault()
      event.stopPropagation()
      act()
      return true
    }
    const does: Handlers = {
      selectAll: () => selectAll(name, shown),
      selectRow: () => {
        if (id !== null) toggleSelected(name, id)
      },
      selectRange() {
        const place = placeAfterKey(event.key, id === null ? -1 : shown.indexOf(id), shown.length)
        const next = place === null ? undefined : shown[place]
        if (place === null || next === undefined) return
        selectTo(name, shown, next, id)
        row.focus(place)
      },
    }
    if (event.altKey || event.nativeEvent.isComposing) return false
    if (ctrl && !event.shiftKey && event.key.toLowerCase() === 'a') return taken(does.selectAll)
    if (ctrl && event.key === ' ') return taken(does.selectRow)
    if (event.shiftKey && !ctrl && /^Arrow(Up|Down)$/.test(event.key)) return taken(does.selectRange)
    return event.key === 'Escape' && selected.size > 0 && taken(clearSelection)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!isOwnKey(event)) row.onKey(event)
  }
  const choosing = selected.size > 0 ? '' : undefined
  return { selected, listens: { 'data-choosing': choosing, onClickCapture, onKeyDown } }
}
