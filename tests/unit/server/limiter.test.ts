import { describe, expect, it } from 'vitest'
import { queue } from '../../../electron/queue'
import { ApiError } from '../../../electron/server/errors'
import { lineLog, rationedLog } from '../../../electron/server/log'
import { SIGN_IN_PACE, signInLimiter } from '../../../electron/server/platform/auth/limiter'
import { networkOf, siteOf } from '../../../electron/server/platform/auth/network'
import { soon } from '../../support/soon'

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

  it('keeps its person in behind 400 guesses from 400 addresses of one site', async () => {
    // Each of the slow line but the first would hold this test for an hour.
    const limiter = signInLimiter({ ...limits, slowMs: 3_600_000 })
    const from = (i: number): string => `2001:db8:5:${i.toString(16)}::1`
    const said = Array.from({ length: 400 }, (_, i) => codeOf(limiter.pass('ana', from(i), wrong)))
    // Where she signed in before she does not even wait.
    expect(await codeOf(limiter.pass('ana', '198.51.100.7', right, async () => true))).toBe('in')
    limiter.end()
    await Promise.all(said)
    // Elsewhere she is next, be the others of one site or of as many.
    for (const others of [from, (i: number) => `203.0.${i >> 8}.${i & 255}`]) {
      const patient = signInLimiter({ ...limits, slowMs: 20 })
      let done = 0
      const flood = Array.from({ length: 400 }, (_, i) =>
        codeOf(patient.pass('ana', others(i), wrong)).then(() => {
          done += 1
        }),
      )
      await soon(() => expect(done).toBeGreaterThan(100))
      const before = done
      expect(await codeOf(patient.pass('ana', '198.51.100.7', right))).toBe('in')
      expect(done - before).toBeLessThan(5)
      patient.end()
      await Promise.all(flood)
    }
  })

  it('counts a /64 of IPv6 as one IPv4 address, and a /48 that fails again and again too', async () => {
    const slowed = async (address: (i: number) => string): Promise<number> => {
      const limiter = signInLimiter({ ...limits, slowMs: 0 })
      for (let i = 0; i < 200; i++)
        if ((await codeOf(limiter.pass(`p${i}`, address(i), wrong))) === 'ERR_TOO_MANY_ATTEMPTS') return i
      return Number.POSITIVE_INFINITY
    }
    expect(await slowed(() => '192.0.2.1')).toBe(SIGN_IN_PACE.address)
    expect(await slowed(i => `2001:db8:1:2::${(i + 1).toString(16)}`)).toBe(SIGN_IN_PACE.address)
    expect(await slowed(i => `2001:db8:1:${(i + 1).toString(16)}::1`)).toBe(SIGN_IN_PACE.site)
    expect(await slowed(i => `2001:db8:${(i + 1).toString(16)}::1`)).toBe(Number.POSITIVE_INFINITY)
  })

  it('a guess from a known network is counted as any other', async () => {
    const limiter = signInLimiter(limits)
    const codes: string[] = []
    for (let i = 0; i < 12; i++)
      codes.push(await codeOf(limiter.pass('ana', 'home', wrong, async () => true)))
    expect(codes.slice(-2)).toEqual(Array(2).fill('ERR_TOO_MANY_ATTEMPTS'))
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
    limiter.end()
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

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7', '192.0.2.7'],
  ['2001:DB8:0:1::1', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8::ffff:1:2', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['user 7', 'user 7', 'user 7'],
])('%s is counted with %s, and with %s', (address, network, site) => {
  expect([networkOf(address), siteOf(address)]).toEqual([network, site])
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
