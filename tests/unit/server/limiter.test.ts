import { describe, expect, it } from 'vitest'
import { SIGN_IN_PACE, signInLimiter } from '../../../electron/server/auth/limiter'
import { queue } from '../../../electron/server/auth/queue'
import { ApiError } from '../../../electron/server/errors'
import { lineLog, rationedLog } from '../../../electron/server/log'

const wrong = async (): Promise<never> => {
  throw new ApiError('ERR_INVALID_CREDENTIALS')
}
const right = async (): Promise<string> => 'in'
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    value => String(value),
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )
const limits = { ...SIGN_IN_PACE, atOnce: 1, slowMs: 5 }

describe('the limiter of the sign-in', () => {
  it('refuses guesses after ten, and lets the right password in all the same', async () => {
    const limiter = signInLimiter(limits)
    const codes: string[] = []
    for (let i = 0; i < 12; i++) codes.push(await codeOf(limiter.pass('ana', 'a', wrong)))
    expect(codes).toEqual([
      ...Array(10).fill('ERR_INVALID_CREDENTIALS'),
      ...Array(2).fill('ERR_TOO_MANY_ATTEMPTS'),
    ])
    expect(await codeOf(limiter.pass('ana', 'a', right))).toBe('in')
  })

  it('keeps its person in while others try the name from everywhere', async () => {
    const limiter = signInLimiter(limits)
    const flood = Array.from({ length: 80 }, (_, i) => codeOf(limiter.pass('ana', `elsewhere ${i}`, wrong)))
    expect(await codeOf(limiter.pass('ana', 'home', right))).toBe('in')
    await Promise.all(flood)
  })

  it('checks one password at a time, addresses by turns, and refuses who waits longest when the line is full', async () => {
    const limiter = signInLimiter({ ...limits, waiting: 10 })
    let inside = 0
    let most = 0
    const order: string[] = []
    const check = (name: string) => async (): Promise<string> => {
      most = Math.max(most, ++inside)
      await new Promise(resolve => setTimeout(resolve, 1))
      inside -= 1
      order.push(name)
      return name
    }
    const crowd = Array.from({ length: 25 }, (_, i) => codeOf(limiter.pass(`x${i}`, 'crowd', check(`x${i}`))))
    const person = codeOf(limiter.pass('ana', 'home', check('ana')))
    const codes = await Promise.all([...crowd, person])
    expect(most).toBe(1)
    expect(codes.at(-1)).toBe('ana')
    expect(order.indexOf('ana')).toBeLessThan(4)
    expect(codes.filter(code => code === 'ERR_TOO_MANY_ATTEMPTS')).toHaveLength(15)
  })

  it('counts an office behind one address only by its failures', async () => {
    const limiter = signInLimiter({ ...limits, slowMs: 60_000 })
    for (let i = 0; i < 100; i++) expect(await codeOf(limiter.pass(`p${i}`, 'office', right))).toBe('in')
  })

  it('lets a hundred people of one address in who begin at the same moment, without slowing one', async () => {
    // The slow line would hold this test for hours.
    const limiter = signInLimiter({ ...limits, slowMs: 3_600_000 })
    const codes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => codeOf(limiter.pass(`p${i}`, 'office', right))),
    )
    expect(codes).toEqual(Array(100).fill('in'))
  })

  it('slows a crowd of guesses from one address down, also when all of them come at once', async () => {
    const limiter = signInLimiter({ ...limits, slowMs: 3_600_000 })
    const said: string[] = []
    for (let i = 0; i < 60; i++)
      void codeOf(limiter.pass(`p${i}`, 'crowd', wrong)).then(code => said.push(code))
    const elsewhere = await codeOf(limiter.pass('ana', 'home', right))
    await new Promise(resolve => setTimeout(resolve, 20))
    limiter.close()
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(elsewhere).toBe('in')
    // As many as may fail, the first of the slow line, and the rest refused at the end.
    const checked = said.filter(code => code === 'ERR_INVALID_CREDENTIALS').length
    expect(checked).toBe(SIGN_IN_PACE.address)
    expect(said).toHaveLength(60)
  })

  it('checks as many passwords at once as there are places', async () => {
    const limiter = signInLimiter({ ...limits, atOnce: 2 })
    let inside = 0
    let most = 0
    const check = async (): Promise<void> => {
      most = Math.max(most, ++inside)
      await new Promise(resolve => setTimeout(resolve, 1))
      inside -= 1
    }
    await Promise.all(Array.from({ length: 20 }, (_, i) => limiter.pass(`p${i}`, `a${i}`, check)))
    expect(most).toBe(2)
  })
})

it('a queue runs as many at once as it has places, also after one failed', async () => {
  const run = queue(2)
  let inside = 0
  let most = 0
  const work = (fails: boolean) => async (): Promise<void> => {
    most = Math.max(most, ++inside)
    await new Promise(resolve => setTimeout(resolve, 1))
    inside -= 1
    if (fails) throw new Error('no')
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => run(work(i % 3 === 0))))
  expect(most).toBe(2)
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(13)
})

it('twenty thousand of the same line are twenty, and how many there were is said afterwards', () => {
  const lines: string[] = []
  let now = 0
  const log = rationedLog(
    lineLog((_, line) => void lines.push(line)),
    () => now,
  )
  for (let i = 0; i < 20_000; i++) log.warn('client event refused', { userId: 1 })
  log.warn('something else')
  expect(lines).toHaveLength(21)
  now = 61_000
  log.warn('client event refused', { userId: 2 })
  expect(lines.at(-1)).toBe('client event refused userId=2 notShown=19980')
})
