import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { forSeveral, lastWrite, noteWrite, pieceOfWork } from '../../../electron/server/db/last-write'
import { type RowMark, rowOrder } from '../../../electron/server/realtime/row-order'

const by = (channel: RowMark['channel'], write: number): RowMark => ({ channel, write })
const tag = (id: number, name = '') => ({ action: 'update', tag: { id, name } })

describe('the last write of a piece of work', () => {
  it('is the highest of its own, however deep below it was stored; others count for themselves', async () => {
    const store = async (write: number) => {
      await delay(1)
      noteWrite(write)
    }
    const piece = (writes: number[]) =>
      pieceOfWork(async () => {
        await Promise.all(writes.map(store))
        await pieceOfWork(() => store(100))
        return lastWrite()
      })
    expect(await Promise.all([piece([3, 2]), piece([5]), piece([])])).toEqual([3, 5, undefined])
    expect(lastWrite()).toBeUndefined()
  })

  it('is not that of what it leaves running, nor of a clock it starts for several', async () => {
    const seen: (number | undefined)[] = []
    let within: NodeJS.Timeout | undefined
    await pieceOfWork(async () => {
      noteWrite(7)
      seen.push(lastWrite())
      setTimeout(() => seen.push(lastWrite()), 5)
      within = forSeveral(() => setTimeout(() => seen.push(lastWrite()), 1))
      await delay(3)
    })
    expect(within).toBeDefined()
    await delay(10)
    expect(seen).toEqual([7, undefined, undefined])
  })
})

describe('events of one row', () => {
  it('of an earlier write are left out behind those of a later one; the same write may say it in several ways', () => {
    const order = rowOrder(true)
    expect(order.passing(by('tag', 5), tag(1))).toEqual(tag(1))
    expect(order.passing(by('tag', 4), tag(1))).toBeNull()
    expect(order.passing(by('tag', 5), tag(1, 'x'))).toEqual(tag(1, 'x'))
    expect(order.passing(by('tag', 4), tag(2))).toEqual(tag(2))
    expect(order.passing(by('queue', 4), { action: 'update', queue: { id: 1 } })).not.toBeNull()
    expect(order.passing(by('tag', 6), { action: 'delete', tagId: 1 })).not.toBeNull()
    expect(order.passing(by('tag', 5), tag(1))).toBeNull()
  })

  it('that nobody knows the write of pass', () => {
    const order = rowOrder(true)
    order.passing(by('tag', 5), tag(1))
    expect(order.passing(undefined, tag(1))).toEqual(tag(1))
  })

  it('that say several are left those that are not older', () => {
    const order = rowOrder(true)
    order.passing(by('contact', 5), { action: 'update', contact: { id: 2 } })
    const records = [{ id: 1 }, { id: 2 }, { id: 3 }]
    expect(order.passing(by('contact', 4), { action: 'update', records })).toEqual({
      action: 'update',
      records: [{ id: 1 }, { id: 3 }],
    })
    order.passing(by('contact', 6), { action: 'update', records })
    expect(order.passing(by('contact', 5), { action: 'update', records })).toBeNull()
  })

  it('are told apart by company and name where a row has no id; a connection is one row on both its channels', () => {
    const order = rowOrder(true)
    const setting = (companyId: number, key: string) => ({ action: 'update', setting: { companyId, key } })
    order.passing(by('settings', 5), setting(1, 'a'))
    expect(order.passing(by('settings', 4), setting(2, 'a'))).not.toBeNull()
    expect(order.passing(by('settings', 4), setting(1, 'b'))).not.toBeNull()
    expect(order.passing(by('settings', 4), setting(1, 'a'))).toBeNull()
    order.passing(by('whatsapp', 5), { action: 'update', whatsapp: { id: 1 } })
    expect(order.passing(by('whatsappSession', 4), { action: 'update', session: { id: 1 } })).toBeNull()
  })

  it('that say more than rows, or other things, always pass', () => {
    const order = rowOrder(true)
    for (const [channel, payload] of [
      ['campaign', { action: 'update', record: { id: 1 }, recipients: [{ id: 2 }] }],
      ['payment', { action: 'CONCLUIDA', company: { id: 1 }, invoiceId: 2 }],
      ['ContactListItem', { action: 'reload', contactListId: 1 }],
      ['platformSettings', { action: 'update', part: 'mail' }],
    ] as const) {
      expect(order.passing(by(channel, 5), payload)).toEqual(payload)
      expect(order.passing(by(channel, 4), payload)).toEqual(payload)
    }
  })

  it('are compared at once by a process that is alone, and travel with their write where there are others', async () => {
    const [alone, shared] = [rowOrder(false), rowOrder(true)]
    const sent = (order: typeof alone, write: number) =>
      pieceOfWork(async () => {
        noteWrite(write)
        const payload = tag(1)
        return { said: order.sending('tag', payload), mark: order.markOf(payload) }
      })
    expect((await sent(alone, 5)).said).toEqual(tag(1))
    expect((await sent(alone, 4)).said).toBeNull()
    expect((await sent(shared, 5)).mark).toEqual({ channel: 'tag', write: 5 })
    expect((await sent(shared, 4)).said).toEqual(tag(1))
    expect(alone.sending('tag', tag(1))).toEqual(tag(1))
    await pieceOfWork(async () => {
      noteWrite(1)
      for (const channel of ['ticket', 'appMessage', 'ticketNote', 'auth'] as const)
        expect(alone.mark(channel)).toBeUndefined()
    })
  })
})
