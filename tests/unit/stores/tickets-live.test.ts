import { type FeedEvent, type SavedView, tag as tagSchema, viewConditions } from '@contract'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  belongs,
  compareIn,
  comparing,
  LIST_NAMES,
  NO_SEARCH,
  orderOf,
  replaceIn,
} from '@/stores/tickets/lists'
import {
  absorb,
  applyFeed,
  EMPTY_LIST,
  initialState,
  select,
  type TicketsState,
} from '@/stores/tickets/state'
import { aMessage, aTicket, at, aViewer } from './a-ticket'

/** The tag of a lane of the board. */
const lane = tagSchema.parse({ id: 4, name: 'Urgente', kanban: 1 })
const aView = (over: Partial<SavedView> = {}, conditions: object = {}): SavedView => ({
  id: 1,
  name: 'Minha',
  conditions: viewConditions.parse(conditions),
  order: 'activity',
  sharedWith: null,
  userId: 2,
  userName: 'Bia',
  ...over,
})

/** A store that has read every list to its end. */
function loaded(tickets: ReturnType<typeof aTicket>[], over: Partial<TicketsState> = {}): TicketsState {
  const empty = initialState()
  const ready = { ...EMPTY_LIST, status: 'ready' as const, hasMore: false }
  const lists = {
    assigned: ready,
    pending: ready,
    snoozed: ready,
    groups: ready,
    closed: ready,
    search: ready,
    view: ready,
    'lane 0': ready,
    'lane 4': ready,
  }
  const state = { ...empty, viewer: aViewer(), lists, ...over }
  return absorb(state, tickets, () => false).state
}
const upsert = (ticket: ReturnType<typeof aTicket>, action: 'create' | 'update' = 'update'): FeedEvent => ({
  channel: 'ticket',
  data: { action, ticket },
})
const said = (
  ticketId: number,
  over: Record<string, unknown> = {},
  ticket = null as ReturnType<typeof aTicket> | null,
): FeedEvent => ({
  channel: 'appMessage',
  data: { action: 'create', message: aMessage(ticketId, over), ticket, contact: null },
})

