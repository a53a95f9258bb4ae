import type { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Log } from '../../../electron/main/log/log'
import { watchPower } from '../../../electron/main/power'

const system = vi.hoisted(() => ({
  online: true,
  idle: 7,
  state: 'locked',
  monitor: null as unknown as EventEmitter & { getSystemIdleTime(): number; getSystemIdleState(): string },
}))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  system.monitor = Object.assign(new Emitter(), {
    getSystemIdleTime: () => system.idle,
    getSystemIdleState: () => system.state,
  })
  return { net: { isOnline: () => system.online }, powerMonitor: system.monitor }
})

const silent = { info() {}, warn() {}, error() {}, child: () => silent } as unknown as Log

describe('sleep, lock and network', () => {
  afterEach(() => {
    vi.useRealTimers()
    system.online = true
  })

  it('tells of waking up, of unlocking and of the network that is back, and of nothing else', () => {
    vi.useFakeTimers()
    const power = watchPower(silent)
    const told: string[] = []
    power.onReturn(why => told.push(why))
    system.monitor.emit('resume')
    system.monitor.emit('lock-screen')
    system.monitor.emit('unlock-screen')
    system.online = false
    vi.advanceTimersByTime(10_000)
    expect(told).toEqual(['resume', 'unlock'])
    system.online = true
    vi.advanceTimersByTime(10_000)
    expect(told).toEqual(['resume', 'unlock', 'network'])
    power.stop()
    system.monitor.emit('resume')
    vi.advanceTimersByTime(10_000)
    expect(told).toHaveLength(3)
    expect(system.monitor.listenerCount('resume') + system.monitor.listenerCount('lock-screen')).toBe(0)
  })

  it('counts a locked screen as nobody being there, whatever the keyboard did last', () => {
    const power = watchPower(silent)
    const locks = vi.fn()
    power.onLock(locks)
    expect(power.idleSeconds()).toBe(7)
    system.monitor.emit('lock-screen')
    expect(locks).toHaveBeenCalledTimes(1)
    expect(power.idleSeconds()).toBe(Number.POSITIVE_INFINITY)
    system.monitor.emit('unlock-screen')
    expect(power.idleSeconds()).toBe(7)
    power.stop()
  })

  it('ends a lock whose end the system never told of, once somebody works again', () => {
    vi.useFakeTimers()
    const power = watchPower(silent)
    const told: string[] = []
    power.onReturn(why => told.push(why))
    // The key that locks is input too: it must not count as the end.
    system.state = 'active'
    system.monitor.emit('lock-screen')
    vi.advanceTimersByTime(6_000)
    expect(power.idleSeconds()).toBe(Number.POSITIVE_INFINITY)
    system.state = 'locked'
    vi.advanceTimersByTime(60_000)
    expect(power.idleSeconds()).toBe(Number.POSITIVE_INFINITY)
    system.state = 'active'
    vi.advanceTimersByTime(6_000)
    expect(power.idleSeconds()).toBe(7)
    expect(told).toEqual(['unlock was not reported'])
    power.stop()
  })
})
