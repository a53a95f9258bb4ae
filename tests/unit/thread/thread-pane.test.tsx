// @vitest-environment jsdom
/** What is drawn of a conversation, and how often. */
import type { TicketNote } from '@contract'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ThreadPane } from '@/features/thread'
import { putThread, resetMessages } from '@/stores/messages'
import { setMessagesSource } from '@/stores/messages-source'
import { aTicket } from '../stores/a-ticket'
import { msg } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const drawn = vi.hoisted(() => ({ times: 0 }))
vi.mock('@/features/thread/use-anchored-rows', async original => {
  const real = await original<typeof import('@/features/thread/use-anchored-rows')>()
  return {
    ...real,
    useAnchoredRows: (options: Parameters<typeof real.useAnchoredRows>[0]) => {
      drawn.times += 1
      return real.useAnchoredRows(options)
    },
  }
})

const messages = Array.from({ length: 30 }, (_, index) =>
  msg(`m${index}`, index, { body: `Mensagem ${index}` }),
)
const settle = (): Promise<void> =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve, 400))
  })

beforeEach(() => {
  withLayout()
  installBridge(fakeBridge())
  setMessagesSource({
    page: async () => ({ messages, hasMore: false, ticket: null }),
    ticketsOf: async () => ({ tickets: [], hasMore: false }),
    notes: async () => [],
  })
  drawn.times = 0
})
afterEach(() => {
  cleanup()
  resetMessages()
  setMessagesSource()
})

/** Times the list is drawn while something happens, and until nothing moves any more. */
async function drawings(work: () => void): Promise<number> {
  drawn.times = 0
  act(work)
  await settle()
  return drawn.times
}

it('is drawn for what it shows: rows that came, and nothing of its ticket that stands elsewhere', async () => {
  const ticket = aTicket(1, { contactId: 2 })
  const { rerender } = render(<ThreadPane ticketId={1} ticket={ticket} />)
  await screen.findByText('Mensagem 29')
  await settle()
  // With its first rows, at its place, with the rows above them, and with those in their place; notes that are none add nothing.
  expect(drawn.times).toBeLessThanOrEqual(4)
  const other = { ...ticket, lastMessage: 'Oi', unreadMessages: 0, tags: [] }
  expect(await drawings(() => rerender(<ThreadPane ticketId={1} ticket={other} />))).toBe(0)
  const note = {
    id: 7,
    note: 'Ligar depois',
    ticketId: 1,
    messageId: null,
    mentions: [],
    createdAt: messages.at(-1)?.createdAt,
    user: null,
  }
  expect(
    await drawings(() => putThread(1, () => ({ notes: [note as unknown as TicketNote] }))),
  ).toBeGreaterThan(0)
  expect(screen.getByText('Ligar depois')).toBeDefined()
})

it('is outlined only where the answer does not come at once', async () => {
  let answer: () => void = () => {}
  setMessagesSource({
    page: () =>
      new Promise(resolve => {
        answer = () => resolve({ messages, hasMore: false, ticket: null })
      }),
    ticketsOf: async () => ({ tickets: [], hasMore: false }),
    notes: async () => [],
  })
  render(<ThreadPane ticketId={1} ticket={aTicket(1, { contactId: 2 })} />)
  expect(screen.queryByRole('status')).toBeNull()
  expect((await screen.findByRole('status')).childElementCount).toBeGreaterThan(2)
  act(answer)
  await screen.findByText('Mensagem 29')
  expect(screen.queryByRole('status')).toBeNull()
})
