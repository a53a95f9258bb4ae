import { type FeedEvent, ticket } from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../support/soon'
import { said } from './a-contact'

const aTicket = (id: number, contactId: number, day = 1) =>
  ticket.parse({
    id,
    uuid: `u${id}`,
    status: 'closed',
    contactId,
    createdAt: `2026-11-0${day}T00:00:00.000Z`,
    updatedAt: `2026-11-0${day}T00:00:00.000Z`,
  })
const picture = (id: string, minute: number, over: Record<string, unknown> = {}) =>
  said(id, 10, {
    mediaUrl: '/media/1/a.png',
    mediaType: 'image',
    createdAt: `2026-11-20T10:0${minute}:00.000Z`,
    ...over,
  })

let broken = false
let reads = 0
const asked: string[] = []
const files = [5, 4, 3, 2, 1].map(minute => picture(`m${minute}`, minute))
vi.mock('@/api', async original => ({
  ...(await original<typeof import('@/api')>()),
  call: async (name: string, { query }: { query?: { pageNumber: number } } = {}) => {
    if (name === 'contacts.get') reads += 1
    if (name === 'contacts.get' || name === 'notes.list') return new Promise(() => undefined)
    const page = query?.pageNumber ?? 0
    asked.push(`${name} ${page}`)
    if (broken) throw new Error('no line')
    if (name === 'contacts.tickets') return { tickets: [aTicket(8, 2)], count: 1, hasMore: false }
    return { messages: files.slice((page - 1) * 2, page * 2), hasMore: page < 3 }
  },
}))
const { lookAtPanelList, openContactPanel, resetContactPanel, useContactPanel } = await import(
  '@/stores/contact-panel'
)
const { earlierList, mediaList } = await import('@/stores/contact-panel-lists')
const { flushFeed, receiveFeed, refetchAll, resetFeed } = await import('@/stores/feed')

let seq = 0
function hear(...events: FeedEvent[]): void {
  for (const event of events) receiveFeed({ events: [{ seq: ++seq, event }] })
  flushFeed()
}
const sent = (message: ReturnType<typeof said>, action: 'create' | 'update' = 'create'): FeedEvent => ({
  channel: 'appMessage',
  data: { action, message, ticket: null, contact: null },
})
const ids = (list: typeof mediaList | typeof earlierList) => list.use.getState().rows.map(row => row.id)
const ready = (list: typeof mediaList | typeof earlierList) =>
  soon(() => expect(list.use.getState()).toMatchObject({ status: 'ready', more: 'idle' }))

beforeEach(() => void openContactPanel(10, 2))
afterEach(() => {
  broken = false
  asked.length = 0
  resetContactPanel()
  resetFeed()
})

describe('the panel', () => {
  it('stays when a conversation that was drawn anew leaves after its successor came', () => {
    const leave = openContactPanel(10, 2)
    const leaveAgain = openContactPanel(10, 2)
    leave()
    expect(useContactPanel.getState()).toMatchObject({ ticketId: 10, contactId: 2 })
    leaveAgain()
    expect(useContactPanel.getState().ticketId).toBeNull()
  })

  it('is read anew after a reconnect', () => {
    reads = 0
    refetchAll()
    expect([reads, useContactPanel.getState().ticketId]).toEqual([1, 10])
  })
})

describe('the lists of the panel', () => {
  it('are read once somebody looks, and forgotten with the ticket', async () => {
    hear(sent(picture('m9', 9)))
    expect([asked, ids(mediaList)]).toEqual([[], []])
    lookAtPanelList('media')
    lookAtPanelList('media')
    await ready(mediaList)
    expect([asked, ids(mediaList)]).toEqual([['contacts.media 1'], ['m5', 'm4']])
    openContactPanel(11, 3)
    expect(mediaList.use.getState().status).toBe('idle')
  })

  it('put new media first, take deleted media away and leave texts and strangers out', async () => {
    lookAtPanelList('media')
    await ready(mediaList)
    const [new6, new7] = [picture('m6', 6), picture('m7', 7)]
    hear(sent(new6), sent(new7), sent(picture('x', 8, { ticketId: 99 })), sent(said('t', 10)))
    expect(ids(mediaList)).toEqual(['m7', 'm6', 'm5', 'm4'])
    hear(sent({ ...new7, isDeleted: true }, 'update'))
    expect(ids(mediaList)).toEqual(['m6', 'm5', 'm4'])
  })

  it('keep the earlier tickets true', async () => {
    lookAtPanelList('earlier')
    await ready(earlierList)
    const update = (one: ReturnType<typeof aTicket>): FeedEvent => ({
      channel: 'ticket',
      data: { action: 'update', ticket: one },
    })
    hear(update(aTicket(12, 2, 3)), update(aTicket(13, 77, 4)))
    expect(ids(earlierList)).toEqual([12, 8])
    hear({ channel: 'ticket', data: { action: 'delete', ticketId: 8 } })
    expect(ids(earlierList)).toEqual([12])
  })
})
