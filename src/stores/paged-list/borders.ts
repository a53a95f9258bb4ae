/** Borders between pages that were read lately: a row that goes from its place may have slipped over one. */
import type { PageStep } from './pages'
import type { Key } from './rows'

interface Border {
  /** Keys of the rows beside it. */
  above: Key | null
  below: Key | null
  at: number
}

/** An event that comes this long after a page may tell of something that page was already cut by. Milliseconds. */
const LATEST_EVENT_MS = 10_000

export interface Borders {
  /** A reading begins. */
  begin: () => void
  /** A page was laid below rows. */
  cut: (rows: readonly Key[], page: readonly Key[], step: PageStep) => void
  /** What was cut is shown now; a reading of the shown depth replaces the borders of those before it. */
  shown: (step: PageStep) => void
  /** A row went from its place. */
  shift: () => void
  /** Whether one has since the reading began. */
  shifted: () => boolean
  /** Whether a row may have slipped over a border lately. */
  any: () => boolean
  /**
   * From which page on has to be read again.
   * @param keys of the rows now. @param size rows of a full page.
   * @returns null when no border is left.
   */
  firstPage: (keys: readonly Key[], size: number) => number | null
  clear: () => void
}

/** Keeps the borders of one list. */
export function createBorders(): Borders {
  let borders: Border[] = []
  let cut: Border[] = []
  let shifted = false
  return {
    begin() {
      cut = []
      shifted = false
    },
    shift() {
      shifted = true
    },
    shifted: () => shifted,
    cut(rows, page, { page: number }) {
      if (number > 1) cut.push({ above: rows.at(-1) ?? null, below: page[0] ?? null, at: Date.now() })
    },
    shown({ anew }) {
      borders = anew ? cut : [...borders, ...cut]
      cut = []
    },
    any() {
      const now = Date.now()
      borders = borders.filter(({ at }) => now - at <= LATEST_EVENT_MS)
      return borders.length > 0
    },
    firstPage(keys, size) {
      if (borders.length === 0) return null
      const places = borders.map(({ above, below }) => {
        const place = above === null ? -1 : keys.indexOf(above)
        return place >= 0 || below === null ? place : keys.indexOf(below) - 1
      })
      return Math.floor(Math.min(...places) / Math.max(size, 1))
    },
    clear() {
      borders = []
      cut = []
    },
  }
}
