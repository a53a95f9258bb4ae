/** Work of companies: what is under way, and how much of one company may be. */
import { expect, it } from 'vitest'
import { companyWork } from '../../../electron/server/company-work'
import { deferred } from '../../support/deferred'

it('is idle once all of it has ended, and begins nothing twice and no more of one company than it may', async () => {
  const work = companyWork({ atOnce: 2, many: 3 })
  const ends = [deferred<void>(), deferred<void>(), deferred<void>()]
  const begin = (key: number, companyId: number) =>
    work.begin(key, companyId, () => ends[key]?.promise ?? Promise.resolve())
  expect(work.isIdle()).toBe(true)
  expect([begin(0, 1), begin(0, 1), begin(1, 1), begin(9, 1), begin(2, 2)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
  expect([work.isIdle(), work.full()]).toEqual([false, [1, 2]])
  for (const end of ends) end.resolve()
  await work.stop()
  expect([work.isIdle(), work.full(), begin(0, 1)]).toEqual([true, [], false])
})

it('has room for one piece of each company, however many others hang', async () => {
  const work = companyWork({ atOnce: 1, many: 2 })
  const hangs = deferred<void>()
  const companies = [1, 2, 3, 4]
  expect(companies.map(id => work.begin(id, id, () => hangs.promise))).toEqual([true, true, true, true])
  expect(work.begin(5, 1, () => hangs.promise)).toBe(false)
  hangs.resolve()
  await work.stop()
})
