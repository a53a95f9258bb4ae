import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Contact, type FeedEvent, ticket } from '../../../src/contract'
import { contactsList, matchesSearch } from '../../../src/stores/contacts'
import { flushFeed, receiveFeed, resetFeed } from '../../../src/stores/feed'
import { soon } from '../../support/soon'
import { heard, person, said } from './a-contact'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

let seq = 0
const hear = (...events: FeedEvent[]): void => {
  receiveFeed({ events: events.map(event => ({ seq: ++seq, event })) })
  flushFeed()
}
const created = (contact: Contact): FeedEvent => ({ channel: 'contact', data: { action: 'create', contact } })
const rows = (): readonly Contact[] => contactsList.use.getState().rows
const ids = (): number[] => rows().map(row => row.id)

/** The list as it stands after its first page. */
async function shown(contacts: readonly Contact[], hasMore = false, search = ''): Promise<void> {
  call.mockResolvedValue({ contacts, count: contacts.length, hasMore })
  contactsList.open()
  await soon(() => expect(contactsList.use.getState().status).toBe('ready'))
  if (search === '') return
  contactsList.type(search)
  contactsList.submit()
  await soon(() => expect(contactsList.use.getState()).toMatchObject({ status: 'ready', search }))
}
const named = (...names: string[]): Contact[] => names.map((name, at) => person(at + 1, { name }))

beforeEach(() => {
  resetFeed()
  seq = 0
})
afterEach(() => contactsList.reset())

describe('live events', () => {
  it('change a row in place and keep what the event leaves out', async () => {
    const known = person(2, {
      whatsappId: 1,
      whatsapp: { id: 1, name: 'Atendimento' },
      tickets: [{ id: 9, uuid: 'u', status: 'open', updatedAt: '2026-11-01T00:00:00.000Z' }],
      extraInfo: [{ id: 1, name: 'CPF', value: '1' }],
    })
    await shown([known])
    const news = { id: 2, name: 'Outro', number: known.number, whatsappId: 1 }
    hear(heard({ action: 'update', contact: news }))
    expect(rows()[0]).toMatchObject({ name: 'Outro', whatsapp: { name: 'Atendimento' } })
    expect(rows()[0]?.tickets).toHaveLength(1)
    expect(rows()[0]?.extraInfo).toHaveLength(1)
    // What an event does say counts, also that nothing is left.
    hear(heard({ action: 'update', contact: { ...news, extraInfo: [] } }))
    expect(rows()[0]?.extraInfo).toEqual([])
  })

  it('put a new contact where its name belongs, accents aside', async () => {
    await shown(named('Ana', 'Eva', 'Zé'))
    hear(created(person(7, { name: 'Élcio' })))
    expect(rows().map(row => row.name)).toEqual(['Ana', 'Élcio', 'Eva', 'Zé'])
    expect(contactsList.use.getState().count).toBe(4)
  })

  it('show a new contact only when it answers the search', async () => {
    await shown(named('Josefa'), false, 'jose')
    const before = rows()
    hear(created(person(8, { name: 'Maria' })))
    expect(rows()).toBe(before)
    hear(created(person(9, { name: 'José' })))
    expect(ids()).toEqual([9, 1])
  })

  it('ask for the list again after an import instead of growing by thousands of rows', async () => {
    await shown(named('Ana', 'Bia'))
    vi.useFakeTimers()
    call.mockClear()
    const records = Array.from({ length: 200 }, (_, at) => person(1_000 + at))
    hear({ channel: 'contact', data: { action: 'create', records } })
    expect(ids()).toEqual([1, 2])
    expect(contactsList.use.getState().count).toBe(202)
    await vi.advanceTimersByTimeAsync(500)
    expect(call).toHaveBeenCalledExactlyOnceWith('contacts.list', expect.anything())
    vi.useRealTimers()
  })

  it('move the last interaction on with a message', async () => {
    const event: FeedEvent = {
      channel: 'appMessage',
      data: {
        action: 'create',
        message: said('m', 40, { createdAt: '2026-11-21T12:00:00.000Z' }),
        ticket: ticket.parse({
          id: 40,
          uuid: 'u40',
          status: 'open',
          contactId: 2,
          createdAt: '2026-11-21T00:00:00.000Z',
          updatedAt: '2026-11-21T12:00:00.000Z',
        }),
        contact: null,
      },
    }
    await shown(named('Ana', 'Bia'))
    hear(event)
    expect(rows()[1]?.tickets[0]).toMatchObject({ id: 40, updatedAt: '2026-11-21T12:00:00.000Z' })
  })
})

describe('search', () => {
  it.each([
    ['jose', 'José Çelik', '1', true],
    ['ÇELIK', 'jose celik', '1', true],
    ['(11) 9123', 'X', '5511912345678', true],
    ['9123', 'X', '551188888888', false],
    ['maria', 'Mario', '5511', false],
    ['', 'quem for', '1', true],
  ])('%s in %s / %s: %s', (term, name, number, expected) => {
    expect(matchesSearch({ name, number }, term)).toBe(expected)
  })
})
