import type { Queue } from '@contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDirectory, type DirectorySpec } from '@/stores/directory'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { addInterest, connectInterest, currentInterest } from '@/stores/interest'
import { createPagedList } from '@/stores/paged-list'
import { deferred } from '../../support/deferred'
import { soon } from '../../support/soon'

const queue = (id: number, name = `Fila ${id}`) => ({ id, name }) as Queue
const probe = (read: () => Promise<Queue[]>): DirectorySpec<Queue> => ({
  name: 'probe',
  read,
  onEvent({ channel, data }) {
    if (channel !== 'queue') return null
    return data.action === 'delete' ? { remove: data.queueId } : { put: data.queue }
  },
})

afterEach(() => resetFeed())

describe('directories', () => {
  it('read once however many ask, and say when they could not', async () => {
    const read = vi.fn(async () => [queue(1)])
    const directory = createDirectory(probe(read))
    await Promise.all([directory.ensure(), directory.ensure()])
    await directory.ensure()
    expect(read).toHaveBeenCalledTimes(1)

    const failure = new Error('down')
    const broken = createDirectory(probe(() => Promise.reject(failure)))
    await broken.ensure()
    expect(broken.use.getState()).toMatchObject({ status: 'failed', error: failure })
  })

  it('follow live events and keep places', async () => {
    const directory = createDirectory(probe(async () => [queue(1), queue(2)]))
    await directory.ensure()
    receiveFeed({
      events: [
        { seq: 1, event: { channel: 'queue', data: { action: 'update', queue: queue(1, 'Vendas') } } },
        { seq: 2, event: { channel: 'queue', data: { action: 'delete', queueId: 2 } } },
      ],
    })
    flushFeed()
    expect(directory.use.getState().items).toEqual([queue(1, 'Vendas')])
  })

  it('keep what was saved here, and what came while an older answer was on its way', async () => {
    let settle: (items: Queue[]) => void = () => {}
    const directory = createDirectory(probe(() => new Promise(resolve => (settle = resolve))))
    const first = directory.ensure()
    settle([queue(1), queue(2), queue(3)])
    await first
    directory.keep(queue(2, 'Vendas'))
    directory.keep(queue(4))
    expect(directory.use.getState().items).toEqual([queue(1), queue(2, 'Vendas'), queue(3), queue(4)])

    const again = directory.reload()
    directory.keep(queue(1, 'Suporte'))
    directory.drop(3)
    settle([queue(1), queue(2), queue(3)])
    await again
    expect(directory.use.getState().items).toEqual([queue(1, 'Suporte'), queue(2)])
  })

  it('know what the list of a screen keeps and drops, and say to it what events mean', async () => {
    const all = [queue(1), queue(2)]
    const directory = createDirectory({ ...probe(async () => all), order: (a, b) => a.id - b.id })
    const list = createPagedList<Queue>({
      name: 'probe page',
      directory,
      read: async () => ({ rows: all, hasMore: false }),
    })
    await directory.ensure()
    const close = list.open()
    await soon(() => expect(list.use.getState().status).toBe('ready'))
    list.keep(queue(3, 'Vendas'))
    list.drop(2)
    const event = { channel: 'queue' as const, data: { action: 'update' as const, queue: queue(1, 'Caixa') } }
    receiveFeed({ events: [{ seq: 1, event }] })
    flushFeed()
    const now = [queue(1, 'Caixa'), queue(3, 'Vendas')]
    expect(directory.use.getState().items).toEqual(now)
    expect(list.use.getState().rows).toEqual(now)
    close()
  })

  it('an answer from before a sign-out never reaches the next person', async () => {
    const late = deferred<Queue[]>()
    const directory = createDirectory(probe(() => late.promise))
    const reading = directory.ensure()
    directory.reset()
    late.resolve([queue(1)])
    await reading
    expect(directory.use.getState()).toMatchObject({ items: [], status: 'idle' })
  })
})

describe('interest', () => {
  it('is the union of all wishes and is told once per change', async () => {
    const setInterest = vi.fn(async () => ({ ok: true as const, value: undefined }))
    connectInterest({ socket: { setInterest } })
    const first = addInterest({ tickets: ['open', 'pending'], notifications: true })
    const second = addInterest({ chatBoxes: [7] })
    expect(currentInterest()).toEqual({ tickets: ['open', 'pending'], chatBoxes: [7], notifications: true })
    await Promise.resolve()
    second()
    const third = addInterest({ chatBoxes: [8] })
    await Promise.resolve()
    expect(setInterest.mock.calls).toHaveLength(2)
    expect(setInterest).toHaveBeenLastCalledWith({
      tickets: ['open', 'pending'],
      chatBoxes: [8],
      notifications: true,
    })
    first()
    third()
    expect(currentInterest()).toEqual({ tickets: [], chatBoxes: [], notifications: false })
    connectInterest(null)
  })
})
