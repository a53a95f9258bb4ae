/** How a person arranges a table: which columns, how wide, how high its rows. */
import { type CSSProperties, type RefObject, useRef } from 'react'
import type { Column, TableLayout } from './data-table-props'
import { useMedia } from './use-media'

/** Heights of every table's rows, in pixels. */
const ROW_PX = { normal: 44, compact: 36 } as const

/** What a person can draw a column to, in pixels. */
export const WIDTH_PX = { min: 48, max: 1_200 } as const

/** Least width of a column beside others that were drawn wide. */
const LEAST_PX = 72
/** Padding of a row, both sides together. */
const ROW_PADDING_PX = 16
const CHOICE_PX = 32
/** The menu of the columns, and what opens a row's menu: icons lie over the end of the row (data-table.module.css). */
const END_PX = 44

/** Below this width columns fold and every table is as it is by itself (data-table.module.css). */
export const FOLDED = '(max-width: 900px)'
/** Below this one the others that can, too. */
export const PHONE = '(max-width: 599px)'

/** Height of a row, in pixels. */
export function useRowPx(density: TableLayout['density']): number {
  return ROW_PX[useMedia(FOLDED) ? 'normal' : density]
}

/** Whether a column cannot be left out: those that say so, else the first. */
export const stays = <C extends Pick<Column<never>, 'stays'>>(columns: readonly C[], column: C): boolean =>
  columns.some(one => one.stays) ? column.stays === true : column === columns[0]

type Widths = TableLayout['widths']

/** The least that a track takes, in pixels. */
function leastOf(track: string): number {
  const fixed = /^(?:minmax\()?(\d+)px/.exec(track)
  return fixed ? Number(fixed[1]) : LEAST_PX
}

interface Parts {
  chooses: boolean
  /** Pixels at the end of a row for its actions and the menu of the columns; 0: neither. */
  end: number
}

/** The tracks of a row as people drew them, and the least width that shows them all; "" where nobody drew one. */
function drawn<R>(columns: readonly Column<R>[], { chooses, end }: Parts, widths: Widths) {
  const own = columns.some(({ key }) => typeof widths[key] === 'number')
  let least = ROW_PADDING_PX + (chooses ? CHOICE_PX : 0) + end
  const tracks = columns.map(({ key, width = 'minmax(0, 1fr)' }) => {
    const kept = widths[key]
    least += kept ?? leastOf(width)
    if (typeof kept === 'number') return `${kept}px`
    // Without a floor a column beside one that was drawn wide would vanish.
    return own ? width.replace(/^minmax\(0,/, `minmax(${LEAST_PX}px,`) : width
  })
  // Something has to take the room that nobody asked for: else the actions would stand in the middle.
  const last = tracks.length - 1
  if (!tracks.some(track => track.includes('fr'))) {
    tracks[last] = `minmax(${leastOf(tracks[last] ?? '')}px, 1fr)`
  }
  return {
    tracks: (chooses ? `${CHOICE_PX}px ` : '') + tracks.join(' ') + (end ? ` ${end}px` : ''),
    least: own ? `${least}px` : 'auto',
  }
}

export interface Drawing<R> {
  /** Those that are shown. */
  columns: readonly Column<R>[]
  rowPx: number
  /** Of the element that holds head and rows. */
  table: RefObject<HTMLDivElement | null>
  style: CSSProperties
  /** Shows a column this wide until the next drawing: a drag draws no row anew. */
  preview: (key: string, width: number | null) => void
}

/**
 * What a table's style sheet is given of an arrangement.
 * @param all every column the table can show.
 * @param acts rows have actions.
 */
export function useDrawing<R>(
  all: readonly Column<R>[],
  layout: TableLayout | undefined,
  chooses: boolean,
  acts: boolean,
): Drawing<R> {
  const table = useRef<HTMLDivElement>(null)
  const hidden = layout?.hidden ?? []
  const columns = all.filter(column => stays(all, column) || !hidden.includes(column.key))
  const widths = layout?.widths ?? {}
  const rowPx = useRowPx(layout?.density ?? 'normal')
  const parts = { chooses, end: acts || layout ? END_PX : 0 }
  const wide = (of: Widths) => drawn(columns, parts, of)
  // A folded column gives its track back.
  const without = (folds: (column: Column<R>) => boolean) =>
    drawn(
      columns.filter(column => !folds(column)),
      parts,
      {},
    ).tracks
  const now = wide(widths)
  const style: Record<string, string> = {
    '--tracks': now.tracks,
    '--tracks-folded': without(({ foldable }) => foldable === true),
    '--tracks-phone': without(({ foldable }) => Boolean(foldable)),
    '--least': now.least,
    '--row': `${rowPx}px`,
  }
  return {
    columns,
    rowPx,
    table,
    style,
    preview(key, width) {
      const next = wide({ ...widths, [key]: width })
      table.current?.style.setProperty('--tracks', next.tracks)
      table.current?.style.setProperty('--least', next.least)
    },
  }
}
