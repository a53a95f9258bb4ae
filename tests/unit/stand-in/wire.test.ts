import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decode, encode } from '../../../scripts/stand-in/wire'

const there = (value: unknown) => decode(encode(value))

describe('the wire between main and a page', () => {
  test('any plain value arrives as it left, also one that looks like our own tags', () => {
    const keys = fc.oneof(fc.constantFrom('$standIn', 'value', '__proto__'), fc.string())
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, undefined, true, Number.NaN, -0, 3n),
        fc.double(),
        fc.string(),
        tie('list'),
        tie('record'),
      ),
      list: fc.array(tie('tree'), { maxLength: 4 }),
      record: fc.dictionary(keys, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    }))
    fc.assert(
      fc.property(tree, value => {
        expect(there(value)).toEqual(value)
      }),
    )
  })

  test('bytes of any length survive', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70_000 }), bytes => {
        expect(there({ bytes })).toEqual({ bytes })
      }),
      { numRuns: 20 },
    )
  })

  test('dates, expressions, maps, sets and errors keep their kind', () => {
    expect(there(new Date(7))).toEqual(new Date(7))
    expect(there(/a+/gi)).toEqual(/a+/gi)
    expect(there(new Map([[{ a: 1 }, new Set([undefined])]]))).toEqual(
      new Map([[{ a: 1 }, new Set([undefined])]]),
    )
    const error = there(new TypeError('no')) as Error
    expect([error instanceof Error, error.name, error.message]).toEqual([true, 'TypeError', 'no'])
  })

  test('what structured clone refuses is refused here', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    for (const value of [
      () => 1,
      Symbol('s'),
      Promise.resolve(),
      new WeakMap(),
      new Blob(['x']),
      loop,
      [loop],
    ]) {
      expect(() => encode({ value })).toThrow('could not be cloned')
    }
    const shared = { a: 1 }
    expect(there([shared, shared])).toEqual([shared, shared])
  })
})
