/** Statements that are written out once (electron/server/platform/db/prepared.ts). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Db, openDb } from '../../../electron/server/platform/db/client'
import { writeLast } from '../../../electron/server/platform/db/engine/inside'
import { Filled, givenOf, prepared } from '../../../electron/server/platform/db/prepared'
import { companies, plans } from '../../../electron/server/platform/db/schema'

let folder: string
let db: Db
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turno-prepared-'))
  db = await openDb(folder)
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

it('one statement runs in every transaction and outside, written out once, with the values of each', async () => {
  const insertion = prepared(on =>
    on
      .insert(plans)
      .values(givenOf(plans, ['name', 'users']))
      .prepare(),
  )
  const build = vi.fn((on: Pick<Db, 'select'>) =>
    on
      .select({ users: plans.users })
      .from(plans)
      .where(eq(plans.name, sql.placeholder('name')))
      .prepare(),
  )
  const named = prepared(build)
  const isUndone = db.platform.write(async tx => {
    await insertion(tx).run({ name: 'A', users: 1 })
    expect(await named(tx).all({ name: 'A' })).toEqual([{ users: 1 }])
    expect(await named(db).all({ name: 'A' })).toEqual([])
    throw new Error('undone')
  })
  await expect(isUndone).rejects.toThrow('undone')
  await db.platform.write(async tx => writeLast(new Filled(insertion(tx), { name: 'A', users: 2 })))
  expect(await named(db).all({ name: 'A' })).toEqual([{ users: 2 }])
  expect(build).toHaveBeenCalledTimes(1)
})

it('a value that is null is none, whatever kind its column is of', async () => {
  const insertion = prepared(on =>
    on
      .insert(companies)
      .values(givenOf(companies, ['name', 'dueDate']))
      .prepare(),
  )
  await insertion(db.platform).run({ name: 'A', dueDate: null })
  await insertion(db.platform).run({ name: 'B', dueDate: '2099-01-01T00:00:00.000Z' })
  expect(await db.select({ dueDate: companies.dueDate }).from(companies)).toEqual([
    { dueDate: null },
    { dueDate: '2099-01-01T00:00:00.000Z' },
  ])
})
