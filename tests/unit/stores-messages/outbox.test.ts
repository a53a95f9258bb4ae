import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OutboxEntry, Result } from '../../../src/contract'
import {
  applyOutboxChange,
  enqueue,
  entriesOf,
  flushHeldMessages,
  releaseEntry,
  resetOutbox,
  startOutbox,
  takeBack,
  useOutbox,
} from '../../../src/stores/outbox'
import { deferred } from '../../support/deferred'
import { entry } from './samples'

type Enqueue = (input: unknown) => Promise<Result<OutboxEntry>>
const start = (how: Enqueue): void =>
  startOutbox({
    on: { outboxChanged: () => () => {} },
    outbox: {
      list: async () => ({ ok: true, value: [] }),
      enqueue: how,
      retry: async () => ({ ok: true, value: entry('client-0001') }),
      remove: async () => ({ ok: true, value: { removed: true } }),
      edit: async () => ({ ok: true, value: entry('client-0001') }),
      release: async ({ id }: { id: string }) => {
        released.push(id)
        return { ok: true, value: undefined }
      },
    },
  } as Parameters<typeof startOutbox>[0])
const released: string[] = []
const shown = (): OutboxEntry[] => [...entriesOf(useOutbox.getState(), 1)]
const item = { id: 'client-0001', ticketId: 1, kind: 'text' as const, body: 'oi' }

afterEach(() => {
  released.length = 0
  resetOutbox()
  vi.useRealTimers()
})

describe('enqueue', () => {
  it('shows the entry before main has answered', async () => {
    const answer = deferred<Result<OutboxEntry>>()
    start(() => answer.promise)
    const sent = enqueue(item)
    expect(shown()).toMatchObject([{ id: 'client-0001', state: 'queued', body: 'oi' }])
    answer.resolve({ ok: true, value: entry('client-0001', { body: 'oi', attempts: 0 }) })
    expect((await sent).ok).toBe(true)
    expect(shown()).toHaveLength(1)
  })
  it('takes it away again when main refuses, so that the caller keeps its text', async () => {
    start(async () => ({ ok: false, code: 'BRIDGE_FAILED', message: 'disk full' }))
    expect((await enqueue(item)).ok).toBe(false)
    expect(shown()).toEqual([])
  })
  it('does not let a slow answer undo what an event already said', async () => {
    start(async () => {
      applyOutboxChange([entry('client-0001', { state: 'sent', messageId: 'srv' })], [])
      return { ok: true, value: entry('client-0001', { state: 'queued' }) }
    })
    await enqueue(item)
    expect(shown()).toMatchObject([{ state: 'sent', messageId: 'srv' }])
  })
})

describe('applyOutboxChange', () => {
  it('keeps a sent entry until the server copy can have come, then forgets it', () => {
    vi.useFakeTimers()
    applyOutboxChange([entry('client-0001', { state: 'sending' })], [])
    applyOutboxChange([], ['client-0001'])
    expect(shown()).toMatchObject([{ id: 'client-0001', state: 'sent' }])
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual([])
  })
  it('keeps a sent entry for as long as main has not seen its message', () => {
    vi.useFakeTimers()
    applyOutboxChange([entry('client-0001', { state: 'sending' })], [])
    applyOutboxChange([entry('client-0001', { state: 'sent' })], [])
    vi.advanceTimersByTime(600_000)
    expect(shown()).toMatchObject([{ id: 'client-0001', state: 'sent' }])
    applyOutboxChange([], ['client-0001'])
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual([])
  })
  it('drops an entry that a person took back at once', async () => {
    start(async () => ({ ok: true, value: entry('client-0001') }))
    applyOutboxChange([entry('client-0001', { state: 'sending' })], [])
    await takeBack('client-0001')
    expect(shown()).toEqual([])
  })
})

describe('what leaves before an act that ends a conversation', () => {
  const held = { notBefore: new Date(0).toISOString() }
  const unused: Enqueue = async () => ({ ok: false, code: 'BRIDGE_FAILED', message: '' })

  it('is waited for until its message is known, not only until the server has taken it in', async () => {
    start(unused)
    applyOutboxChange([entry('client-0001', held)], [])
    let isOver = false
    const leaving = flushHeldMessages(1)?.then(() => {
      isOver = true
    })
    applyOutboxChange([entry('client-0001', { state: 'sending', attempts: 1 })], [])
    applyOutboxChange([entry('client-0001', { state: 'sent', attempts: 1 })], [])
    await Promise.resolve()
    expect([released, isOver]).toEqual([['client-0001'], false])
    // One that left by itself a moment ago is waited for as well.
    expect(flushHeldMessages(1)).not.toBeNull()
    applyOutboxChange([entry('client-0001', { state: 'sent', attempts: 1, messageId: 'srv' })], [])
    await leaving
    expect([isOver, flushHeldMessages(1)]).toEqual([true, null])
  })

  it('is everything written before it to the same ticket, where one is sent at once', async () => {
    start(unused)
    const other = { ...held, ticketId: 2 }
    applyOutboxChange([entry('a', held), entry('b', other), entry('c', held), entry('d', held)], [])
    await releaseEntry('c')
    expect(released).toEqual(['a', 'c'])
  })
})
