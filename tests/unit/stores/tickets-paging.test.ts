import type { Ticket } from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { stopServers, useServers } from '@/stores/servers'
import {
  absorbTickets,
  acceptTicket,
  countOf,
  loadMore,
  oldestPending,
  patchTicket,
  refreshCounts,
  reloadList,
  resetOwnChanges,
  resetTickets,
  retryList,
  setScope,
  setSearch,
  setTicketsSource,
  setViewer,
  TicketTakenError,
  transferChange,
  transferTicket,
  useTicketsStore,
} from '@/stores/tickets'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import { deferred } from '../../support/deferred'
import { soon } from '../../support/soon'
import { aTicket, at, aViewer } from './a-ticket'
import { ticketsFrom } from './tickets-source'

const refused = (code: 'ERR_TICKET_TAKEN' | 'ERR_NO_PERMISSION', details = {}) =>
  new ApiError('refused', code, code, 409, details)

const list = (name: 'assigned' | 'pending' | 'search' = 'assigned') => useTicketsStore.getState().lists[name]
const mine = (id: number, over = {}) => aTicket(id, { status: 'open', userId: 2, ...over })

beforeEach(() => setViewer(aViewer()))
afterEach(() => {
  setViewer(null)
  resetOwnChanges()
  setTicketsSource()
  resetFeed()
})

describe('a search that stops before its end', () => {
  const answer = (ids: number[], over: { cursor: string | null; stoppedAt?: string }) => ({
    tickets: ids.map(id => mine(id)),
    count: ids.length,
    counted: false,
    hasMore: over.cursor !== null,
    ...over,
  })

  it('is not at its end with an empty page, goes on only when it is asked to, and counts nothing it does not know', async () => {
    const asked: (string | undefined)[] = []
    ticketsFrom({
      page: async ({ cursor }) => {
        asked.push(cursor)
        if (!cursor) return answer([], { cursor: 'a', stoppedAt: at(9) })
        if (cursor === 'a') return answer([], { cursor: 'b', stoppedAt: at(8) })
        if (cursor === 'b') return answer([7], { cursor: 'c', stoppedAt: at(7) })
        return answer([6], { cursor: null })
      },
    })
    setSearch({ text: 'pedido', tagIds: [], userIds: [], priorities: [] })
    await soon(() => expect(list('search').status).toBe('ready'))
    expect(list('search')).toMatchObject({ ids: [], hasMore: true, stoppedAt: at(9), total: null })
    expect(asked).toEqual([undefined])
    await loadMore('search')
    expect(list('search')).toMatchObject({ ids: [], hasMore: true, stoppedAt: at(8), more: 'idle' })
    await loadMore('search')
    expect(list('search')).toMatchObject({ ids: [7], hasMore: true, stoppedAt: at(7), total: null })
    await loadMore('search')
    expect(list('search')).toMatchObject({ ids: [7, 6], hasMore: false, stoppedAt: null })
    expect(asked).toEqual([undefined, 'a', 'b', 'c'])
  })
})

