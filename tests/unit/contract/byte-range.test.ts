import { parseRange } from '@contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=50-500', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  [null, 'whole'],
  [undefined, 'whole'],
] as const)('%s of 100 bytes', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

it('stays inside the file, and an empty file has no part', () => {
  const bound = fc.option(fc.nat(300), { nil: undefined })
  fc.assert(
    fc.property(bound, bound, fc.nat(200), (from, to, size) => {
      const range = parseRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      return typeof range === 'string' || (range.start >= 0 && range.start <= range.end && range.end < size)
    }),
  )
})
