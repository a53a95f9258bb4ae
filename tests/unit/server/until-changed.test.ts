/** What was read is kept until something may have been written since, and never put where it is out of date. */
import { expect, it } from 'vitest'
import type { Reader } from '../../../electron/server/db/client'
import { untilChanged } from '../../../electron/server/db/until-changed'

const database = () => {
  const db = { at: 0, changes: () => db.at }
  return db as typeof db & Reader
}

it('is known until the next change, by each database for itself', () => {
  const store = untilChanged<number, string>(10)
  const one = database()
  const two = database()
  store(one).set(1, 'a')
  expect([store(one).get(1), store(two).get(1)]).toEqual(['a', undefined])
  two.at += 1
  expect(store(one).get(1)).toBe('a')
  one.at += 1
  expect(store(one).get(1)).toBeUndefined()
})

it('of what was being read while something changed nothing is kept', () => {
  const store = untilChanged<number, string>(10)
  const db = database()
  const before = store(db)
  db.at += 1
  store(db)
  before.set(1, 'out of date')
  expect(store(db).get(1)).toBeUndefined()
})

it('nothing is kept of a transaction, nor of a database that counts every question as a change', () => {
  const store = untilChanged<number, string>(10)
  const transaction = {} as Reader
  store(transaction).set(1, 'not yet written')
  expect(store(transaction).get(1)).toBeUndefined()
  let asked = 0
  const others = { changes: () => ++asked } as unknown as Reader
  store(others).set(1, 'of another process')
  expect(store(others).get(1)).toBeUndefined()
})

it('holds so many things and no more', () => {
  const store = untilChanged<number, number>(3)
  const db = database()
  for (let i = 0; i < 10; i++) store(db).set(i, i)
  expect([...Array(10).keys()].filter(i => store(db).get(i) !== undefined)).toEqual([9])
})
