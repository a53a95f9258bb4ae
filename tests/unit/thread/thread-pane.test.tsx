// @vitest-environment jsdom
/** What is drawn of a conversation, and how often. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ThreadPane } from '@/features/thread'
import { resetMessages } from '@/stores/messages'
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
