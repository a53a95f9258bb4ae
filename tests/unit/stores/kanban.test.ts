/** The board of the console: pages, live changes, and moves that come back (docs/specification.md 3.2 and 3.4). */
import {
  type SavedView,
  type Tag,
  type Ticket,
  tag as tagSchema,
  ticket as ticketSchema,
  viewConditions,
} from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import {
  boardNow,
  countOf,
  loadBoard,
  moreOf,
  moveCard,
  openBoard,
  resetBoard,
  showBoardOf,
  useBoardState,
} from '@/stores/kanban'
import { laneName, resetTickets, ticketById, useTicketsStore, whenTicketChanged } from '@/stores/tickets'
import { EMPTY_LIST } from '@/stores/tickets/state'
import { soon } from '../../support/soon'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
vi.mock('@/stores/servers', async original => ({
  ...(await original<object>()),
  capability: () => level,
}))
let level = 'native'

const tag = (id: number, name: string, kanban = 1): Tag => tagSchema.parse({ id, name, kanban })
const [urgent, refund, vip] = [tag(1, 'Urgente'), tag(2, 'Reembolso'), tag(9, 'VIP', 0)]
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString()
const ticket = (id: number, over: Record<string, unknown> = {}): Ticket =>
  ticketSchema.parse({ id, uuid: `u${id}`, status: 'open', queueId: 5, updatedAt: at(0), tags: [], ...over })
const page = (tickets: Ticket[], cursor: string | null = null, count = tickets.length) => ({
  tickets,
  count,
  hasMore: cursor !== null,
  cursor,
})
let board: unknown
let answers: Record<string, (options: Record<string, unknown>) => unknown>

let seq = 0
const heard = (...events: object[]): void => {
  receiveFeed({ events: events.map(event => ({ seq: ++seq, event })) })
  flushFeed()
}
const changed = (one: Ticket) => ({ channel: 'ticket', data: { action: 'update', ticket: one } })
const lane = (id: number) => useTicketsStore.getState().lists[laneName(id)]
const inLane = (id: number): readonly number[] => lane(id)?.ids ?? []
const figure = (id: number): number => countOf(lane(id) ?? EMPTY_LIST)
const quiet = { removed: () => {}, added: () => {} }
const settled = () => soon(() => expect(useBoardState.getState().status).toBe('ready'))

beforeEach(() => {
  level = 'native'
  seq = 0
  useTicketsStore.setState({
    viewer: { id: 3, profile: 'user', super: false, queueIds: [5], seesUnqueued: false },
  })
  board = {
    lanes: [
      { id: 0, tag: null, ...page([ticket(10), ticket(11, { waitingSince: at(5) })]) },
      { id: 1, tag: urgent, ...page([ticket(20, { tags: [urgent, vip] })], 'next', 3) },
      { id: 2, tag: refund, ...page([]) },
    ],
  }
  answers = {}
  call.mockReset()
  call.mockImplementation(async (name: string, options: Record<string, unknown>) => {
    if (answers[name]) return answers[name](options)
    if (name === 'kanban.board') return board
    return null
  })
})
afterEach(() => {
  resetBoard()
  resetTickets()
  resetFeed()
  vi.useRealTimers()
})
const asked = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

it('shows what is in a view alone: asks for it, and lets cards in and out by its conditions', async () => {
  const unread: SavedView = {
    id: 4,
    name: 'Não lidos',
    conditions: viewConditions.parse({ unread: true }),
    order: 'waiting',
    sharedWith: null,
    userId: 3,
    userName: 'Ana',
  }
  openBoard()
  await settled()
  board = { lanes: [{ id: 0, tag: null, ...page([ticket(10, { unreadMessages: 1 })]) }] }
  showBoardOf(unread)
  await settled()
  expect(asked('kanban.board').at(-1)).toMatchObject({ query: { queueIds: [5], viewId: 4 } })
  expect(inLane(0)).toEqual([10])
  heard(changed(ticket(11, { unreadMessages: 2 })), changed(ticket(12)))
  expect(inLane(0)).toEqual([10, 11])
  heard(changed(ticket(10)))
  expect(inLane(0)).toEqual([11])
  showBoardOf(null)
  await settled()
  expect(asked('kanban.board').at(-1)).toMatchObject({ query: { queueIds: [5] } })
  expect(JSON.stringify(asked('kanban.board').at(-1))).not.toContain('viewId')
})

