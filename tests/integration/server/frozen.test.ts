/** A process that works and stands still, as when its machine is paused: the next one takes its work over, nothing is doubled. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outgoing } from '../../../electron/server/db/schema'
import { postgresMissing } from '../../support/postgres/programs'
import { type FrozenPair, startFrozenPair } from './frozen-pair'

describe.skipIf(postgresMissing())('a process that works and stands still', () => {
  let pair: FrozenPair
  beforeAll(async () => {
    // Short enough not to be waited for long, long enough for a machine that is busy.
    pair = await startFrozenPair({ beatMs: 200, freshMs: 4_000, deadMs: 6_000 })
  }, 120_000)
  afterAll(() => pair?.close())

  it('is replaced: what is written meanwhile leaves once, by the next one, and nothing more when it wakes', async () => {
    const { frozen, next, write, sentBy, ready } = pair
    expect(next.app.work.here()).toBe(false)
    expect(await write('antes')).toBe(200)
    expect(sentBy('antes')).toEqual(['frozen'])
    frozen.kill('SIGSTOP')
    expect(await write('durante')).toBe(200)
    expect(next.app.work.here()).toBe(true)
    await expect.poll(() => sentBy('durante')).toEqual(['next'])
    await expect.poll(async () => (await ready())[0]).toBe(200)
    const ended = new Promise(resolve => frozen.once('exit', resolve))
    frozen.kill('SIGCONT')
    await ended
    expect(pair.wasTaken()).toBe(true)
    expect(await write('depois')).toBe(200)
    expect(['antes', 'durante', 'depois'].map(sentBy)).toEqual([['frozen'], ['next'], ['next']])
    expect(await next.app.db.$count(outgoing, eq(outgoing.state, 'queued'))).toBe(0)
  }, 120_000)
})
