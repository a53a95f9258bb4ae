/**
 * What was read of the database, kept until something may have been written since. Every commit, whatever it left, makes all of
 * it unknown: nothing has to say what depends on what. A database that others write to as well (PostgreSQL) counts
 * every question as a change, and nothing is found a second time.
 */
import type { Reader } from './client'

interface Counting {
  changes(): number
}

const counts = (db: Reader): db is Reader & Counting => 'changes' in db

/**
 * Makes a store of things by their key, one per database. What is asked of an open transaction is not kept.
 *
 * Ask for the store before reading what is to be put into it: one that is out of date meanwhile is nobody's any more.
 * @param most things kept at once; with one more all others are dropped.
 */
export function untilChanged<K, V>(most: number): (db: Reader) => Pick<Map<K, V>, 'get' | 'set'> {
  const stores = new WeakMap<object, { at: number; store: Map<K, V> }>()
  class Bounded extends Map<K, V> {
    override set(key: K, value: V): this {
      if (this.size >= most) this.clear()
      return super.set(key, value)
    }
  }
  return db => {
    if (!counts(db)) return new Bounded()
    const at = db.changes()
    const known = stores.get(db)
    if (known?.at === at) return known.store
    const store = new Bounded()
    stores.set(db, { at, store })
    return store
  }
}
