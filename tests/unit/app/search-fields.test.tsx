// @vitest-environment jsdom
/**
 * Every search field of the console: what this computer knows is shown with each key, the server is asked 500 ms after
 * the last one, at once for Enter and for a field that was emptied (docs/specification.md 1.4, "search").
 */
import '../support/jsdom'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contact } from '@contract'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aTicket, aViewer } from '../stores/a-ticket'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const asked: string[] = []
vi.mock('@/api', async original => ({
  ...(await original<typeof import('@/api')>()),
  call: async (_name: string, { query }: { query: { searchParam?: string } }) => {
    asked.push(query.searchParam ?? '')
    return { contacts: [], count: 0, hasMore: false }
  },
}))
const { useFound } = await import('@/app/shell/use-found')
const { usePeopleSearch } = await import('@/features/people')
const { useCommandRegistry } = await import('@/stores/commands')
const { createPagedList } = await import('@/stores/paged-list')
const tickets = await import('@/stores/tickets')

/** Ways a typed text may take to the server, and the files whose fields take one. */
const WAYS = /\b(?:usePeopleSearch|typeSearch|useTypedText|useFound|(?:list|chatsList)\.type)\b/
const ASKS_THE_SERVER = [
  'app/shell/palette.tsx',
  'features/chats/chat-list.tsx',
  'features/contacts/merge-dialog.tsx',
  'features/kit/paged-screen.tsx',
  'features/schedules/schedule-dialog.tsx',
  'features/thread/find/find-bar.tsx',
  'features/thread/forward-dialog.tsx',
  'features/tickets/new-ticket-dialog.tsx',
  'features/tickets/search-bar.tsx',
]
const FIELD = /<SearchField\b|\bonSearch[=:]|\bshowSearch\b|role="combobox"|role="searchbox"|type="search"/

const src = join(import.meta.dirname, '../../../src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .map(file => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(src, file), 'utf8') }))

describe('search fields', () => {
  it('ask the server by one way, or look among what is here', () => {
    const fields = sources.filter(({ file, text }) => !file.startsWith('ui/') && FIELD.test(text))
    const asking = fields.filter(({ text }) => WAYS.test(text)).map(({ file }) => file)
    expect(asking.sort()).toEqual(ASKS_THE_SERVER)
    // The others filter rows that are here: none of them may read from the server by itself.
    const others = fields.filter(({ text }) => !WAYS.test(text))
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter(({ text }) => /\.(?:page|list)'/.test(text)).map(({ file }) => file)).toEqual([])
  })

  it('have no delay of their own', () => {
    const own = sources.filter(({ text }) => /debounce\s*\(|useDebounce/i.test(text))
    expect(own.map(({ file }) => file)).toEqual([])
  })
})

const answer = { contacts: [], tickets: [], messages: [], tookMs: 0 }
const flush = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(0)))
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

interface Field {
  type: (text: string) => void
  /** Enter; left out where it takes a row instead. */
  submit?: () => void
  /** Whether an emptied field asks for everything. */
  asksEmptied: boolean
}

const made: Record<string, () => Field> = {
  'a list screen': () => {
    const list = createPagedList<{ id: number }>({
      name: 'search fields test',
      read: async ({ searchParam = '' }) => {
        asked.push(searchParam)
        return { rows: [], hasMore: false }
      },
    })
    list.open()
    return { type: list.type, submit: list.submit, asksEmptied: true }
  },
  'the tickets': () => {
    const search = (text: string) => ({ text, tagIds: [], userIds: [], priorities: [] })
    let typed = ''
    return {
      type(text) {
        typed = text
        tickets.typeSearch(search(text))
      },
      submit: () => tickets.setSearch(search(typed)),
      asksEmptied: false,
    }
  },
  'pickers of people': () => {
    const { result } = renderHook(() => usePeopleSearch(true))
    return { type: text => result.current.type(text), asksEmptied: true }
  },
  'the palette': () => {
    const search = async (text: string, _signal: AbortSignal, where: string) => {
      if (where === 'everywhere') asked.push(text)
      return []
    }
    useCommandRegistry.setState({ searches: { test: search } })
    const { rerender } = renderHook(({ term }) => useFound(term), { initialProps: { term: '' } })
    return { type: term => rerender({ term }), asksEmptied: false }
  },
}

describe.each(Object.keys(made))('%s', name => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const fake = fakeBridge()
    fake.answer('search.local', () => ({ ok: true, value: answer }))
    installBridge(fake)
    tickets.setViewer(aViewer())
    tickets.setTicketsSource({
      ...tickets.ticketsSource(),
      page: async ({ searchParam }) => {
        asked.push(searchParam ?? '')
        return { tickets: [], count: 0, hasMore: false, cursor: null }
      },
    })
  })
  afterEach(() => {
    cleanup()
    tickets.setViewer(null)
    tickets.setTicketsSource()
    useCommandRegistry.setState({ searches: {} })
    vi.useRealTimers()
  })

  it('asks 500 ms after the last key, for Enter and an emptied field at once', async () => {
    const field = made[name]?.() as Field
    await flush()
    asked.length = 0
    act(() => field.type('mar'))
    await pass(499)
    act(() => field.type('mari'))
    await pass(499)
    expect(asked).toEqual([])
    await pass(1)
    expect(asked).toEqual(['mari'])
    if (field.submit) {
      act(() => field.type('maria'))
      act(() => field.submit?.())
      await flush()
      expect(asked).toEqual(['mari', 'maria'])
      await pass(600)
      expect(asked).toHaveLength(2)
    }
    asked.length = 0
    act(() => field.type('outro'))
    act(() => field.type(''))
    await flush()
    await pass(600)
    expect(asked).toEqual(field.asksEmptied ? [''] : [])
  })
})

describe('what is known here', () => {
  it('is shown before the server was asked: tickets by name, number and last message', async () => {
    tickets.setViewer(aViewer())
    const named = (id: number, name: string, lastMessage = '') => {
      const one = aTicket(id, { lastMessage })
      return { ...one, contact: contact.parse({ id, name, number: `551198888000${id}` }) }
    }
    tickets.absorbTickets([named(1, 'Mária Luz'), named(2, 'Bruno'), named(3, 'Caio', 'sou a maria')], 0)
    tickets.typeSearch({ text: 'maria', tagIds: [], userIds: [], priorities: [] })
    const { ids, status } = tickets.useTicketsStore.getState().lists.search
    expect([new Set(ids), status]).toEqual([new Set([1, 3]), 'loading'])
    tickets.setViewer(null)
  })
})