describe('the board', () => {
  it('asks for the user’s own queues and shows who waits longest first', async () => {
    openBoard()
    await settled()
    expect(asked('kanban.board')).toMatchObject([{ query: { queueIds: [5] } }])
    expect([inLane(0), inLane(1), inLane(2)]).toEqual([[11, 10], [20], []])
    expect([figure(0), figure(1), figure(2)]).toEqual([2, 3, 0])
  })

  it('pages a lane, asks again after a failure, and reads it as deep again after a gap', async () => {
    openBoard()
    await settled()
    answers['kanban.lane'] = () => {
      throw new ApiError('unreachable', 'ERR_INTERNAL', '', 0)
    }
    await moreOf(1)
    expect(lane(1)?.more).toBe('failed')
    const rest = page([ticket(21, { tags: [urgent] }), ticket(22, { tags: [urgent] })], null, 3)
    answers['kanban.lane'] = () => rest
    await moreOf(1)
    expect(asked('kanban.lane')).toMatchObject([
      { params: { id: 1 }, query: { cursor: 'next' } },
      { params: { id: 1 }, query: { cursor: 'next' } },
    ])
    expect([inLane(1), figure(1)]).toEqual([[20, 21, 22], 3])
    await loadBoard()
    expect(inLane(1)).toEqual([20, 21, 22])
  })

  it('follows colleagues: a card goes to its new lane, leaves when it is closed or taken away, and a newcomer comes', async () => {
    openBoard()
    await settled()
    heard(changed(ticket(10, { tags: [refund] })), changed(ticket(11, { status: 'closed' })))
    expect([inLane(0), inLane(2)]).toEqual([[], [10]])
    heard(changed(ticket(30, { waitingSince: at(1) })), changed(ticket(31, { queueId: 6 })), {
      channel: 'ticket',
      data: { action: 'removeFromList', ticketId: 10 },
    })
    expect([inLane(0), inLane(2)]).toEqual([[30], []])
  })

  it('asks the server for the count of a lane that is not all here, once after many changes', async () => {
    vi.useFakeTimers()
    openBoard()
    await vi.advanceTimersByTimeAsync(1)
    answers['kanban.lane'] = () => page([], 'next', 41)
    heard(changed(ticket(40, { tags: [urgent] })))
    await vi.advanceTimersByTimeAsync(20)
    heard(changed(ticket(41, { tags: [urgent] })))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asked('kanban.lane')).toHaveLength(1)
    expect(figure(1)).toBe(41)
  })

  it('counts a lane that is not all here again after an own move, once the server has carried it out', async () => {
    openBoard()
    await settled()
    vi.useFakeTimers()
    let tags = 3
    answers['ticketTags.clear'] = () => {
      tags -= 1
      return null
    }
    answers['kanban.lane'] = () => page([], 'next', tags)
    const before = figure(1)
    const moving = moveCard(20, 0, quiet)
    expect(figure(1)).toBe(before - 1)
    await moving
    heard(changed(ticket(20, { tags: [vip] })))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(figure(1)).toBe(2)
  })

  it('follows tags: renamed, made a lane, and deleted', async () => {
    vi.useFakeTimers()
    openBoard()
    await vi.advanceTimersByTimeAsync(1)
    heard({ channel: 'tag', data: { action: 'update', tag: { ...urgent, name: 'Já' } } })
    expect(boardNow().lanes[1]?.tag?.name).toBe('Já')
    await vi.advanceTimersByTimeAsync(20)
    heard({ channel: 'tag', data: { action: 'delete', tagId: 1 } })
    expect(boardNow().lanes.map(({ id }) => id)).toEqual([0, 2])
    // Its cards carry no lane’s tag any more.
    expect(inLane(0)).toContain(20)
    await vi.advanceTimersByTimeAsync(1_000)
    const before = asked('kanban.board').length
    heard({ channel: 'tag', data: { action: 'create', tag: tag(3, 'Novo') } })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked('kanban.board')).toHaveLength(before + 1)
  })

  it('does not put a ticket into the untagged lane because an older server left its tags out', async () => {
    level = 'equivalent'
    openBoard()
    await settled()
    const message = { id: 'm', ticketId: 50, body: 'oi', fromMe: false, createdAt: at(9) }
    heard({ channel: 'appMessage', data: { action: 'create', message, ticket: ticket(50), contact: null } })
    expect(inLane(0)).toEqual([11, 10])
    // Known by its message alone, it is in no lane yet, whatever else happens to it there.
    const seen = { ...message, id: 'n', fromMe: true }
    heard({
      channel: 'appMessage',
      data: { action: 'create', message: seen, ticket: ticket(50), contact: null },
    })
    expect(inLane(0)).toEqual([11, 10])
    heard(changed(ticket(50)))
    expect(inLane(0)).toEqual([11, 10, 50])
  })

  it('has in a new lane what came there while it was read for the first time, and the name it was given then', async () => {
    openBoard()
    heard(changed(ticket(10, { tags: [refund] })), {
      channel: 'tag',
      data: { action: 'update', tag: { ...urgent, name: 'Hoje' } },
    })
    await settled()
    expect([inLane(0), inLane(2)]).toEqual([[11], [10]])
    expect(boardNow().lanes[1]?.tag?.name).toBe('Hoje')
  })
})

