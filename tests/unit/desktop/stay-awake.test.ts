import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { createStayAwake } from '../../../electron/main/system/stay-awake'
import { followSight } from '../../../electron/main/windows/in-sight'

class FakeWindow extends EventEmitter {
  visible = false
  minimized = false
  gone = false
  isVisible = () => this.visible
  isMinimized = () => this.minimized
  isDestroyed = () => this.gone
}

it('holds this computer while others need it and the screen while a wall is in sight, as the person chose', () => {
  const held = new Map<number, string>()
  let begun = 0
  const blocker = {
    start(type: 'prevent-app-suspension' | 'prevent-display-sleep') {
      held.set(++begun, type)
      return begun
    },
    stop: (id: number) => held.delete(id),
  }
  const awake = createStayAwake(
    blocker,
    createLog(() => undefined),
  )
  const now = () => [...held.values()].sort()
  awake.need(true)
  // The choice is not read yet.
  expect(now()).toEqual([])
  awake.allow(true)
  awake.need(true)
  expect(now()).toEqual(['prevent-app-suspension'])
  awake.wall(true)
  expect(now()).toEqual(['prevent-app-suspension', 'prevent-display-sleep'])
  awake.need(false)
  expect(now()).toEqual(['prevent-display-sleep'])
  awake.allow(false)
  expect(now()).toEqual([])
  awake.need(true)
  awake.allow(true)
  expect(now()).toEqual(['prevent-app-suspension', 'prevent-display-sleep'])
  awake.stop()
  expect(now()).toEqual([])
})

it('a window is in sight while it is shown, not minimised, and there', () => {
  const window = new FakeWindow()
  const told: boolean[] = []
  followSight(window as unknown as Parameters<typeof followSight>[0], seen => told.push(seen))
  const change = (event: string, state: Partial<FakeWindow>) =>
    window.emit(event, Object.assign(window, state))
  change('show', { visible: true })
  change('minimize', { minimized: true })
  change('restore', { minimized: false })
  change('hide', { visible: false })
  change('closed', { visible: true, gone: true })
  expect(told).toEqual([false, true, false, true, false, false])
})