describe('live lists', () => {
  it('keeps foreign queues and other agents out of a plain user', () => {
    const state = applyFeed(loaded([]), [
      upsert(aTicket(1, { queueId: 9 })),
      upsert(aTicket(2, { status: 'open', userId: 7 })),
      upsert(aTicket(3, { status: 'open', userId: 2, queueId: 9 })),
      upsert(aTicket(4, { queueId: null })),
    ]).state
    expect(state.lists.pending.ids).toEqual([])
    expect(state.lists.assigned.ids).toEqual([3])
  })

  it('honours queue filter, show-all and groups apart', () => {
    const viewer = aViewer({ profile: 'admin' })
    const tickets = [
      aTicket(1, { status: 'open', userId: 7, queueId: 2 }),
      aTicket(2, { status: 'open', userId: 7 }),
      aTicket(3, { status: 'open', userId: 7, isGroup: true }),
    ]
    const scope = {
      ...initialState().scope,
      queueIds: [1],
      showAll: true,
      groupsApart: true,
    }
    const state = loaded(tickets, { viewer, scope })
    expect(state.lists.assigned.ids).toEqual([2])
    expect(state.lists.groups.ids).toEqual([3])
    expect(loaded(tickets, { viewer, scope: { ...scope, showAll: false } }).lists.assigned.ids).toEqual([])
  })

  it('follows a removal, and a removal that an update takes back in the same breath', () => {
    const before = loaded([aTicket(1), aTicket(2)])
    const gone = applyFeed(before, [
      { channel: 'ticket', data: { action: 'removeFromList', ticketId: 1 } },
    ]).state
    expect(gone.lists.pending.ids).toEqual([2])
    expect(gone.byId.has(1)).toBe(false)
    const moved = applyFeed(before, [
      { channel: 'ticket', data: { action: 'delete', ticketId: 1 } },
      upsert(aTicket(1, { status: 'open', userId: 2 })),
    ]).state
    expect(moved.lists.assigned.ids).toEqual([1])
    expect(moved.gone.size).toBe(0)
  })

  it('keeps the ticket on screen known when it is taken away, and says so', () => {
    const before = { ...loaded([aTicket(1)]), selectedId: 1 }
    const state = applyFeed(before, [{ channel: 'ticket', data: { action: 'delete', ticketId: 1 } }]).state
    expect(state.lists.pending.ids).toEqual([])
    expect(state.byId.has(1)).toBe(true)
    expect(state.gone.has(1)).toBe(true)
  })

  it('puts the newest message on top of assigned and the longest waiting on top of pending', () => {
    const mine = (id: number) => aTicket(id, { status: 'open', userId: 2 })
    let state = loaded([mine(1), mine(2), mine(3), aTicket(11), aTicket(12)])
    expect(state.lists.assigned.ids).toEqual([3, 2, 1])
    state = applyFeed(state, [said(1), said(11)]).state
    expect(state.lists.assigned.ids).toEqual([1, 3, 2])
    expect(state.lists.pending.ids).toEqual([11, 12])
    // An answer ends the wait: whom nobody keeps waiting stands last.
    state = applyFeed(state, [said(11, { fromMe: true })]).state
    expect(state.byId.get(11)?.waitingSince).toBeNull()
    expect(state.lists.pending.ids).toEqual([12, 11])
  })

  it('does not move a row because somebody looked, tagged or read (defect 14)', () => {
    const mine = (id: number) => aTicket(id, { status: 'open', userId: 2, unreadMessages: 1 })
    const before = loaded([mine(1), mine(2)])
    const looked = aTicket(1, { status: 'open', userId: 2, unreadMessages: 0, updatedAt: at(500) })
    const state = applyFeed(before, [upsert(looked)]).state
    expect(state.lists.assigned.ids).toBe(before.lists.assigned.ids)
    expect(state.byId.get(1)?.activityAt).toBe(before.byId.get(1)?.activityAt)
    expect(state.byId.get(1)?.unreadMessages).toBe(0)
  })

  it('resets unread on updateUnread and otherwise counts only what the server says', () => {
    let state = loaded([aTicket(1, { unreadMessages: 3 })])
    state = applyFeed(state, [said(1)]).state
    expect(state.byId.get(1)?.unreadMessages).toBe(3)
    state = applyFeed(state, [said(1, {}, aTicket(1, { unreadMessages: 5 }))]).state
    expect(state.byId.get(1)?.unreadMessages).toBe(5)
    state = applyFeed(state, [{ channel: 'ticket', data: { action: 'updateUnread', ticketId: 1 } }]).state
    expect(state.byId.get(1)?.unreadMessages).toBe(0)
  })

  it('keeps what a partial copy inside a message event leaves out', () => {
    const tag = { id: 4, name: 'VIP', color: '#a4cccc' }
    const before = loaded([aTicket(1, { tags: [tag] })])
    const partial = aTicket(1, { contact: null, queue: null, tags: null, lastMessage: 'novo' })
    const after = applyFeed(before, [said(1, {}, partial)]).state.byId.get(1)
    expect(after?.contact?.name).toBe('Cliente 1')
    expect(after?.queue?.name).toBe('Vendas')
    expect(after?.tags.map(item => item.name)).toEqual(['VIP'])
    expect(after?.lastMessage).toBe('novo')
  })

  it('renames contacts, queues and tags without touching the others', () => {
    const before = loaded([aTicket(1), aTicket(2)])
    const contact = { ...before.byId.get(1)?.contact, name: 'Maria' }
    const state = applyFeed(before, [
      { channel: 'contact', data: { action: 'update', contact } } as FeedEvent,
    ]).state
    expect(state.byId.get(1)?.contact?.name).toBe('Maria')
    expect(state.byId.get(2)).toBe(before.byId.get(2))
    expect(state.lists.pending).toBe(before.lists.pending)
  })

  it('leaves a newcomer that stands behind the last loaded row to paging', () => {
    const partly = loaded([aTicket(5, { status: 'open', userId: 2 })])
    const lists = { ...partly.lists, assigned: { ...partly.lists.assigned, hasMore: true } }
    const old = upsert(aTicket(1, { status: 'open', userId: 2 }))
    expect(applyFeed({ ...partly, lists }, [old]).state.lists.assigned.ids).toEqual([5])
    expect(applyFeed(partly, [old]).state.lists.assigned.ids).toEqual([5, 1])
  })

  it('keeps what sleeps in a list of its own, by when it wakes, and brings it back on top', () => {
    const mine = { status: 'open' as const, userId: 2 }
    const asleep = (id: number, until: string | null) =>
      upsert(
        aTicket(id, {
          ...mine,
          snoozedAt: '2026-01-01T09:00:00.000Z',
          snoozedUntil: until,
          waitingSince: null,
        }),
      )
    const counts = { open: 3, pending: 0, closed: 0, groups: 0, unread: 0, snoozed: 0 }
    let state: TicketsState = { ...loaded([1, 2, 3].map(id => aTicket(id, mine))), counts }
    state = applyFeed(state, [asleep(1, null), asleep(2, '2026-01-03T09:00:00.000Z')]).state
    state = applyFeed(state, [asleep(3, '2026-01-02T09:00:00.000Z')]).state
    expect(state.lists.assigned.ids).toEqual([])
    expect(state.lists.snoozed.ids).toEqual([3, 2, 1])
    expect(state.counts).toMatchObject({ open: 0, snoozed: 3 })
    expect(state.byId.get(3)?.waitingSince).toBeNull()
    const woken = { ...mine, wokenBy: 'due' as const, updatedAt: '2026-02-01T00:00:00.000Z' }
    state = applyFeed(state, [upsert(aTicket(1, mine)), upsert(aTicket(3, woken))]).state
    expect(state.lists.assigned.ids).toEqual([3, 1])
    expect(state.lists.snoozed.ids).toEqual([2])
  })

  it('moves the figures on the tabs and asks for them when it cannot know', () => {
    const counts = { open: 4, pending: 9, closed: 0, groups: 0, unread: 0, snoozed: 0 }
    const before = { ...loaded([aTicket(1)]), counts }
    const known = applyFeed(before, [upsert(aTicket(1, { status: 'open', userId: 2 }))])
    expect(known.state.counts).toMatchObject({ open: 5, pending: 8 })
    expect(applyFeed(before, [upsert(aTicket(77), 'create')]).recount).toBe(true)
    expect(applyFeed(before, [said(1)]).recount).toBe(false)
  })

  it('keeps the ticket on screen in a view of unread ones until it is left', () => {
    const mine = (id: number, over = {}) =>
      aTicket(id, { status: 'open', userId: 2, unreadMessages: 1, ...over })
    const view = aView({}, { unread: true })
    const opened = loaded([mine(1), mine(2), mine(3)], {
      scope: { ...initialState().scope, view },
      selectedId: 2,
    })
    const all = opened.lists.view.ids
    expect(all).toHaveLength(3)
    const others = all.filter(id => id !== 2)
    const read = applyFeed(opened, [upsert(mine(2, { unreadMessages: 0 }))]).state
    expect(read.lists.view.ids).toEqual(all)
    // What leaves the view for another reason has gone.
    const handedOn = upsert(mine(2, { unreadMessages: 0, userId: 9, queueId: 9 }))
    expect(applyFeed(read, [handedOn]).state.lists.view.ids).toEqual(others)
    expect(select(read, 3).lists.view.ids).toEqual(others)
  })

  it('any order of events leaves every list sorted, whole and without strangers', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      kind: fc.constantFrom('ticket', 'message', 'reply', 'delete', 'unread'),
      status: fc.constantFrom('open', 'pending', 'closed'),
      userId: fc.constantFrom(2, 7, null),
      queueId: fc.constantFrom(1, 9, null),
      minute: fc.integer({ min: 0, max: 600 }),
      tags: fc.constantFrom([], [lane], [{ ...lane, id: 5 }]),
    })
    const board = {
      ...initialState().scope.board,
      lanes: [
        { id: 0, tag: null },
        { id: 4, tag: lane },
      ],
    }
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 25 }), batches => {
        const scope = { ...initialState().scope, board }
        let state = loaded(
          [1, 2, 3, 4, 5, 6].map(id => aTicket(id)),
          { scope },
        )
        for (const batch of batches) {
          const events = batch.map((one): FeedEvent => {
            const body = {
              status: one.status,
              userId: one.userId,
              queueId: one.queueId,
              updatedAt: at(one.minute),
              lastMessage: `m${one.minute}`,
              tags: one.tags,
            }
            if (one.kind === 'ticket') return upsert(aTicket(one.id, body))
            if (one.kind === 'delete')
              return { channel: 'ticket', data: { action: 'delete', ticketId: one.id } }
            if (one.kind === 'unread')
              return { channel: 'ticket', data: { action: 'updateUnread', ticketId: one.id } }
            return said(one.id, { createdAt: at(one.minute), fromMe: one.kind === 'reply' })
          })
          state = applyFeed(state, events).state
        }
        const { viewer } = state
        if (!viewer) throw new Error('no viewer')
        for (const name of [...LIST_NAMES, 'lane 0', 'lane 4'] as const) {
          const ids = state.lists[name]?.ids ?? []
          const rows = ids.map(id => state.byId.get(id))
          const known = rows.filter(row => row !== undefined)
          expect(known).toHaveLength(rows.length)
          expect(new Set(ids).size).toBe(rows.length)
          if (name === 'search') continue
          const belonging = [...state.byId.values()].filter(row =>
            belongs(name, row, viewer, state.scope, NO_SEARCH, false),
          )
          const sorted = [...belonging].sort(comparing(name, state.scope, new Map())).map(row => row.id)
          expect(ids).toEqual(sorted)
        }
      }),
      { numRuns: 150 },
    )
  })
})

