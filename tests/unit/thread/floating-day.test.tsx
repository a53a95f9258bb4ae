// @vitest-environment jsdom
/** The lines that float over a conversation: from the day to another date, and back to what is unread. */
import '../support/jsdom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FloatingDay } from '@/features/thread/floating-day'
import { useThreadUi } from '@/features/thread/requests'
import { setLanguage } from '@/i18n'
import { putThread, resetMessages, threadOf } from '@/stores/messages'
import { mergeMessages, NOTHING_KNOWN } from '@/stores/messages-merge'
import { setMessagesSource } from '@/stores/messages-source'
import { toasts, useToastList } from '@/stores/toasts'
import { msg } from '../stores-messages/samples'

const message = (id: string, day: number) => msg(id, 0, { createdAt: `2026-03-${day}T15:00:00.000Z` })
const all = [10, 12, 14, 16, 18].map(day => message(`m${day}`, day))
let fails = false

beforeEach(async () => {
  await setLanguage('pt')
  fails = false
  // Older pages have one message each.
  setMessagesSource({
    page: async ({ before }) => {
      if (fails) throw new Error('no server')
      const end = all.findIndex(({ id }) => id === before)
      return { messages: all.slice(Math.max(0, end - 1), end), hasMore: end > 1, ticket: null }
    },
    ticketsOf: async () => ({ tickets: [], hasMore: false }),
    notes: async () => [],
  })
  putThread(1, () => ({
    own: mergeMessages(NOTHING_KNOWN, all.slice(4)),
    phase: 'ready',
    hasMore: true,
    older: 'idle',
  }))
})
afterEach(() => {
  resetMessages()
  toasts.clear()
  useThreadUi.setState({ target: null })
})

const onUnread = vi.fn()
const floating = (over: { fixed?: boolean; unreadAbove?: number } = {}) =>
  render(
    <FloatingDay
      ticketId={1}
      topDay={all[4]?.createdAt ?? null}
      far
      fixed={over.fixed ?? false}
      unreadAbove={over.unreadAbove ?? 0}
      onUnread={onUnread}
    />,
  )
const day = (): HTMLButtonElement => screen.getByRole('button', { name: /Ir para outra data/ })
async function choose(typed: string): Promise<void> {
  fireEvent.click(day())
  const field = await screen.findByLabelText('Ir para outra data')
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
}

it('leads to the first message of a date, loading no more than it has to', async () => {
  floating()
  await choose('13/03/2026')
  await waitFor(() => expect(useThreadUi.getState().target).toMatchObject({ ticketId: 1, messageId: 'm14' }))
  expect(threadOf(1)?.own.list.map(({ id }) => id)).toEqual(['m12', 'm14', 'm16', 'm18'])
  expect(useToastList.getState().toasts).toEqual([])
  expect(day()).toBeDefined()
})

it('goes to the oldest there is and says so where the server cannot be asked', async () => {
  fails = true
  floating()
  await choose('13/03/2026')
  await waitFor(() => expect(useThreadUi.getState().target?.messageId).toBe('m18'))
  expect(useToastList.getState().toasts).toMatchObject([
    { text: expect.stringContaining('não foi carregado') },
  ])
})

it('gives the keyboard back to the day when it is left, and leads nowhere where nothing can be loaded', async () => {
  const { unmount } = floating()
  fireEvent.click(day())
  const field = await screen.findByLabelText('Ir para outra data')
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 })
  await waitFor(() => expect(document.activeElement).toBe(day()))
  expect(useThreadUi.getState().target).toBeNull()
  unmount()
  floating({ fixed: true })
  expect(day().disabled).toBe(true)
})

it('leads back to where the unread messages begin while that is above', () => {
  floating({ unreadAbove: 12 })
  fireEvent.click(screen.getByRole('button', { name: '12 mensagens não lidas' }))
  expect(onUnread).toHaveBeenCalledOnce()
})
