import { afterEach, expect, it, vi } from 'vitest'
import { builtIn } from '../../../electron/database/open'

const host = process as { getBuiltinModule?: unknown }
const real = host.getBuiltinModule
afterEach(() => {
  host.getBuiltinModule = real
})

/** A `node:sqlite` as recent as the client needs, with or without its full-text index. */
const offer = (fts5: boolean) => {
  const closed = vi.fn()
  class DatabaseSync {
    exec(sql: string) {
      if (!fts5 && sql.includes('fts5')) throw new Error('no such module: fts5')
    }
    close = closed
  }
  class StatementSync {
    setReturnArrays() {}
  }
  host.getBuiltinModule = () => ({ DatabaseSync, StatementSync })
  return closed
}

it('is taken when it can search', () => {
  const closed = offer(true)
  expect(builtIn()).not.toBeNull()
  expect(closed).toHaveBeenCalledTimes(1)
})

it('is refused by name without its full-text index, instead of failing inside a migration', () => {
  const closed = offer(false)
  expect(() => builtIn()).toThrow('built without FTS5')
  expect(closed).toHaveBeenCalledTimes(1)
})
