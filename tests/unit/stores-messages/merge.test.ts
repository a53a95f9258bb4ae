import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message, OutboxEntry } from '../../../src/contract'
import { unmatchedEntries as unmatched } from '../../../src/stores/messages-echo'
import {
  indexOfMessage,
  mergeMessage,
  mergeMessages,
  NOTHING_KNOWN,
} from '../../../src/stores/messages-merge'
import { at, entry, msg } from './samples'

const merged = (...batches: Message[][]): readonly Message[] =>
  batches.reduce((known, batch) => mergeMessages(known, batch), NOTHING_KNOWN).list

describe('mergeMessages', () => {
  it('gives the same list whatever the order, the grouping and the repetition', () => {
    const all = Array.from({ length: 30 }, (_, i) => msg(`m${i}`, i * 7))
    const wanted = all.map(m => m.id)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (order, size) => {
          const batches: Message[][] = []
          for (let i = 0; i < order.length; i += size) batches.push(order.slice(i, i + size))
          const list = merged(...batches, order.slice(0, 5))
          expect(list.map(m => m.id)).toEqual(wanted)
        },
      ),
    )
  })
  it('never lets the acknowledgement go down', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 }), acks => {
        const list = merged(...acks.map(ack => [msg('a', 0, { ack, fromMe: true })]))
        expect(list).toHaveLength(1)
        expect(list[0]?.ack).toBe(Math.max(...acks))
      }),
    )
  })
  it('keeps messages of one instant in the order they came', () => {
    expect(merged([msg('b', 5), msg('a', 5)], [msg('c', 5)]).map(m => m.id)).toEqual(['b', 'a', 'c'])
  })
  it('finds a message by its time, and by its id when the time is off', () => {
    const list = merged(Array.from({ length: 100 }, (_, i) => msg(`m${i}`, Math.floor(i / 3))))
    expect(indexOfMessage(list, { id: 'm50', createdAt: at(16) })).toBe(50)
    expect(indexOfMessage(list, { id: 'm50', createdAt: at(999) })).toBe(50)
    expect(indexOfMessage(list, { id: 'nobody', createdAt: at(16) })).toBe(-1)
  })
})

describe('mergeMessage', () => {
  it('keeps the text of a deleted message when the server blanks it', () => {
    const after = mergeMessage(msg('a', 0, { body: 'segredo' }), msg('a', 0, { body: '', isDeleted: true }))
    expect(after).toMatchObject({ body: 'segredo', isDeleted: true })
  })
  it('does not bring an edited text back when an older answer comes late', () => {
    const edited = msg('a', 0, { body: 'novo', isEdited: true, updatedAt: at(60) })
    const after = mergeMessage(edited, msg('a', 0, { body: 'velho', ack: 4, updatedAt: at(10) }))
    expect(after).toMatchObject({ body: 'novo', isEdited: true, ack: 4 })
  })
  it('keeps what an event leaves out', () => {
    const known = msg('a', 0, { mediaWidth: 800, mediaHeight: 600, clientId: 'c-1', quotedMsgId: 'q' })
    expect(mergeMessage(known, msg('a', 0, { ack: 3 }))).toMatchObject({
      mediaWidth: 800,
      clientId: 'c-1',
      quotedMsgId: 'q',
      ack: 3,
    })
  })
  it('takes reactions away when the newer state has none', () => {
    const known = msg('a', 0, { reactions: [{ userId: 1, type: '👍', fromMe: true }], updatedAt: at(1) })
    expect(mergeMessage(known, msg('a', 0, { updatedAt: at(2) })).reactions).toEqual([])
  })
})

const unmatchedEntries = (entries: OutboxEntry[], list: Message[], aheadMs = 0) =>
  unmatched(entries, list, aheadMs)

describe('unmatchedEntries', () => {
  it('hides an entry as soon as a message carries its client id or its message id', () => {
    const waiting = [
      entry('client-0001', { state: 'sending' }),
      entry('client-0002', { state: 'sent', messageId: 'srv' }),
    ]
    expect(unmatchedEntries(waiting, [])).toHaveLength(2)
    expect(unmatchedEntries(waiting, [msg('x', 1, { fromMe: true, clientId: 'client-0001' })])).toEqual([
      waiting[1],
    ])
    expect(unmatchedEntries(waiting, [msg('srv', 1, { fromMe: true })])).toEqual([waiting[0]])
  })
  it('keeps an entry whose message the server stored and could not hand on: that is where "send again" is', () => {
    const refused = entry('client-0001', { state: 'failed', failureCode: 'ERR_SENDING_WAPP_MSG' })
    const stored = msg('srv', 1, { fromMe: true, clientId: 'client-0001', failure: 'ERR_SENDING_WAPP_MSG' })
    expect(unmatchedEntries([refused], [stored])).toEqual([refused])
    expect(unmatchedEntries([{ ...refused, state: 'sending' }], [stored])).toHaveLength(1)
    expect(
      unmatchedEntries([{ ...refused, messageId: 'srv', state: 'sent' }], [{ ...stored, failure: null }]),
    ).toEqual([])
  })
  it('matches by text and time on servers that answer nothing, one message for one entry', () => {
    const twice = [
      entry('client-0001', { state: 'sent', body: 'ok' }),
      entry('client-0002', { state: 'sent', body: 'ok', createdAt: at(2) }),
    ]
    const one = [msg('w1', 3, { fromMe: true, body: 'ok' })]
    expect(unmatchedEntries(twice, one).map(e => e.id)).toEqual(['client-0002'])
    expect(unmatchedEntries(twice, [...one, msg('w2', 4, { fromMe: true, body: 'ok' })])).toEqual([])
  })
  it.each([3_600_000, -3_600_000])('pairs across a server’s clock that is %i ms away', aheadMs => {
    const waiting = [entry('client-0001', { state: 'sending', body: 'ok', createdAt: at(5_000) })]
    const shifted = (seconds: number) => new Date(Date.parse(at(seconds)) + aheadMs).toISOString()
    const echo = msg('w1', 0, { fromMe: true, body: 'ok', createdAt: shifted(5_001) })
    const before = msg('w0', 0, { fromMe: true, body: 'ok', createdAt: shifted(4_000) })
    expect(unmatchedEntries(waiting, [before, echo], aheadMs)).toEqual([])
    expect(unmatchedEntries(waiting, [before], aheadMs)).toEqual(waiting)
    const answered = [{ ...waiting[0], state: 'sent' as const, messageId: 'w1' } as OutboxEntry]
    expect(unmatchedEntries(answered, [before, echo], aheadMs)).toEqual([])
  })
  it('matches neither the customer, nor another text, nor something long past', () => {
    const waiting = [entry('client-0001', { state: 'sent', body: 'ok', createdAt: at(1_000) })]
    const list = [
      msg('old', 0, { fromMe: true, body: 'ok' }),
      msg('them', 1_001, { body: 'ok' }),
      msg('other', 1_002, { fromMe: true, body: 'okay' }),
    ]
    expect(unmatchedEntries(waiting, list)).toEqual(waiting)
  })
  it('keeps a failed entry on screen although the same text was sent before, and shows forwards only then', () => {
    const list = [msg('w1', 3, { fromMe: true, body: 'ok' })]
    const failed = entry('client-0001', { state: 'failed', body: 'ok' })
    const forward = entry('client-0003', { kind: 'forward', state: 'sending' })
    const lost = entry('client-0004', { kind: 'forward', state: 'failed', createdAt: at(1) })
    expect(unmatchedEntries([failed, forward, lost], list)).toEqual([failed, lost])
  })
})
