// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FeedEvent } from '../../../src/contract'
import { parseChannel } from '../../../src/contract'
import {
  applyWorkplace,
  changesPlan,
  hasUnreadChats,
  needsAttention,
  type WorkplaceState,
} from '../../../src/stores/workplace'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const EMPTY: WorkplaceState = { plan: null, dueDate: null, connections: new Map(), unreadChats: new Map() }
const ME = 2

/** An event as main would hand it on; a payload the contract refuses fails the test. */
function event(channel: Parameters<typeof parseChannel>[0], payload: unknown): FeedEvent {
  const parsed = parseChannel(channel, payload)
  if (!parsed.ok) throw new Error(parsed.issues)
  return parsed.event
}
const session = (id: number, status: string): FeedEvent =>
  event('whatsappSession', { action: 'update', session: { id, status } })

/** A workplace whose connections are all up. */
const up = (...ids: number[]): WorkplaceState => ({
  ...EMPTY,
  connections: new Map(ids.map(id => [id, 'CONNECTED'])),
})

describe('connections badge', () => {
  afterEach(() => void vi.useRealTimers())
  it.each(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'])('shows for %s', status => {
    expect(needsAttention(applyWorkplace(up(1), [session(1, status)], ME))).toBe(true)
  })
  it('shows while any connection needs attention and goes with the last', () => {
    const both = applyWorkplace(up(1, 2), [session(2, 'TIMEOUT')], ME)
    expect(needsAttention(both)).toBe(true)
    expect(needsAttention(applyWorkplace(both, [session(2, 'CONNECTED')], ME))).toBe(false)
    const gone = applyWorkplace(both, [event('whatsapp', { action: 'delete', whatsappId: 2 })], ME)
    expect(needsAttention(gone)).toBe(false)
    // Some servers go on telling of a connection that was deleted.
    expect(applyWorkplace(gone, [session(2, 'OPENING')], ME)).toBe(gone)
  })
})

describe('unread dot of the internal chat', () => {
  const message = (senderId: number): FeedEvent =>
    event('chat', { action: 'new-message', newMessage: { id: 9, chatId: 4, senderId, message: 'oi' } })
  const read = event('chat', {
    action: 'update',
    chat: {
      id: 4,
      uuid: 'x',
      users: [
        { userId: ME, unreads: 0 },
        { userId: 3, unreads: 5 },
      ],
    },
  })

  it("counts colleagues' messages, not one's own, and clears when read", () => {
    expect(hasUnreadChats(applyWorkplace(EMPTY, [message(ME)], ME))).toBe(false)
    const unread = applyWorkplace(EMPTY, [message(3)], ME)
    expect(hasUnreadChats(unread)).toBe(true)
    expect(hasUnreadChats(applyWorkplace(unread, [read], ME))).toBe(false)
  })
})

describe('the plan', () => {
  const plan = event('plan', { action: 'update', plan: { id: 1, name: 'Ouro' } })
  const ofCompany = (id: number): FeedEvent =>
    event('company', { action: 'update', company: { id, name: 'Empresa' } })

  it('is asked for again when it or the own company changes, and for nobody else’s company', () => {
    const gone = event('company', { action: 'delete', companyId: 7 })
    expect([[plan], [ofCompany(7)], [ofCompany(8)], [gone], []].map(one => changesPlan(one, 7))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
