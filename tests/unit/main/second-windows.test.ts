import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createWindowRegistry } from '../../../electron/main/windows/registry'
import { CASCADE_PX, placeSecond, SECOND_SIZES } from '../../../electron/main/windows/second-bounds'
import { CALL_NAMES, callsOf, eventsOf } from '../../../src/contract'

const primary = { id: '1', workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }
const second = { id: '2', workArea: { x: 1_920, y: 0, width: 2_560, height: 1_400 } }

describe('where a window beside the console opens', () => {
  it('fills the second display with a wall nobody has placed yet', () => {
    const place = placeSecond('wall', {}, [primary, second], null)
    expect(place.maximized).toBe(true)
    expect(place.x).toBeGreaterThanOrEqual(second.workArea.x)
  })

  it('opens a wall on the only display there is, at its own size', () => {
    const place = placeSecond('wall', {}, [primary], null)
    expect(place).toMatchObject({ ...SECOND_SIZES.wall, maximized: false })
  })

  it('takes the place it had on a display that is still there', () => {
    const saved = { '2': { x: 2_000, y: 50, width: 600, height: 700, maximized: false } }
    expect(placeSecond('spy', saved, [primary, second], null)).toEqual(saved['2'])
    const alone = placeSecond('spy', saved, [primary], null)
    expect(alone.x + alone.width).toBeLessThanOrEqual(primary.workArea.width)
  })

  it('stands one step beside the newest of its kind, unless that is off the screen', () => {
    const newest = { x: 100, y: 100, width: 560, height: 720 }
    expect(placeSecond('spy', {}, [primary], newest)).toMatchObject({
      x: 100 + CASCADE_PX,
      y: 100 + CASCADE_PX,
    })
    const edge = { ...newest, x: 1_800, y: 1_000 }
    const place = placeSecond('spy', {}, [primary], edge)
    expect(place.x + place.width).toBeLessThanOrEqual(primary.workArea.width)
  })
})

class FakeWindow extends EventEmitter {
  gone = false
  isDestroyed = () => this.gone
  close() {
    this.gone = true
    this.emit('closed')
  }
}

describe('one window of each key', () => {
  it('brings the open one to the front instead of opening another', () => {
    const registry = createWindowRegistry<FakeWindow>()
    const revealed: FakeWindow[] = []
    const first = registry.show(
      'spy:1',
      () => new FakeWindow(),
      one => revealed.push(one),
    )
    expect(
      registry.show(
        'spy:1',
        () => new FakeWindow(),
        one => revealed.push(one),
      ),
    ).toBe(first)
    expect(revealed).toEqual([first])
  })

  it('opens anew after a close, and lists what is open by kind', () => {
    const registry = createWindowRegistry<FakeWindow>()
    const open = (key: string) =>
      registry.show(
        key,
        () => new FakeWindow(),
        () => undefined,
      )
    const first = open('spy:1')
    first.close()
    const again = open('spy:1')
    const wall = open('wall:')
    expect(again).not.toBe(first)
    expect(registry.list('spy:')).toEqual([again])
    registry.closeAll()
    expect([again.gone, wall.gone]).toEqual([true, true])
    expect(registry.list()).toEqual([])
  })
})

describe('what windows beside the console may do', () => {
  it('gives those that look on nothing that sends, keeps or ends', () => {
    for (const kind of ['spy', 'wall'] as const) {
      expect(
        callsOf(kind).filter(name => /^(outbox|drafts|recorder|microphone|attention|updates)\./.test(name)),
      ).toEqual([])
      for (const verb of ['session.signIn', 'session.signOut', 'servers.use', 'preferences.set'] as const)
        expect(callsOf(kind)).not.toContain(verb)
      expect(eventsOf(kind)).toContain('feed')
      expect(eventsOf(kind)).not.toContain('outboxChanged')
    }
  })

  it('gives a popped-out ticket its conversation, but no sign-in', () => {
    expect(callsOf('popout')).toContain('outbox.enqueue')
    expect(callsOf('popout')).not.toContain('session.signIn')
  })

  it('names existing verbs only', () => {
    for (const kind of ['spy', 'wall', 'popout', 'recorder', 'console'] as const)
      for (const name of callsOf(kind)) expect(CALL_NAMES).toContain(name)
  })
})
