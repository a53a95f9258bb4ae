/** What the window and the worker of a spreadsheet say to each other. */
import type { ListRow, Mapping } from '@/spreadsheet/columns'
import type { SheetFault } from '@/spreadsheet/faults'

export type ToSheet =
  | { kind: 'open'; file: File; sheet: number }
  /** Up to `count` rows from a place on, by the chosen columns. */
  | { kind: 'rows'; from: number; count: number; mapping: Mapping }
  | { kind: 'example'; sheetName: string; rows: readonly (readonly string[])[] }

/** A sheet that was read: what somebody has to see to choose its columns. */
export interface Opened {
  sheets: string[]
  sheet: number
  /** Rows with anything in them, the heading included. */
  total: number
  /** First cells of the rows on top, at most PREVIEW_ROWS. */
  preview: string[][]
  columns: number
  hasHeading: boolean
  mapping: Mapping
}

export type FromSheet =
  | ({ kind: 'opened' } & Opened)
  /** `next` is where the following rows begin; null at the end. */
  | { kind: 'rows'; rows: ListRow[]; next: number | null }
  | { kind: 'example'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'fault'; fault: SheetFault }

export const PREVIEW_ROWS = 6
