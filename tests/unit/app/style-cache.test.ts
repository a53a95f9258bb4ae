import { expect, it } from 'vitest'
import { keepingCache } from '../../../src/app/theme'

it('keeps a style sheet when its last user goes, and builds it once', () => {
  const cache = keepingCache()
  let built = 0
  let removed = 0
  // What a component's hook does when it mounts and unmounts.
  const mount = (): void =>
    cache.opUpdate('style%popover', before => {
      const [users, sheet] = before ?? [0, ++built]
      return [users + 1, sheet]
    })
  const unmount = (): void =>
    cache.opUpdate('style%popover', before => {
      const [users, sheet] = before ?? [0, null]
      if (users > 1) return [users - 1, sheet]
      removed += 1
      return null
    })
  for (let ticket = 0; ticket < 5; ticket += 1) {
    mount()
    unmount()
  }
  expect({ built, removed }).toEqual({ built: 1, removed: 0 })
  expect(cache.opGet('style%popover')).toEqual([1, 1])
})
