import { type FeedEvent, type Tag, tag as tagSchema } from '@contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { byText, createPagedList, type PagedList, type PageOf } from '@/stores/paged-list'

const tag = (id: number, name: string): Tag => tagSchema.parse({ id, name, color: '#fff' })

/** An answer on its way: cut from the server's list at one moment, here at another, or never. */
interface Asked {
  pageNumber: number
  search: string
  cut: PageOf<Tag> | null
  settle: (answer: PageOf<Tag>) => void
  fail: (error: Error) => void
}

let made = 0

/** A server with pages by offset, whose answers and events travel apart from each other. */
function world(size: number) {
  let rows: Tag[] = []
  const asked: Asked[] = []
  const events: FeedEvent[] = []
  const order = byText<Tag>(row => row.name)
  let seq = 0
  const list: PagedList<Tag> = createPagedList<Tag>({
    name: `test ${++made}`,
    order,
    matches: (row, search) => row.name.includes(search),
    read: ({ pageNumber, searchParam = '' }, _filters, signal) =>
      new Promise((settle, fail) => {
        const over = new AbortController()
        const ended =
          <A extends unknown[]>(how: (...args: A) => void) =>
          (...args: A): void => {
            over.abort()
            how(...args)
          }
        const entry: Asked = {
          pageNumber,
          search: searchParam,
          cut: null,
          settle: ended(settle),
          fail: ended(fail),
        }
        asked.push(entry)
        signal.addEventListener(
          'abort',
          () => {
            asked.splice(asked.indexOf(entry), 1)
            entry.fail(signal.reason as Error)
          },
          { signal: over.signal },
        )
      }),
    onEvent: event => {
      if (event.channel !== 'tag') return null
      return event.data.action === 'delete'
        ? { remove: event.data.tagId }
        : { put: event.data.tag, fresh: event.data.action === 'create' }
    },
  })
  const say = (data: Extract<FeedEvent, { channel: 'tag' }>['data']): void =>
    void events.push({ channel: 'tag', data })
  const pause = (): Promise<void> => new Promise(done => setImmediate(done))
  const world = {
    list,
    asked,
    events,
    rows: () => rows,
    ids: () => list.use.getState().rows.map(row => row.id),
    fill(names: readonly string[]): void {
      rows = names.map((name, at) => tag(at + 1, name)).sort(order)
    },
    insert(name: string): void {
      const row = tag(Math.max(0, ...rows.map(({ id }) => id)) + 1 + made * 1_000, name)
      rows = [...rows, row].sort(order)
      say({ action: 'create', tag: row })
    },
    remove(at: number): void {
      const [row] = rows.splice(at % Math.max(rows.length, 1), 1)
      if (row) say({ action: 'delete', tagId: row.id })
    },
    rename(at: number, name: string): void {
      const row = rows[at % Math.max(rows.length, 1)]
      if (!row) return
      const renamed = { ...row, name }
      rows = rows.map(one => (one.id === row.id ? renamed : one)).sort(order)
      say({ action: 'update', tag: renamed })
    },
    /** The server reads its list for the oldest request it has not looked at. */
    cut(): void {
      const entry = asked.find(one => one.cut === null)
      if (!entry) return
      const found = rows.filter(row => row.name.includes(entry.search))
      const from = (entry.pageNumber - 1) * size
      entry.cut = {
        rows: found.slice(from, from + size),
        count: found.length,
        hasMore: found.length > from + size,
      }
    },
    async arrive(): Promise<void> {
      const entry = asked.shift()
      if (entry && entry.cut === null) asked.unshift(entry)
      else if (entry?.cut) entry.settle(entry.cut)
      await pause()
    },
    hearNothing: pause,
    async break(): Promise<void> {
      asked.shift()?.fail(new Error('no line'))
      await pause()
    },
    async hear(): Promise<void> {
      const event = events.shift()
      if (event) receiveFeed({ events: [{ seq: ++seq, event }] })
      flushFeed()
      await pause()
    },
    /** Everything that is on its way arrives, and half a second of quiet passes. */
    async settle(): Promise<void> {
      for (let quiet = 0; quiet < 2; ) {
        await pause()
        const waiting = asked.length > 0 || events.length > 0
        await world.hear()
        world.cut()
        await world.arrive()
        quiet = waiting ? 0 : quiet + 1
        if (!waiting) vi.advanceTimersByTime(500)
      }
      await pause()
    },
    /** As a person who scrolls to the end and presses "try again". */
    async toTheEnd(): Promise<void> {
      await world.settle()
      for (let left = 400; left > 0; left -= 1) {
        const { status, more, hasMore, error } = list.use.getState()
        if (status === 'ready' && !hasMore && more === 'idle' && error === null) return
        if (error !== null) list.retry()
        else list.more()
        await pause()
        await world.settle()
      }
      throw new Error('the end was never reached')
    },
  }
  return world
}

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
const name = fc.tuple(letter, letter, letter).map(letters => letters.join(''))
/** Ends of a page's way and what happens meanwhile; `page` asks for the next one and lets the server cut it. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ do: 'page' as const }) },
  { weight: 8, arbitrary: fc.constant({ do: 'arrive' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'cut' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'hear' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'break' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'retry' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reload' as const }) },
  { weight: 3, arbitrary: name.map(given => ({ do: 'insert' as const, name: given })) },
  { weight: 5, arbitrary: fc.nat(40).map(at => ({ do: 'remove' as const, at })) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(40), name).map(([at, given]) => ({ do: 'rename' as const, at, name: given })),
  },
)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  resetFeed()
  vi.useRealTimers()
})

describe('a paged list', () => {
  it('repeats no row and misses none, whatever comes and goes between the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5 }),
        fc.array(name, { maxLength: 30 }),
        fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
        async (size, names, steps) => {
          resetFeed()
          const w = world(size)
          w.fill(names)
          const leave = w.list.open()
          await w.hearNothing()
          w.cut()
          for (const one of steps) {
            if (one.do === 'page') {
              w.list.more()
              await w.hearNothing()
              w.cut()
            } else if (one.do === 'retry') w.list.retry()
            else if (one.do === 'reload') void w.list.reload()
            else if (one.do === 'insert') w.insert(one.name)
            else if (one.do === 'remove') w.remove(one.at)
            else if (one.do === 'rename') w.rename(one.at, one.name)
            else await w[one.do]()
            const ids = w.ids()
            expect(new Set(ids).size).toBe(ids.length)
          }
          await w.settle()
          // Whatever is loaded by now is the beginning of the server's list, without a hole.
          if (w.list.use.getState().error === null)
            expect(w.ids()).toEqual(
              w
                .rows()
                .slice(0, w.ids().length)
                .map(row => row.id),
            )
          await w.toTheEnd()
          expect(w.ids()).toEqual(w.rows().map(row => row.id))
          expect(w.list.use.getState().count).toBe(w.rows().length)
          leave()
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 400) },
    )
  })

  it('asks 500 ms after the last key, at once for Enter and an emptied field, and for nothing twice', async () => {
    const w = world(3)
    w.fill(['ana', 'bia', 'caio'])
    const leave = w.list.open()
    await w.settle()
    w.list.type('b')
    vi.advanceTimersByTime(499)
    w.list.type('bi')
    vi.advanceTimersByTime(499)
    expect(w.asked).toHaveLength(0)
    vi.advanceTimersByTime(1)
    await w.hear()
    expect(w.asked.map(({ search, pageNumber }) => [search, pageNumber])).toEqual([['bi', 1]])
    // Rows of another question do not stand under this one.
    expect(w.ids()).toEqual([])
    await w.settle()
    expect(w.ids()).toEqual([2])
    w.list.type('')
    await w.hear()
    expect(w.asked.map(({ search }) => search)).toEqual([''])
    await w.settle()
    w.list.type('ca')
    w.list.submit()
    await w.hear()
    expect(w.asked.map(({ search }) => search)).toEqual(['ca'])
    vi.advanceTimersByTime(600)
    expect(w.asked).toHaveLength(1)
    await w.settle()
    leave()
  })

  it('asks again for the page that failed, and keeps every row that is there', async () => {
    const w = world(2)
    w.fill(['a', 'b', 'c', 'd', 'e', 'f'])
    const leave = w.list.open()
    await w.settle()
    w.list.more()
    await w.settle()
    expect(w.ids()).toHaveLength(4)
    w.list.more()
    await w.hear()
    await w.break()
    expect(w.list.use.getState()).toMatchObject({ more: 'failed', status: 'ready' })
    w.list.more()
    await w.hear()
    expect(w.asked).toHaveLength(0)
    w.list.retry()
    await w.hear()
    expect(w.asked.map(({ pageNumber }) => pageNumber)).toEqual([3])
    expect(w.ids()).toHaveLength(4)
    await w.settle()
    expect(w.ids()).toEqual([1, 2, 3, 4, 5, 6])
    leave()
  })

  it('reads as many rows again as were shown, and shows them until they are here', async () => {
    const w = world(2)
    w.fill(['a', 'b', 'c', 'd', 'e'])
    const leave = w.list.open()
    await w.toTheEnd()
    const before = w.ids()
    void w.list.reload()
    await w.hear()
    expect(w.ids()).toEqual(before)
    await w.settle()
    expect(w.ids()).toEqual(before)
    leave()
    expect(w.list.use.getState()).toMatchObject({ status: 'idle', rows: [] })
  })

  it('takes what was saved here at once, and the event that tells of it changes nothing more', async () => {
    const w = world(5)
    w.fill(['ana', 'caio'])
    const leave = w.list.open()
    await w.settle()
    w.list.keep(tag(99, 'bia'))
    expect(w.list.use.getState().rows.map(row => row.name)).toEqual(['ana', 'bia', 'caio'])
    w.events.push({ channel: 'tag', data: { action: 'create', tag: tag(99, 'bia') } })
    await w.hear()
    expect(w.list.use.getState()).toMatchObject({ count: 3 })
    w.list.drop(99)
    expect(w.list.use.getState()).toMatchObject({ count: 2 })
    leave()
  })
})

it('reads again while events that only the server understands never pause', async () => {
  vi.useFakeTimers()
  const read = vi.fn(async () => ({ rows: [tag(1, 'a')], count: 1, hasMore: false }))
  const list = createPagedList<Tag>({ name: `test ${++made}`, read, onEvent: () => ({ stale: true }) })
  const leave = list.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(1)
  for (let seq = 1; seq <= 23; seq++) {
    receiveFeed({ events: [{ seq, event: { channel: 'tag', data: { action: 'delete', tagId: 9 } } }] })
    flushFeed()
    await vi.advanceTimersByTimeAsync(200)
  }
  // Not with each of them, but every two seconds.
  expect(read).toHaveBeenCalledTimes(3)
  leave()
  vi.useRealTimers()
})
