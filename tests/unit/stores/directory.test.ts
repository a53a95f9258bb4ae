import type { FeedEvent, Queue } from '@contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDirectory, upsertById, withoutId } from '@/stores/directory'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { addInterest, connectInterest, currentInterest } from '@/stores/interest'

const queue = (id: number, name = `Fila ${id}`) => ({ id, name }) as Queue
const apply = (items: readonly Queue[], event: FeedEvent): readonly Queue[] => {
  if (event.channel !== 'queue') return items
  return event.data.action === 'delete'
    ? withoutId(items, event.data.queueId)
    : upsertById(items, event.data.queue)
}

afterEach(() => resetFeed())

describe('directories', () => {
  it('read once however many ask, and say when they could not', async () => {
    const read = vi.fn(async () => [queue(1)])
    const directory = createDirectory('probe', read, apply)
    await Promise.all([directory.ensure(), directory.ensure()])
    await directory.ensure()
    expect(read).toHaveBeenCalledTimes(1)

    const failure = new Error('down')
    const broken = createDirectory<Queue>('broken', () => Promise.reject(failure), apply)
    await broken.ensure()
    expect(broken.use.getState()).toMatchObject({ status: 'failed', error: failure })
  })

  it('follow live events and keep places', async () => {
    const directory = createDirectory('probe', async () => [queue(1), queue(2)], apply)
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

  it('an answer from before a sign-out never reaches the next person', async () => {
    let settle: (items: Queue[]) => void = () => {}
    const directory = createDirectory<Queue>(
      'probe',
      () =>
        new Promise(resolve => {
          settle = resolve
        }),
      apply,
    )
    const reading = directory.ensure()
    directory.reset()
    settle([queue(1)])
    await reading
    expect(directory.use.getState()).toMatchObject({ items: [], status: 'idle' })
  })
})

describe('interest', () => {
  it('is the union of all wishes and is told once per change', async () => {
    const setInterest = vi.fn(async () => ({ ok: true as const, value: undefined }))
    connectInterest({ connection: { setInterest } })
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
