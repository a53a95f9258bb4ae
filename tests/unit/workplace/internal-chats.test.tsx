// @vitest-environment jsdom
/** Internal chats in the top bar: what is unread, and who is here. */
import { chat as chatSchema, type FeedEvent } from '@contract'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InternalChats } from '@/features/workplace/internal-chats'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { useSession } from '@/stores/session'
import { usersDirectory } from '@/stores/users'
import { useWorkplace } from '@/stores/workplace'
import { SteadyNavigate } from '@/ui'
import { aUser } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

// Who begins with the tickets would wait for their list, which nobody draws here.
const ME = aUser({ id: 7, name: 'Ana', profile: 'admin' })
const BRUNO = aUser({ id: 8, name: 'Bruno', online: false })
const member = (userId: number, name: string, unreads = 0) => ({
  userId,
  unreads,
  user: { id: userId, name },
})
const chats = [
  chatSchema.parse({
    id: 1,
    uuid: 'uuid-1',
    title: 'Plantão',
    ownerId: 7,
    updatedAt: '2026-03-01T12:00:00Z',
    users: [member(7, 'Ana', 4), member(8, 'Bruno')],
  }),
]
vi.mock('@/api', async original => ({
  ...(await original<object>()),
  call: async (name: string) =>
    name === 'users.all' ? [ME, BRUNO] : { records: chats, count: 1, hasMore: false },
}))

let seq = 0
const hear = (event: FeedEvent): void =>
  act(() => {
    seq += 1
    receiveFeed({ events: [{ seq, event }] })
    flushFeed()
  })

beforeEach(() => {
  withLayout()
  useSession.setState({ status: 'signedIn', user: ME })
  useWorkplace.setState({ plan: { useInternalChat: true } as never })
})
afterEach(() => {
  useWorkplace.setState({ plan: null })
  usersDirectory.reset()
  resetFeed()
  seq = 0
})

it('counts what is unread, says who is here as they come, and opens the chat', async () => {
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <App>
          <SteadyNavigate>
            <InternalChats />
          </SteadyNavigate>
        </App>
      ),
    },
  ])
  render(<RouterProvider router={router} />)
  await userEvent.click(await screen.findByRole('button', { name: /4/ }))
  const row = await screen.findByRole('button', { name: /^Plantão/ })
  expect(within(row).getByLabelText('4 não lidas')).toBeDefined()
  expect(within(row).queryByText('Bruno, online')).toBeNull()
  hear({ channel: 'user', data: { action: 'update', user: { ...BRUNO, online: true } } } as FeedEvent)
  expect(await within(row).findByText('Bruno, online')).toBeDefined()
  await userEvent.click(row)
  expect(router.state.location.pathname).toBe('/chats/uuid-1')
})