describe('a move', () => {
  /** What the board shows of who has the ticket. */
  const body = { expected: { userId: null, status: 'open' } }

  it('is asked about where a colleague has taken the ticket, and moves nothing where the answer is no', async () => {
    openBoard()
    await settled()
    const now = { user: { id: 7, name: 'Bruno' }, status: 'open', lastMessageId: null }
    answers['ticketTags.clear'] = () => {
      throw new ApiError('refused', 'ERR_TICKET_CHANGED', '', 409, now)
    }
    const ask = vi.fn(async () => false)
    const leave = whenTicketChanged(ask)
    await expect(moveCard(20, 2, quiet)).rejects.toMatchObject({ code: 'ERR_TICKET_CHANGED' })
    leave()
    expect(ask.mock.calls).toEqual([[{ ticketId: 20, act: 'tags', now }]])
    expect([inLane(1), inLane(2), asked('ticketTags.add')]).toEqual([[20], [], []])
  })

  it('shows the card in its lane at once, takes the old tag and gives the new one, and keeps the other tags', async () => {
    openBoard()
    await settled()
    let give = (): void => {}
    answers['ticketTags.add'] = () =>
      new Promise<null>(done => {
        give = () => done(null)
      })
    const steps: string[] = []
    const moved = moveCard(20, 2, { removed: () => steps.push('removed'), added: () => steps.push('added') })
    expect([inLane(1), inLane(2)]).toEqual([[], [20]])
    await soon(() => expect(asked('ticketTags.add')).toEqual([{ params: { ticketId: 20, tagId: 2 }, body }]))
    // What the server tells of the half that is done moves nothing.
    heard(changed(ticket(20, { tags: [vip] })))
    expect([inLane(0).includes(20), inLane(2)]).toEqual([false, [20]])
    give()
    expect(await moved).toEqual([1])
    expect(steps).toEqual(['removed', 'added'])
    expect(asked('ticketTags.clear')).toEqual([{ params: { ticketId: 20 }, body }])
    expect(ticketById(20)?.tags.map(one => one.id)).toEqual([9, 2])
    expect(boardNow().moving.size).toBe(0)
  })

  it('takes nothing from an untagged card, and gives nothing where it goes back there', async () => {
    openBoard()
    await settled()
    expect(await moveCard(10, 1, quiet)).toEqual([])
    expect(asked('ticketTags.clear')).toEqual([])
    expect(await moveCard(10, 0, quiet)).toEqual([1])
    expect([asked('ticketTags.clear').length, asked('ticketTags.add').length]).toEqual([1, 1])
    expect(inLane(0)).toContain(10)
    expect(await moveCard(10, 0, quiet)).toBeNull()
  })

  it('comes back with its reason; a tag that was taken already is given back', async () => {
    openBoard()
    await settled()
    const refusal = new ApiError('refused', 'ERR_NO_TAG_FOUND', '', 404)
    answers['ticketTags.add'] = options => {
      if ((options.params as { tagId: number }).tagId === 2) throw refusal
      return null
    }
    await expect(moveCard(20, 2, quiet)).rejects.toBe(refusal)
    expect(asked('ticketTags.add')).toEqual([
      { params: { ticketId: 20, tagId: 2 }, body },
      // Whoever has it by then: it was taken out by this move.
      { params: { ticketId: 20, tagId: 1 }, body: {} },
    ])
    expect([inLane(1), inLane(2)]).toEqual([[20], []])
  })

  it('shows a card behind those that are loaded of a longer lane, also where it comes back', async () => {
    const loaded = [19, 20].map(id => ticket(id, { tags: [urgent] }))
    board = {
      lanes: [
        { id: 0, tag: null, ...page([ticket(30)]) },
        { id: 1, tag: urgent, ...page(loaded, 'next', 5) },
        { id: 2, tag: refund, ...page([]) },
      ],
    }
    openBoard()
    await settled()
    await moveCard(30, 1, quiet)
    expect(inLane(1)).toEqual([19, 20, 30])
    answers['ticketTags.clear'] = () => {
      throw new ApiError('refused', 'ERR_NO_TAG_FOUND', '', 404)
    }
    await expect(moveCard(30, 2, quiet)).rejects.toBeInstanceOf(ApiError)
    expect([inLane(1), inLane(2)]).toEqual([[19, 20, 30], []])
  })

  it('leaves a card where a colleague put it behind this move, though the answer to this one comes later', async () => {
    openBoard()
    await settled()
    const theirs = ticket(10, { tags: [urgent] })
    answers['ticketTags.add'] = () => {
      heard(changed(ticket(10, { tags: [refund] })), changed(theirs))
      return null
    }
    answers['tickets.get'] = () => theirs
    await moveCard(10, 2, quiet)
    expect([inLane(1), inLane(2)]).toEqual([[10, 20], []])
    expect(asked('tickets.get')).toEqual([{ params: { id: 10 } }])
  })

  it('puts a card back into several lanes by all the tags it carries: one lane’s tag would take the place of another', async () => {
    openBoard()
    await settled()
    heard(changed(ticket(20, { tags: [urgent, refund, vip] })))
    expect([inLane(1), inLane(2)]).toEqual([[20], [20]])
    const before = await moveCard(20, 0, quiet)
    expect(before).toEqual([1, 2])
    await moveCard(20, before ?? [], quiet)
    expect(asked('tags.sync')).toEqual([
      { body: { ticketId: 20, tags: [{ id: 9 }, { id: 1 }, { id: 2 }], added: [1, 2], ...body } },
    ])
    expect(asked('ticketTags.add')).toEqual([])
    expect([inLane(1), inLane(2)]).toEqual([[20], [20]])
  })

  it('two of one card reach the server in their order', async () => {
    openBoard()
    await settled()
    const order: string[] = []
    answers['ticketTags.add'] = async options => {
      const { tagId } = options.params as { tagId: number }
      if (tagId === 1) await new Promise(done => setTimeout(done, 20))
      order.push(`add ${tagId}`)
      return null
    }
    answers['ticketTags.clear'] = () => {
      order.push('clear')
      return null
    }
    const both = [moveCard(10, 1, quiet), moveCard(10, 2, quiet)]
    expect(inLane(2)).toEqual([10])
    await Promise.all(both)
    expect(order).toEqual(['add 1', 'clear', 'add 2'])
    expect([inLane(1).includes(10), inLane(2)]).toEqual([false, [10]])
  })
})