describe('paging', () => {
  it('reaches every ticket of a server whose pages overlap and whose hasMore lies (defect 7)', async () => {
    const all = Array.from({ length: 100 }, (_unused, index) => mine(index + 1)).reverse()
    ticketsFrom({
      page: async ({ pageNumber }) => {
        const start = (Number(pageNumber) - 1) * 35
        return {
          tickets: all.slice(Math.max(0, start - 3), start + 35),
          count: 100,
          hasMore: start + 35 < 60,
          cursor: null,
        }
      },
    })
    await reloadList('assigned')
    while (list().hasMore) await loadMore('assigned')
    expect(list().ids).toHaveLength(100)
    expect(new Set(list().ids).size).toBe(100)
  })

  it('does not let an answer undo what an event said while it travelled', async () => {
    let release: (tickets: Ticket[]) => void = () => {}
    ticketsFrom({
      page: () =>
        new Promise(resolve => {
          release = tickets => resolve({ tickets, count: tickets.length, hasMore: false, cursor: null })
        }),
    })
    const reading = reloadList('assigned')
    await Promise.resolve()
    receiveFeed({
      events: [
        {
          seq: 1,
          event: {
            channel: 'ticket',
            data: { action: 'update', ticket: mine(1, { lastMessage: 'do evento' }) },
          },
        },
        { seq: 2, event: { channel: 'ticket', data: { action: 'create', ticket: mine(8) } } },
      ],
    })
    flushFeed()
    release([mine(1, { lastMessage: 'antiga', status: 'pending', userId: null })])
    await reading
    expect(useTicketsStore.getState().byId.get(1)?.lastMessage).toBe('do evento')
    expect(list().ids).toEqual([8, 1])
  })

  it('drops the answer of an overtaken search and never mixes results (defect 6)', async () => {
    const pending = new Map<string, (ids: number[]) => void>()
    ticketsFrom({
      page: query =>
        new Promise(resolve => {
          pending.set(String(query.searchParam), ids =>
            resolve({ tickets: ids.map(id => mine(id)), count: ids.length, hasMore: false, cursor: null }),
          )
        }),
    })
    const asked = (text: string) => soon(() => expect(pending.has(text)).toBe(true))
    setSearch({ text: 'bol', tagIds: [], userIds: [], priorities: [] })
    await asked('bol')
    setSearch({ text: 'boleto', tagIds: [], userIds: [], priorities: [] })
    expect(list('search').ids).toEqual([])
    await asked('boleto')
    pending.get('boleto')?.([4, 2])
    pending.get('bol')?.([1, 2, 3])
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(list('search').ids).toEqual([4, 2])
    setSearch({ text: '', tagIds: [], userIds: [], priorities: [] })
    expect(list('search').status).toBe('idle')
  })

  it('keeps the rows and says what failed', async () => {
    ticketsFrom({ page: async () => ({ tickets: [mine(1)], count: 1, hasMore: false, cursor: null }) })
    await reloadList('assigned')
    const failure = new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
    ticketsFrom({
      page: async () => {
        throw failure
      },
    })
    await reloadList('assigned')
    expect(list()).toMatchObject({ status: 'failed', error: failure, ids: [1] })
  })

  it('asks again for the page that failed, once and only when told to', async () => {
    const all = Array.from({ length: 6 }, (_unused, index) => mine(index + 1)).reverse()
    const asked: number[] = []
    let broken = false
    ticketsFrom({
      page: async ({ pageNumber }) => {
        asked.push(Number(pageNumber))
        if (broken) throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
        const start = (Number(pageNumber) - 1) * 2
        return { tickets: all.slice(start, start + 2), count: 6, hasMore: start + 2 < 6, cursor: null }
      },
    })
    await reloadList('assigned')
    broken = true
    await loadMore('assigned')
    await loadMore('assigned')
    expect([asked, list().more, list().ids]).toEqual([[1, 2], 'failed', [6, 5]])
    broken = false
    retryList('assigned')
    await soon(() => expect(list().more).toBe('idle'))
    expect([asked, list().ids]).toEqual([
      [1, 2, 2],
      [6, 5, 4, 3],
    ])
  })

  it('misses no ticket when others left the pages that were read', async () => {
    let all = Array.from({ length: 8 }, (_unused, index) => mine(index + 1)).reverse()
    ticketsFrom({
      page: async ({ pageNumber }) => {
        const start = (Number(pageNumber) - 1) * 3
        return { tickets: all.slice(start, start + 3), count: all.length, hasMore: false, cursor: null }
      },
    })
    await reloadList('assigned')
    await loadMore('assigned')
    // Two of the first page are closed: what stood first on the third page is on the second now.
    for (const id of [8, 7]) {
      const ticket = mine(id, { status: 'closed' })
      receiveFeed({
        events: [{ seq: 20 - id, event: { channel: 'ticket', data: { action: 'update', ticket } } }],
      })
    }
    flushFeed()
    all = all.filter(({ id }) => id < 7)
    while (list().hasMore) await loadMore('assigned')
    expect(list().ids).toEqual([6, 5, 4, 3, 2, 1])
  })
})

