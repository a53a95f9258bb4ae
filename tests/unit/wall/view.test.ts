import { expect, it } from 'vitest'
import { viewOf } from '../../../src/spy/view'

it('reads the three windows from the address', () => {
  expect(viewOf('?view=wall')).toEqual({ view: 'wall' })
  expect(viewOf('?view=spy&ticket=12')).toEqual({ view: 'spy', ticket: 12 })
  expect(viewOf('?view=popout&ticket=ab-1')).toEqual({ view: 'popout', ticket: 'ab-1' })
})

it('takes nothing else for a window', () => {
  for (const search of ['', '?view=console', '?view=spy', '?view=spy&ticket=x', '?view=popout&ticket='])
    expect(viewOf(search)).toBeNull()
})
