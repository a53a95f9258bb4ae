/**
 * Caches what was read of the database until a commit touches it (touched.ts). A database with other writers
 * (PostgreSQL) reports no changes, so nothing is cached there.
 */
import type { Reader } from './client'
import type { Touched } from './touched'

interface Notifying {
  changes(): number
  onChange(listener: (touched: Touched) => void): void
}

const notifies = (db: Reader): db is Reader & Notifying => 'onChange' in db && db.onChange !== null

/**
 * Makes a cache by key, one per database. Reads of an open transaction are not cached. Get the cache before reading
 * what is put into it: nothing is put after a commit in between.
 * @param most entries; the oldest are dropped.
 * @param outdated which keys a commit invalidates.
 */
export function untilChanged<K, V>(
  most: number,
  outdated: (touched: Exclude<Touched, 'everything'>) => Iterable<K> | 'all',
): (db: Reader) => Pick<Map<K, V>, 'get' | 'set'> {
  const stores = new WeakMap<object, Map<K, V>>()
  const storeOf = (db: Notifying): Map<K, V> => {
    const known = stores.get(db)
    if (known) return known
    const store = new Map<K, V>()
    stores.set(db, store)
    db.onChange(touched => {
      const keys = touched === 'everything' ? 'all' : outdated(touched)
      if (keys === 'all') store.clear()
      else for (const key of keys) store.delete(key)
    })
    return store
  }
  return db => {
    if (!notifies(db)) return new Map()
    const store = storeOf(db)
    const at = db.changes()
    return {
      get: key => store.get(key),
      set(key, value) {
        if (db.changes() !== at) return store
        store.delete(key)
        for (const oldest of store.keys()) {
          if (store.size < most) break
          store.delete(oldest)
        }
        return store.set(key, value)
      },
    }
  }
}
