// @vitest-environment jsdom
/** The announcements of the top bar: pages, live changes and the mark of what was seen. */
import { announcement, type FeedEvent } from '@contract'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { aUser } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const one = (id: number, over = {}) =>
  announcement.parse({
    id,
    title: `Aviso ${id}`,
    text: 'Texto',
    priority: 3,
    createdAt: `2026-01-${String(id).padStart(2, '0')}T00:00:00Z`,
    ...over,
  })
let broken = false
const asked: number[] = []
vi.mock('@/api', async original => ({
  ...(await original<typeof import('@/api')>()),
  call: async (_name: string, { query }: { query: { pageNumber: number } }) => {
    asked.push(query.pageNumber)
    if (broken) throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
    return query.pageNumber === 1
      ? { records: [one(4), one(3)], count: 4, hasMore: true }
      : { records: [one(2), one(1)], count: 4, hasMore: false }
  },
}))
const { Announcements } = await import('@/features/workplace/announcements')
const { announcementsList, useSeenAnnouncements } = await import('@/features/workplace/announcements-store')
const { flushFeed, receiveFeed, resetFeed } = await import('@/stores/feed')
const { useSession } = await import('@/stores/session')

let seq = 0
const hear = (data: Extract<FeedEvent, { channel: 'announcement' }>['data']): void =>
  act(() => {
    receiveFeed({ events: [{ seq: ++seq, event: { channel: 'announcement', data } }] })
    flushFeed()
  })
const titles = (): (string | null)[] => screen.queryAllByText(/^Aviso \d+$/).map(row => row.textContent)

beforeEach(() => {
  withLayout()
  localStorage.clear()
  useSeenAnnouncements.setState({ seenId: 0 })
  useSession.setState({ status: 'signedIn', user: aUser({ profile: 'admin' }) })
  broken = false
  asked.length = 0
})
afterEach(() => {
  cleanup()
  announcementsList.reset()
  resetFeed()
})

async function open(): Promise<void> {
  render(
    <App>
      <Announcements />
    </App>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Informativos/ }))
  await screen.findByText('Aviso 4')
}
describe('announcements in the top bar', () => {
  it('come and go live, newest first, active ones only', async () => {
    await open()
    hear({ action: 'create', record: one(9) })
    expect(titles()).toEqual(['Aviso 9', 'Aviso 4', 'Aviso 3'])
    hear({ action: 'update', record: one(4, { status: false }) })
    hear({ action: 'delete', id: 3 })
    expect(titles()).toEqual(['Aviso 9'])
  })

  it('are marked as seen once they were opened, and a new one is said again', async () => {
    await open()
    await screen.findByRole('button', { name: 'Informativos' })
    expect(localStorage.getItem('announcementsSeen')).toBe('4')
    await userEvent.keyboard('{Escape}')
    hear({ action: 'create', record: one(9) })
    await screen.findByRole('button', { name: 'Informativos: há novidades' })
  })
})
