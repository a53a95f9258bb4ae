import { expect, it } from 'vitest'
import { wrongOrder } from '../../../scripts/lib/chunk-order.mjs'

const file = (imports: string[] = [], dynamicImports: string[] = [], isEntry = false) => ({
  imports,
  dynamicImports,
  isEntry,
})

it('refuses files that wait for one another, and pages that would begin in another window', () => {
  const good = {
    console: file(['shared'], ['screen'], true),
    second: file(['shared'], ['popout'], true),
    screen: file(['console', 'shared']),
    popout: file(['shared']),
    shared: file(),
  }
  expect(wrongOrder(good)).toEqual([])
  expect(wrongOrder({ ...good, shared: file(['popout']) })).toEqual([
    'files wait for one another: shared → popout → shared',
  ])
  expect(wrongOrder({ ...good, popout: file(['console']) })).toEqual([
    'the page second comes to the page console',
  ])
})
