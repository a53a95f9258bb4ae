// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { PIECES } from '@/gallery/pieces'
import * as ui from '@/ui'

/** Steady navigation and the name of a button draw nothing, and the select that comes later is the same one. */
const DRAWS_NOTHING = new Set(['SteadyNavigate', 'ClearLabel', 'SelectOnDemand'])

it('the gallery shows every component of src/ui', () => {
  const shown = new Set(PIECES.map(({ name }) => name.split(',')[0]))
  const components = Object.keys(ui).filter(name => /^[A-Z][a-z]/.test(name))
  expect(components.length).toBeGreaterThan(30)
  expect(components.filter(name => !shown.has(name) && !DRAWS_NOTHING.has(name))).toEqual([])
})
