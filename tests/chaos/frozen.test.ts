/** Processes that share the companies of a database, and one that stands still or is killed: its companies are taken over, nothing is doubled. */
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outgoing } from '../../electron/server/platform/db/schema'
import { postgresMissing } from '../support/postgres/programs'
import { type FrozenPair, startFrozenPair } from './frozen-pair'

/** How long it may take until another process works for a company, milliseconds. */
const TAKEN_MS = 15_000
/** How long the one that stands still does so, milliseconds. */
const FROZEN_MS = 25_000

describe.skipIf(postgresMissing())('a process that works for some companies', () => {
  let pair: FrozenPair
  beforeAll(async () => {
    pair = await startFrozenPair()
  })
  afterAll(() => pair?.close())

  const taken = async (companyId: number, since: number): Promise<number> => {
    while (!pair.next.app.work.here(companyId) && performance.now() - since < 2 * TAKEN_MS) await delay(20)
    return performance.now() - since
  }

  it('stands still: another works for them within 15 s, its own wait for nothing, and it does nothing more when it wakes', async () => {
    const { frozen, next, companies, write, sentBy, ready } = pair
    expect(next.app.work.here(companies.next)).toBe(true)
    expect(next.app.work.here(companies.frozen)).toBe(false)
    expect([await write('antes'), await write('vizinha', 'next')]).toEqual([200, 200])
    expect([sentBy('antes'), sentBy('vizinha')]).toEqual([['other'], ['next']])
    // Stopped with a message in its hands.
    const slow = write('lento')
    await frozen.sends('lento')
    const since = performance.now()
    frozen.process.kill('SIGSTOP')
    const during = write('durante')
    for (let i = 0; i < 5; i++) {
      const asked = performance.now()
      expect(await write(`vizinha ${i}`, 'next')).toBe(200)
      expect(performance.now() - asked).toBeLessThan(2_000)
      expect(sentBy(`vizinha ${i}`)).toEqual(['next'])
      // One that serves its own is ready, whoever else stands still.
      expect((await ready())[0]).toBe(200)
    }
    expect(await taken(companies.frozen, since)).toBeLessThan(TAKEN_MS)
    expect([await slow, await during]).toEqual([200, 200])
    await expect.poll(() => sentBy('durante')).toEqual(['next'])
    expect(sentBy('lento')).toEqual(['next'])
    await delay(Math.max(0, FROZEN_MS - (performance.now() - since)))
    const ended = new Promise(resolve => frozen.process.once('exit', resolve))
    frozen.process.kill('SIGCONT')
    await ended
    expect(frozen.wasTaken()).toBe(true)
    expect(await write('depois')).toBe(200)
    expect(['antes', 'lento', 'durante', 'depois'].map(sentBy)).toEqual([
      ['other'],
      ['next'],
      ['next'],
      ['next'],
    ])
    expect(await next.app.db.$count(outgoing, eq(outgoing.state, 'queued'))).toBe(0)
  })

  it('comes and is given its part in order; killed, it is replaced', async () => {
    const { next, companies, another, write, sentBy } = pair
    // Of the first company: parts from all over are given up.
    const other = await another(companies.next)
    expect(next.app.work.here(companies.next)).toBe(false)
    expect(next.app.work.here(companies.frozen)).toBe(true)
    expect([await write('a', 'next'), await write('b')]).toEqual([200, 200])
    expect([sentBy('a'), sentBy('b')]).toEqual([['other'], ['next']])
    const since = performance.now()
    other.process.kill('SIGKILL')
    const written = write('c', 'next')
    expect(await taken(companies.next, since)).toBeLessThan(TAKEN_MS)
    expect(await written).toBe(200)
    await expect.poll(() => sentBy('c')).toEqual(['next'])
  })

  it('gives a company over while its channel hangs with a message: within its limit, and the message leaves once', async () => {
    const { next, companies, another, write, hangs, sentBy } = pair
    expect(next.app.work.here(companies.next)).toBe(true)
    // The answers wait for phones that never say anything.
    write('preso', 'next').catch(() => {})
    await hangs('preso')
    write('atrás', 'next').catch(() => {})
    const since = performance.now()
    const coming = another(companies.next)
    while (next.app.work.here(companies.next) && performance.now() - since < 4 * TAKEN_MS) await delay(20)
    const other = await coming
    const gaveUp = performance.now() - since
    expect(gaveUp).toBeLessThan(4 * TAKEN_MS)
    await expect.poll(() => sentBy('preso')).toEqual(['other'])
    await expect.poll(() => sentBy('atrás')).toEqual(['other'])
    other.process.kill('SIGKILL')
  })
})
