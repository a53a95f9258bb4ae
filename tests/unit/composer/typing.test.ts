import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../../src/api'
import type { User, Whatsapp } from '../../../src/contract'
import { endTyping, noteTyping } from '../../../src/features/composer/typing'
import { useSession } from '../../../src/stores/session'
import { whatsappsDirectory } from '../../../src/stores/whatsapps'
import { tick } from '../stores-messages/samples'

vi.mock('../../../src/api', async original => ({
  ...(await original<object>()),
  call: vi.fn(async () => null),
}))

const ticket = tick(3, { status: 'open', userId: 7, whatsappId: 2, isGroup: false })
const number = (capabilities: string[] | null) =>
  whatsappsDirectory.use.setState({ items: [{ id: 2, capabilities } as Whatsapp] })
const asked = () => vi.mocked(call).mock.calls.length

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['performance'] })
  vi.mocked(call).mockClear()
  useSession.setState({ user: { id: 7 } as User })
  number(['text', 'typing'])
  endTyping(ticket.id)
})
afterEach(() => {
  vi.useRealTimers()
})

it('is said with the first letter, and again only once the phone shows it no more', () => {
  noteTyping(ticket, 'B', false)
  expect(vi.mocked(call).mock.calls).toEqual([['messages.typing', { params: { ticketId: 3 } }]])
  vi.advanceTimersByTime(19_999)
  noteTyping(ticket, 'Bo', false)
  expect(asked()).toBe(1)
  vi.advanceTimersByTime(1)
  noteTyping(ticket, 'Bom', false)
  expect(asked()).toBe(2)
})

it('is said at once again after an answer was sent', () => {
  noteTyping(ticket, 'Bom dia', false)
  endTyping(ticket.id)
  noteTyping(ticket, 'T', false)
  expect(asked()).toBe(2)
})

it.each([
  ['an empty field', ticket, '  ', false],
  ['a colleague’s ticket', { ...ticket, userId: 8 }, 'Oi', false],
  ['a ticket that waits', { ...ticket, status: 'pending' as const }, 'Oi', false],
  ['a group', { ...ticket, isGroup: true }, 'Oi', false],
  ['a closed window', ticket, 'Oi', true],
  ['a ticket nobody knows yet', null, 'Oi', false],
])('is not said of %s', (_what, of, text, held) => {
  noteTyping(of, text, held)
  expect(asked()).toBe(0)
})

it('is not said where the number cannot show it, or says nothing of itself', () => {
  for (const capabilities of [['text'], null]) {
    number(capabilities)
    noteTyping(ticket, 'Oi', false)
  }
  expect(asked()).toBe(0)
})
