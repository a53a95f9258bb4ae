/**
 * What was read of the database, kept until a commit touched it (touched.ts). A database that others write to as well (PostgreSQL)
 * reports no changes, and nothing is found a second time.
 */
import type { Reader } from './client'
import type { Touched } from './touched'

interface Notifying {
  changes(): number
  onChange(listener: (touched: Touched) => void): void
}

const notifies = (db: Reader): db is Reader & Notifying => 'onChange' in db && db.onChange !== null

/**
 * Makes a store of things by their key, one per database. What is asked of an open transaction is not kept.
 *
 * Ask for the store before reading what is to be put into it: nothing is put where something was committed meanwhile.
 * @param most things kept at once; of more the oldest go.
 * @param outdated which keys are out of date after a commit that touched something that can be named.
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