it('stands by priority where tickets are taken from, among equals by who waits longest, and nowhere else', () => {
  const waits = { status: 'open' as const, userId: 7 }
  const tickets = [
    aTicket(1, { ...waits, waitingSince: at(1) }),
    aTicket(2, { ...waits, priority: 'urgent', waitingSince: at(5) }),
    aTicket(3, { ...waits, priority: 'urgent', waitingSince: at(2) }),
    aTicket(4, { ...waits, priority: 'low', waitingSince: at(0) }),
    aTicket(5, { ...waits, priority: 'high' }),
  ]
  const stored = new Map(tickets.map(one => [one.id, { ...one, activityAt: one.id }]))
  const order = (list: 'assigned' | 'closed', byPriority: boolean, pins: readonly number[] = []) =>
    replaceIn(
      list,
      [],
      new Set(stored.keys()),
      id => stored.get(id),
      () => true,
      true,
      compareIn(orderOf(list, { byPriority, view: null }), new Map(pins.map((id, place) => [id, place]))),
    )
  expect(order('assigned', true)).toEqual([3, 2, 5, 1, 4])
  expect(order('assigned', false)).toEqual([5, 4, 3, 2, 1])
  expect(order('closed', true)).toEqual([5, 4, 3, 2, 1])
  // What is pinned stands above all of it, in the order of the pins.
  expect(order('assigned', true, [4, 5])).toEqual([4, 5, 3, 2, 1])
})

