/** Rows that are worked off one after the other. */
import { expect, it } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import { eachRow } from '../../../electron/server/platform/db/each-row'
import { fencedOff } from '../../../electron/server/platform/db/engine/lost'

const ROWS = [{ id: 1 }, { id: 2 }, { id: 3 }]

it('that one fails for holds up no other', async () => {
  const done: number[] = []
  const failed = await eachRow(silentLog, 'not done', ROWS, async ({ id }) => {
    if (id === 1) throw new Error('no')
    done.push(id)
  })
  expect([done, failed]).toEqual([[2, 3], [1]])
})

it('wait where the database is lost', async () => {
  const tried: number[] = []
  const going = eachRow(silentLog, 'not done', ROWS, async ({ id }) => {
    tried.push(id)
    throw fencedOff(new Error('away'))
  })
  await expect(going).rejects.toThrow('cannot be reached')
  expect(tried).toEqual([1])
})
