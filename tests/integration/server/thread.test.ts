/** A connection's thread: whatever happens to it happens to it alone, and who called it learns what may have been done. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inThread } from '../../../electron/server/desk/channel/worker/life'
import { CallLost } from '../../../electron/server/desk/channel/worker/peer'
import {
  type SupervisedThread,
  superviseThread,
  type ThreadEnd,
  type ThreadTuning,
} from '../../../electron/server/desk/channel/worker/supervise'
import { silentLog } from '../../../electron/server/log'
import { bundle } from '../../faults/lib/bundle.mjs'
import type { FaultyDown, FaultyUp } from '../../support/faulty-thread'

class Refused extends Error {
  readonly code: number = 0
}
const QUICK: Partial<ThreadTuning> = { restartMs: 30, longestRestartMs: 120, stopMs: 1_000 }

let program = ''
const started: SupervisedThread<FaultyDown>[] = []
beforeAll(async () => {
  program = await bundle('tests/support/faulty-thread.ts', 'faulty-thread')
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(one => one.stop()))
})

function begun(name: string, tuning: Partial<ThreadTuning> = {}, timeoutMs = 60_000) {
  const heard: string[] = []
  const ends: ThreadEnd[] = []
  const lives: number[] = []
  const thread = superviseThread<FaultyDown, FaultyUp>({
    name,
    begin: inThread(name, program, 32),
    data: name,
    handlers: {
      async heard(text) {
        heard.push(text)
        return `${name} heard ${text}`
      },
    },
    errors: [Refused],
    timeoutMs: () => timeoutMs,
    log: silentLog,
    onUp: life => lives.push(life),
    onDown: end => ends.push(end),
    tuning: { ...QUICK, ...tuning },
  })
  started.push(thread)
  return { thread, ends, lives, heard, up: () => expect.poll(() => thread.isUp()).toBe(true) }
}

const lost = (work: Promise<unknown>): Promise<CallLost> =>
  work.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => {
      if (!(error instanceof CallLost)) throw error
      return error
    },
  )

describe('a call', () => {
  it('goes down and up, waits for the first start, and its buffers go over', async () => {
    const { thread } = begun('a')
    expect(await thread.calls.echo('oi')).toBe('a oi')
    expect(await thread.calls.askUp('olá')).toBe('a heard olá')
    const bytes = await thread.calls.bytes(1_000_000)
    expect([bytes.length, bytes[999_999]]).toEqual([1_000_000, 7])
  })

  it('throws what the thread threw, as its class and with the fields that can cross', async () => {
    const { thread, ends } = begun('a')
    const error: unknown = await thread.calls.refuse().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Refused)
    expect(error).toMatchObject({ name: 'Refused', message: 'too many', code: 131056, retryAfterMs: 5_000 })
    expect(ends).toEqual([])
  })

  it('ends by its time, and may have been carried out', async () => {
    const { thread, up } = begun('a', {}, 500)
    await up()
    const late = await lost(thread.calls.wait())
    expect([late.why, late.mayHaveRun]).toEqual(['timeout', true])
    expect(await thread.calls.echo('oi')).toBe('a oi')
  })
})

describe('a thread that ends', () => {
  for (const [how, why] of [
    ['exit', 'crashed'],
    ['throwLoose', 'crashed'],
    ['fill', 'memory'],
  ] as const)
    it(`by ${how} is begun again alone, and its open calls end as perhaps carried out`, async () => {
      const { thread, ends, lives, up } = begun('a')
      const other = begun('b')
      await Promise.all([up(), other.up()])
      const waiting = lost(thread.calls.wait())
      const error = await lost(thread.calls[how]())
      expect([error.why, error.mayHaveRun]).toEqual(['ended', true])
      expect((await waiting).mayHaveRun).toBe(true)
      await expect.poll(() => lives).toEqual([1, 2])
      expect(await thread.calls.echo('de novo')).toBe('a de novo')
      expect(ends).toMatchObject([{ why, againMs: 30 }])
      expect(await other.thread.calls.echo('ainda')).toBe('b ainda')
      expect([other.ends, other.lives]).toEqual([[], [1]])
    })

  it('waits longer each time before it is begun again, and says that it is away meanwhile', async () => {
    const { thread, ends, lives, up } = begun('a')
    for (let life = 1; life <= 4; life++) {
      await expect.poll(() => lives.length).toBe(life)
      await up()
      await lost(thread.calls.exit())
    }
    expect(ends.map(end => end.againMs)).toEqual([30, 60, 120, 120])
    const away = await lost(thread.calls.echo('?'))
    expect([away.why, away.mayHaveRun]).toEqual(['away', false])
  })

  it('begins with the first pause again after a good life', async () => {
    const { thread, ends, lives, up } = begun('a', { steadyMs: 1 })
    for (let life = 1; life <= 3; life++) {
      await expect.poll(() => lives.length).toBe(life)
      await up()
      await delay(5)
      await lost(thread.calls.exit())
    }
    expect(ends.map(end => end.againMs)).toEqual([30, 30, 30])
  })

  it('is begun again when it never came up', async () => {
    const ends: ThreadEnd[] = []
    const thread = superviseThread<FaultyDown, FaultyUp>({
      name: 'none',
      begin: inThread('none', `${program}.missing.mjs`, 32),
      handlers: { heard: async () => '' },
      log: silentLog,
      onDown: end => ends.push(end),
      tuning: QUICK,
    })
    started.push(thread)
    const error = await lost(thread.calls.echo('?'))
    expect([error.why, error.mayHaveRun]).toEqual(['ended', false])
    await expect.poll(() => ends.length).toBeGreaterThan(1)
  })
})

describe('a thread that hangs', () => {
  it('is ended by its missing heartbeat; what it never began may be sent again; nobody else stands still', async () => {
    const { thread, ends, lives, up } = begun('a', { heartbeatMs: 100, missedHeartbeats: 5 })
    const other = begun('b', { heartbeatMs: 100, missedHeartbeats: 5 })
    await Promise.all([up(), other.up()])
    const spinning = lost(thread.calls.spin())
    await delay(20)
    const behind = lost(thread.calls.echo('atrás'))
    // The server's own loop and the other thread answer all the time.
    let answered = 0
    for (; lives.length < 2; answered += 1) {
      expect(await other.thread.calls.echo('oi')).toBe('b oi')
      await delay(10)
    }
    expect((await spinning).mayHaveRun).toBe(true)
    expect((await behind).mayHaveRun).toBe(false)
    expect(ends).toMatchObject([{ why: 'hung' }])
    expect(answered).toBeGreaterThan(3)
    expect([other.ends, other.lives]).toEqual([[], [1]])
    expect(await thread.calls.echo('de volta')).toBe('a de volta')
  })
})

describe('stopped', () => {
  it('is not begun again, and its open calls end', async () => {
    const { thread, ends, lives, up } = begun('a')
    await up()
    const waiting = lost(thread.calls.wait())
    await thread.stop()
    expect((await waiting).why).toBe('ended')
    expect((await lost(thread.calls.echo('?'))).why).toBe('away')
    await delay(60)
    expect([ends, lives, thread.isUp()]).toEqual([[], [1], false])
  })

  it('ends in order where it can, and also where it hangs', async () => {
    const inOrder = begun('b')
    await inOrder.up()
    await inOrder.thread.stop()
    expect(inOrder.heard).toEqual(['the end'])
    const { thread, up } = begun('a', { stopMs: 200 })
    await up()
    const spinning = lost(thread.calls.spin())
    await thread.stop()
    expect((await spinning).why).toBe('ended')
  })
})