describe('views', () => {
  const urgent = aView({ id: 7, order: 'oldest' }, { priorities: ['urgent'] })
  const waiting = aView({ id: 8 }, { waitingMinutes: 30 })
  const old = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const state = (over: Partial<TicketsState> = {}) =>
    loaded([aTicket(1, { priority: 'urgent' }), aTicket(2, { waitingSince: old(2) })], {
      scope: { ...initialState().scope, view: urgent },
      views: [urgent, waiting],
      viewCounts: new Map([
        [7, 5],
        [8, null],
      ]),
      ...over,
    })

  it('let tickets in and out by their conditions, in their order, and count along', () => {
    let now = state()
    expect(now.lists.view.ids).toEqual([1])
    now = applyFeed(now, [upsert(aTicket(2, { priority: 'urgent', updatedAt: at(9) }))]).state
    expect(now.lists.view.ids).toEqual([1, 2])
    expect(now.viewCounts.get(7)).toBe(6)
    now = applyFeed(now, [upsert(aTicket(1, { priority: 'low' }))]).state
    expect(now.lists.view.ids).toEqual([2])
    expect(now.viewCounts.get(7)).toBe(5)
    // Resolved: the view is of what is worked on.
    now = applyFeed(now, [upsert(aTicket(2, { priority: 'urgent', status: 'closed' }))]).state
    expect(now.lists.view.ids).toEqual([])
    expect(now.viewCounts.get(7)).toBe(4)
  })

  it('ask for the figures again where they moved, and not where nothing did', () => {
    const before = state()
    const same = applyFeed(before, [upsert(aTicket(2, { lastMessage: 'Oi', waitingSince: old(2) }))]).state
    expect(same.viewsMoved).toBe(before.viewsMoved)
    const moved = applyFeed(before, [upsert(aTicket(2, { waitingSince: old(31) }))]).state
    expect(moved.viewsMoved).toBeGreaterThan(before.viewsMoved)
    expect(moved.viewCounts.get(8)).toBeNull()
    // Nobody here knows where this one was; what an answer brings was counted.
    expect(applyFeed(before, [upsert(aTicket(9))]).state.viewsMoved).toBeGreaterThan(before.viewsMoved)
    expect(absorb(before, [aTicket(9, { priority: 'urgent' })], () => false).state.viewsMoved).toBe(
      before.viewsMoved,
    )
  })

  it('show nobody what that person may not see', () => {
    const now = applyFeed(state(), [upsert(aTicket(3, { priority: 'urgent', queueId: 9 }))]).state
    expect(now.lists.view.ids).toEqual([1])
  })

  it('keep whom the server counts in by a moment', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const just = aTicket(4, { waitingSince: new Date(Date.now() - 30 * 60_000 + 1_000).toISOString() })
    const scope = { ...initialState().scope, view: waiting }
    expect(belongs('view', just, aViewer(), scope, NO_SEARCH, true)).toBe(true)
    expect(belongs('view', just, aViewer(), scope, NO_SEARCH, false)).toBe(false)
  })
})
