import { OPTION_DEPTH_MAX, optionFaults, type QueueOption, queueOption } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  botOptions,
  branchOf,
  childrenOf,
  drafted,
  dropPlace,
  heightOf,
  moveOf,
  placed,
  rowsOf,
} from '@/features/queues/chatbot/tree'

const option = (id: number, parentId: number | null, place: number, over: object = {}): QueueOption =>
  queueOption.parse({ id, parentId, option: String(place), title: `O${id}`, queueId: 1, ...over })

/** 1 (11 (111), 12), 2, 3 */
const TREE = [
  option(1, null, 1),
  option(2, null, 2),
  option(3, null, 3),
  option(11, 1, 1),
  option(12, 1, 2),
  option(111, 11, 1),
]
const shape = (options: readonly QueueOption[]) =>
  rowsOf(options, new Set()).map(row => `${'-'.repeat(row.depth)}${row.option.id}`)

describe('the outline', () => {
  it('shows options in the customer’s order, numbers before ages, and hides what is folded', () => {
    expect(shape(TREE)).toEqual(['1', '-11', '--111', '-12', '2', '3'])
    expect(rowsOf(TREE, new Set([11])).map(row => row.option.id)).toEqual([1, 11, 12, 2, 3])
    const older = [option(7, null, 2), option(5, null, 10), option(6, null, Number.NaN)]
    expect(childrenOf(older, null).map(one => one.id)).toEqual([7, 5, 6])
  })

  it.each([
    [2, 'up', ['2', '1', '-11', '--111', '-12', '3']],
    [2, 'down', ['1', '-11', '--111', '-12', '3', '2']],
    [2, 'nest', ['1', '-11', '--111', '-12', '-2', '3']],
    [12, 'nest', ['1', '-11', '--111', '--12', '2', '3']],
    [11, 'unnest', ['1', '-12', '11', '-111', '2', '3']],
  ] as const)('moves %i %s', (id, move, wanted) => {
    const to = moveOf(TREE, id, move)
    expect(to).not.toBeNull()
    if (to) expect(shape(placed(TREE, id, to))).toEqual(wanted)
  })

  it('goes nowhere from the ends, from the top, and not deeper than a server takes', () => {
    expect(moveOf(TREE, 1, 'up')).toBeNull()
    expect(moveOf(TREE, 3, 'down')).toBeNull()
    expect(moveOf(TREE, 1, 'nest')).toBeNull()
    expect(moveOf(TREE, 2, 'unnest')).toBeNull()
    const deep = Array.from({ length: OPTION_DEPTH_MAX }, (_, at) => option(at + 1, at === 0 ? null : at, 1))
    const two = [...deep, option(90, null, 2), option(91, OPTION_DEPTH_MAX - 1, 2)]
    expect(moveOf(two, 90, 'nest')).toMatchObject({ parentId: 1 })
    expect(moveOf(two, 91, 'nest')).toBeNull()
  })

  it('finds the place of a drag by the line below the pointer and how far it went aside', () => {
    const rows = rowsOf(TREE, new Set())
    expect(dropPlace(rows, 3, 2, 0)).toEqual({ parentId: null, option: 2 })
    expect(dropPlace(rows, 3, 2, 20)).toEqual({ parentId: 1, option: 3 })
    expect(dropPlace(rows, 3, 2, 500)).toEqual({ parentId: 12, option: 1 })
    expect(dropPlace(rows, 12, 12, -60)).toEqual({ parentId: null, option: 2 })
    expect(dropPlace(rows, 2, 1, 40)).toEqual({ parentId: null, option: 1 })
  })

  it('keeps every option, numbers siblings from 1, and puts nothing below itself, whatever is dragged', () => {
    const act = fc.tuple(
      fc.constantFrom(1, 2, 3, 11, 12, 111),
      fc.constantFrom(1, 2, 3, 11, 12, 111),
      fc.integer({ min: -100, max: 100 }),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), acts => {
        let now: QueueOption[] = [...TREE]
        for (const [id, over, dx] of acts) {
          const own = new Set(branchOf(now, id).map(one => one.id))
          const rows = rowsOf(now, new Set()).filter(row => row.option.id === id || !own.has(row.option.id))
          const to = dropPlace(rows, id, over, dx)
          if (to) now = placed(now, id, to)
        }
        expect(rowsOf(now, new Set())).toHaveLength(TREE.length)
        for (const parent of [null, ...now.map(one => one.id)])
          expect(childrenOf(now, parent).map(one => one.option)).toEqual(
            childrenOf(now, parent).map((_, at) => String(at + 1)),
          )
      }),
    )
  })

  it('measures what lies below', () => {
    expect([heightOf(TREE, 1), heightOf(TREE, 11), heightOf(TREE, 2)]).toEqual([2, 1, 0])
    expect(branchOf(TREE, 1).map(one => one.id)).toEqual([1, 11, 111, 12])
  })
})

describe('a draft', () => {
  it('ends the chatbot or leads to a queue, never both', () => {
    const leading = option(1, null, 1, { forwardQueueId: 9 })
    expect(drafted(leading, {}, { exitChatbot: true })).toEqual({ exitChatbot: true, forwardQueueId: null })
    const ending = option(1, null, 1, { exitChatbot: true })
    expect(drafted(ending, {}, { forwardQueueId: 9 })).toEqual({ exitChatbot: false, forwardQueueId: 9 })
  })

  it('is none once it says what is saved', () => {
    const saved = option(1, null, 1)
    expect(drafted(saved, { title: 'x' }, { title: 'O1' })).toBeNull()
    expect(botOptions([saved], { 1: { title: 'Novo' } })[0]).toMatchObject({ title: 'Novo', position: 1 })
  })
})

describe('the faults of a tree', () => {
  it('mark what leads nowhere, a queue that is gone, and what nobody reaches', () => {
    const tree = botOptions([
      option(1, null, 1, { exitChatbot: true }),
      option(2, 1, 1, { message: 'Nunca lida' }),
      option(3, null, 2, { forwardQueueId: 77 }),
      option(4, 3, 1, { message: 'Lida, pois a fila não existe' }),
      option(5, null, 3),
      option(6, null, 4, { message: 'Basta' }),
    ])
    expect([...optionFaults(tree, new Set([1]), false)]).toEqual([
      [2, 'unreached'],
      [3, 'queueGone'],
      [5, 'leadsNowhere'],
    ])
    expect(optionFaults(tree, new Set([1, 77]), true).get(4)).toBe('unreached')
  })
})
