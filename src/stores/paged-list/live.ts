/** What live changes mean for a list of which not every page is here: rows, count, and what has to be read again. */
import { type Change, type Key, type RowRules, withChanges } from './rows'

/** More new records than this in one batch come from an import: the list is read again instead of grown row by row. */
const MANY = 100

/** What is shown while changes come. */
export interface LiveView<T> {
  rows: readonly T[]
  count: number
  hasMore: boolean
  belongs: (row: T) => boolean | null
  /** The list is neither searched nor filtered. */
  whole: boolean
}

/** What a batch of changes made of the list. */
export interface LiveOutcome<T> {
  rows: readonly T[]
  count: number
  /** Rows went from their place: what the server cuts into pages has moved up. */
  shifted: boolean
  /** The shown pages have to be read again. */
  stale: boolean
}

export interface Live<T> {
  /** A page travels: what comes now is laid over its answer too. */
  begin: () => void
  end: () => void
  /** Whether a page travels. */
  travelling: () => boolean
  /** Lays what came while a page travelled over its rows. */
  over: (rows: readonly T[], view: Pick<LiveView<T>, 'hasMore' | 'belongs'>) => readonly T[]
  /** Lays a batch over what is shown. */
  apply: (changes: readonly Change<T>[], view: LiveView<T>) => LiveOutcome<T>
  /** Whether a record was deleted while the list is shown. */
  isGone: (key: Key) => boolean
  clear: () => void
}

/** Keeps what one list has to remember of its changes. */
export function createLive<T>(rules: RowRules<T>): Live<T> {
  const { key } = rules
  /** Null while no page travels. */
  let during: Change<T>[] | null = null
  /** Deleted while the list is shown: reported twice, they lower the count once. */
  const gone = new Set<Key>()
  /** New records that already raised the count. */
  const counted = new Set<Key>()

  function remember(changes: readonly Change<T>[]): void {
    if (during === null) return
    // The latest of a record alone: laid over a page once more, an older one would move it to and fro.
    const puts = new Set(changes.flatMap(change => ('put' in change ? [key(change.put)] : [])))
    during = during.filter(change => !('put' in change && puts.has(key(change.put))))
    const latest = new Map<Key, Change<T>>()
    for (const change of changes) if ('put' in change) latest.set(key(change.put), { put: change.put })
    during.push(...changes.filter(change => !('put' in change)), ...latest.values())
  }

  return {
    begin() {
      during = []
    },
    end() {
      during = null
    },
    travelling: () => during !== null,
    over: (rows, view) => (during?.length ? withChanges(rules, rows, during, view).rows : rows),
    apply(changes, { rows: before, count, hasMore, belongs, whole }) {
      const toLay: Change<T>[] = []
      let elsewhere = 0
      const fresh = changes.filter(change => 'put' in change && change.fresh)
      const imported = new Set(fresh.length > MANY ? fresh : [])
      for (const change of changes.filter(one => !imported.has(one))) {
        if ('remove' in change) {
          // A record of an unloaded page is gone as well.
          const loaded = before.some(row => key(row) === change.remove)
          if (!loaded && hasMore && whole && !gone.has(change.remove)) elsewhere += 1
          gone.add(change.remove)
          toLay.push(change)
        } else if ('put' in change) {
          const id = key(change.put)
          gone.delete(id)
          toLay.push(change.fresh && counted.has(id) ? { put: change.put } : change)
          if (change.fresh) counted.add(id)
        } else toLay.push(change)
      }
      remember(toLay)
      const { rows, grown, shifted, stale } = withChanges(rules, before, toLay, { hasMore, belongs })
      const known = new Set(before.map(key))
      const unseen = (change: Change<T>): boolean =>
        'remove' in change || ('put' in change && !change.fresh && !known.has(key(change.put)))
      return {
        rows,
        count: Math.max(count + grown - elsewhere + (whole ? imported.size : 0), rows.length),
        shifted: shifted || toLay.some(unseen),
        stale: stale || imported.size > 0,
      }
    },
    isGone: id => gone.has(id),
    clear() {
      during = null
      gone.clear()
      counted.clear()
    },
  }
}