describe('accept', () => {
  const ana = { id: 2, name: 'Ana' }
  beforeEach(async () => {
    ticketsFrom({ page: async () => ({ tickets: [aTicket(1)], count: 1, hasMore: false, cursor: null }) })
    await reloadList('pending')
  })

  it('shows at once and stays when the server agrees', async () => {
    const late = deferred<Ticket>()
    ticketsFrom({ update: () => late.promise })
    const accepting = acceptTicket(1, ana)
    expect(useTicketsStore.getState().byId.get(1)).toMatchObject({ status: 'open', userId: 2 })
    expect(list('pending').ids).toEqual([])
    late.resolve(mine(1))
    await accepting
    expect(useTicketsStore.getState().byId.get(1)?.userId).toBe(2)
  })

  it('is not undone by what was read before it: an answer meanwhile, and a late one', async () => {
    const late = deferred<Ticket>()
    ticketsFrom({
      update: () => late.promise,
    })
    const status = () => useTicketsStore.getState().byId.get(1)?.status
    const accepting = acceptTicket(1, ana)
    absorbTickets([aTicket(1)], 0)
    expect(status()).toBe('open')
    late.resolve(mine(1, { updatedAt: at(50) }))
    await accepting
    absorbTickets([aTicket(1)], 0)
    expect(status()).toBe('open')
    // What happened afterwards is believed.
    absorbTickets([aTicket(1, { updatedAt: at(51) })], 0)
    expect(status()).toBe('pending')
  })

  it('comes to the top of the tickets in work, and stands where the server says it was accepted', async () => {
    ticketsFrom({
      page: async () => ({ tickets: [mine(2), mine(3)], count: 2, hasMore: false, cursor: null }),
    })
    await reloadList('assigned')
    const late = deferred<Ticket>()
    ticketsFrom({
      update: () => late.promise,
    })
    const accepting = acceptTicket(1, ana)
    expect(list('assigned').ids).toEqual([1, 3, 2])
    late.resolve(mine(1, { updatedAt: at(50) }))
    await accepting
    expect(list('assigned').ids).toEqual([1, 3, 2])
    expect(useTicketsStore.getState().byId.get(1)?.activityAt).toBe(Date.parse(at(50)))
  })

  it('tells the loser of a race who took it, and the row is gone', async () => {
    ticketsFrom({
      update: async () => {
        throw refused('ERR_TICKET_TAKEN', { user: { id: 7, name: 'Bruno' } })
      },
      byId: async () => aTicket(1, { status: 'open', userId: 7, user: { id: 7, name: 'Bruno' } }),
    })
    await expect(acceptTicket(1, ana)).rejects.toMatchObject(new TicketTakenError('Bruno'))
    expect(list('pending').ids).toEqual([])
  })

  describe('where the last of two takers wins', () => {
    const bruno = { status: 'open' as const, userId: 7, user: { id: 7, name: 'Bruno' } }
    beforeEach(async () => {
      vi.useFakeTimers()
      const facts = { version: '4.8.5', adapter: 'legacy' as const, capabilities: LEGACY_CAPABILITIES }
      useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
    })
    afterEach(() => {
      vi.useRealTimers()
      stopServers()
    })

    it('looks again and tells the loser once, who no longer has it', async () => {
      let holder = mine(1)
      ticketsFrom({ update: async () => mine(1), byId: async () => holder })
      const lost = vi.fn()
      await acceptTicket(1, ana, lost)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(lost).not.toHaveBeenCalled()
      holder = aTicket(1, bruno)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(lost.mock.calls).toEqual([[new TicketTakenError('Bruno')]])
      expect(list('assigned').ids).toEqual([])
    })

    it('says nothing of a ticket that was handed on from here', async () => {
      let holder = mine(1)
      ticketsFrom({ update: async () => holder, byId: async () => holder })
      const lost = vi.fn()
      await acceptTicket(1, ana, lost)
      holder = aTicket(1, bruno)
      await transferTicket(1, { userId: 7, queueId: null, whatsappId: null, note: '' })
      await vi.advanceTimersByTimeAsync(20_000)
      expect(lost).not.toHaveBeenCalled()
    })
  })

  it('takes the name from the refusal when the ticket may not be seen any more', async () => {
    ticketsFrom({
      update: async () => {
        throw refused('ERR_TICKET_TAKEN', { user: { id: 7, name: 'Bruno' } })
      },
      byId: async () => {
        throw refused('ERR_NO_PERMISSION')
      },
    })
    await expect(acceptTicket(1, ana)).rejects.toMatchObject({ by: 'Bruno' })
    expect(useTicketsStore.getState().byId.has(1)).toBe(false)
  })

  it('puts everything back when the server refuses for another reason', async () => {
    ticketsFrom({
      update: async () => {
        throw refused('ERR_NO_PERMISSION')
      },
    })
    await expect(acceptTicket(1, ana)).rejects.toBeInstanceOf(ApiError)
    expect(useTicketsStore.getState().byId.get(1)).toMatchObject({ status: 'pending', userId: null })
    expect(list('pending').ids).toEqual([1])
  })

  it('does not put back what an event changed meanwhile', async () => {
    ticketsFrom({
      update: async () => {
        const ticket = aTicket(1, { status: 'open', userId: 7, lastMessage: 'nova', updatedAt: at(9) })
        receiveFeed({
          events: [{ seq: 1, event: { channel: 'ticket', data: { action: 'update', ticket } } }],
        })
        flushFeed()
        throw refused('ERR_NO_PERMISSION')
      },
    })
    await expect(acceptTicket(1, ana)).rejects.toBeInstanceOf(ApiError)
    expect(useTicketsStore.getState().byId.get(1)).toMatchObject({ userId: 7, lastMessage: 'nova' })
  })
})

