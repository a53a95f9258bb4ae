/** Records somebody edits: what events say of them is kept even when a search or an unread page has no row for them. */
import type { Change, Key, RowRules } from './rows'

export interface Followed<T> {
  /** Begins to keep a record until the returned function is called; of several that follow it, the last one ends it. */
  follow: (key: Key) => () => void
  /**
   * What a batch of changes made of the followed records.
   * @param rows the list as it was before the batch.
   * @param known what was kept so far.
   * @returns the same `known` when nothing in the batch concerns them.
   */
  after: (
    changes: readonly Change<T>[],
    rows: readonly T[],
    known: ReadonlyMap<Key, T>,
  ) => ReadonlyMap<Key, T>
}

/** @param ended called with a record that nobody follows any more. */
export function createFollowed<T>(
  { key, merge = (_known, update) => update }: RowRules<T>,
  ended: (key: Key) => void,
): Followed<T> {
  const watchers = new Map<Key, number>()
  return {
    follow(id) {
      watchers.set(id, (watchers.get(id) ?? 0) + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        const others = (watchers.get(id) ?? 1) - 1
        if (others > 0) watchers.set(id, others)
        else {
          watchers.delete(id)
          ended(id)
        }
      }
    },
    after(changes, rows, known) {
      if (watchers.size === 0) return known
      let next: Map<Key, T> | null = null
      for (const change of changes) {
        const id = 'put' in change ? key(change.put) : 'patch' in change ? change.patch : null
        if (id === null || !watchers.has(id)) continue
        const row = (next ?? known).get(id) ?? rows.find(one => key(one) === id)
        const changed =
          'put' in change
            ? row === undefined
              ? change.put
              : merge(row, change.put)
            : 'patch' in change && row !== undefined
              ? change.with(row)
              : row
        if (changed === undefined || changed === (next ?? known).get(id)) continue
        next ??= new Map(known)
        next.set(id, changed)
      }
      return next ?? known
    },
  }
}
