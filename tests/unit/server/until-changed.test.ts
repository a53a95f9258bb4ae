/** What was read is kept until something of it may have been written since, and never put where it is out of date. */
import { expect, it } from 'vitest'
import type { Reader } from '../../../electron/server/platform/db/client'
import type { Touched } from '../../../electron/server/platform/db/touched'
import { untilChanged } from '../../../electron/server/platform/db/until-changed'

const nothing = { tickets: new Set<number>(), allTickets: false, people: false }
const database = () => {
  let at = 0
  const listeners: ((touched: Touched) => void)[] = []
  const db = {
    changes: () => at,
    onChange: (listener: (touched: Touched) => void) => void listeners.push(listener),
    commit(touched: Touched) {
      at += 1
      for (const listener of listeners) listener(touched)
    },
  }
  return db as typeof db & Reader
}
const storeOf = <V>(most = 10) =>
  untilChanged<number, V>(most, ({ tickets, allTickets }) => (allTickets ? 'all' : tickets))

it('is known until a commit touched it, by each database for itself', () => {
  const store = storeOf<string>()
  const one = database()
  const two = database()
  store(one).set(1, 'a')
  store(one).set(2, 'b')
  expect([store(one).get(1), store(two).get(1)]).toEqual(['a', undefined])
  two.commit('everything')
  one.commit(nothing)
  expect([store(one).get(1), store(one).get(2)]).toEqual(['a', 'b'])
  one.commit({ ...nothing, tickets: new Set([1]) })
  expect([store(one).get(1), store(one).get(2)]).toEqual([undefined, 'b'])
  one.commit({ ...nothing, allTickets: true })
  expect(store(one).get(2)).toBeUndefined()
  store(one).set(2, 'c')
  one.commit('everything')
  expect(store(one).get(2)).toBeUndefined()
})

it('of what was being read while something changed nothing is kept', () => {
  const store = storeOf<string>()
  const db = database()
  const before = store(db)
  db.commit({ ...nothing, tickets: new Set([1]) })
  store(db)
  before.set(1, 'out of date')
  expect(store(db).get(1)).toBeUndefined()
})

it('nothing is kept of a transaction, nor of a database that others write to', () => {
  const store = storeOf<string>()
  const transaction = {} as Reader
  store(transaction).set(1, 'not yet written')
  expect(store(transaction).get(1)).toBeUndefined()
  const others = { changes: () => 0, onChange: null } as unknown as Reader
  store(others).set(1, 'of another process')
  expect(store(others).get(1)).toBeUndefined()
})

it('holds so many things and no more, the newest', () => {
  const store = storeOf<number>(3)
  const db = database()
  for (let i = 0; i < 10; i++) store(db).set(i, i)
  expect([...Array(10).keys()].filter(i => store(db).get(i) !== undefined)).toEqual([7, 8, 9])
})