describe('the one who waits longest', () => {
  it('is found although nobody has opened the waiting list', async () => {
    ticketsFrom({
      page: async () => ({ tickets: [aTicket(2), aTicket(1)], count: 2, hasMore: false, cursor: null }),
    })
    expect(list('pending').status).toBe('idle')
    expect((await oldestPending())?.id).toBe(1)
  })

  it('is nobody when nobody waits, and a failure is no "nobody"', async () => {
    ticketsFrom({ page: async () => ({ tickets: [], count: 0, hasMore: false, cursor: null }) })
    expect(await oldestPending()).toBeUndefined()
    resetTickets()
    setViewer(null)
    setViewer(aViewer())
    ticketsFrom({
      page: async () => {
        throw refused('ERR_NO_PERMISSION')
      },
    })
    await expect(oldestPending()).rejects.toBeInstanceOf(ApiError)
  })
})

describe('transfer', () => {
  const nothing = { userId: null, queueId: null, whatsappId: null, note: '' }
  it('asks for what the table of transitions says', () => {
    expect(transferChange({ ...nothing, userId: 7 })).toEqual({ status: 'open', userId: 7 })
    expect(transferChange({ ...nothing, queueId: 3 })).toEqual({
      status: 'pending',
      userId: null,
      queueId: 3,
    })
    expect(
      transferChange({ ...nothing, userId: 7, queueId: 3, whatsappId: 1, note: ' liga amanhã ' }),
    ).toEqual({
      status: 'open',
      userId: 7,
      queueId: 3,
      whatsappId: 1,
      handoverNote: 'liga amanhã',
    })
    expect(transferChange({ ...nothing, whatsappId: 1 })).toEqual({ whatsappId: 1 })
  })
})

describe('on a server that does not tell groups from the others', () => {
  const group = (id: number, over = {}) => mine(id, { isGroup: true, ...over })
  const ids = (tab: 'groups' | 'closed') => useTicketsStore.getState().lists[tab].ids.toSorted()

  it.each([
    [false, [[1], [2]]],
    [true, [[1, 2], []]],
  ])(
    'a resolved group stays in the tab of groups where the server lists it there alone: %s',
    async (groupsWhole, resolved) => {
      ticketsFrom({
        page: async ({ groups }) => ({
          tickets: groups ? [group(1), group(2)] : [],
          count: 0,
          hasMore: false,
        }),
      })
      setScope({ groupsApart: true, groupsWhole })
      await reloadList('groups')
      await reloadList('closed')
      patchTicket(2, { status: 'closed' })
      expect([ids('groups'), ids('closed')]).toEqual(resolved)
      patchTicket(2, { status: 'open' })
      expect([ids('groups'), ids('closed')]).toEqual([[1, 2], []])
    },
  )

  it('figures are asked for again though the clock was set back by an hour meanwhile', async () => {
    const counts = vi.fn(async () => ({ open: 1, pending: 0, closed: 0, groups: 0, unread: 0, snoozed: 0 }))
    ticketsFrom({ counts })
    const asked = async (): Promise<void> => {
      counts.mockClear()
      refreshCounts()
      await soon(() => expect(counts).toHaveBeenCalled())
    }
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    await asked()
    clock.mockRestore()
    await asked()
  })

  it('the figures of the other tabs leave out the groups that do not stand in them', async () => {
    ticketsFrom({
      page: async ({ groups, cursor }) => {
        if (!groups) return { tickets: [mine(9)], count: 0, hasMore: true }
        return cursor
          ? { tickets: [group(3, { status: 'pending', userId: null })], count: 0, hasMore: false }
          : { tickets: [group(1), group(2)], count: 0, hasMore: true, cursor: 'pending:1' }
      },
      counts: async () => ({ open: 7, pending: 3, closed: 0, groups: null, unread: 0, snoozed: null }),
    })
    setScope({ groupsApart: true, groupsWhole: false })
    refreshCounts()
    const figures = () => {
      const state = useTicketsStore.getState()
      return [countOf(state, 'assigned'), countOf(state, 'pending'), countOf(state, 'groups')]
    }
    // Nobody opened the tab of groups: they are read because the figures need them.
    await soon(() => expect(figures()).toEqual([5, 2, 3]))
  })

  it('the figure of groups is none until the list was read, then what the list shows, and follows it', async () => {
    ticketsFrom({
      page: async () => ({ tickets: [group(1), group(2)], count: 0, hasMore: true, cursor: 'open:2' }),
      counts: async () => ({ open: 7, pending: 3, closed: 0, groups: null, unread: 0, snoozed: null }),
    })
    refreshCounts()
    await soon(() => expect(useTicketsStore.getState().counts).not.toBeNull())
    const figure = () => countOf(useTicketsStore.getState(), 'groups')
    expect(figure()).toBeNull()
    await reloadList('groups')
    expect(useTicketsStore.getState().lists.groups.ids).toHaveLength(2)
    expect(figure()).toBe(2)
    absorbTickets([group(2, { isGroup: false, updatedAt: at(90) })], 0)
    expect(figure()).toBe(1)
    expect(countOf(useTicketsStore.getState(), 'pending')).toBe(3)
  })
})
