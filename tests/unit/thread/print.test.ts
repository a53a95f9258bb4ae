// @vitest-environment jsdom
import type { Message } from '@contract'
import { afterEach, expect, it, vi } from 'vitest'
import { printConversation, wholeConversation } from '../../../src/features/thread/print-conversation'
import { printedDays } from '../../../src/features/thread/print-lines'
import { formatters, i18n } from '../../../src/i18n'
import { setMessagesSource } from '../../../src/stores/messages-source'

const texts = { t: i18n.getFixedT('en'), language: 'en', format: formatters('en') } as const
const message = (n: number, over: Partial<Message> = {}): Message =>
  ({
    id: `m${n}`,
    body: `word ${n}`,
    mediaType: 'chat',
    mediaUrl: null,
    mediaName: null,
    fromMe: n % 2 === 0,
    isDeleted: false,
    createdAt: new Date(Date.UTC(2026, 2, 1, 12) + n * 3_600_000).toISOString(),
    ...over,
  }) as Message

/** A server with so many messages, ten to a page; tells what it was asked. */
const server = (count: number) => {
  const all = Array.from({ length: count }, (_, n) => message(n))
  const asked: { before: string | null; markAsRead: boolean }[] = []
  setMessagesSource({
    async page({ before, markAsRead }) {
      asked.push({ before, markAsRead })
      const end = before === null ? all.length : all.findIndex(one => one.id === before)
      return { messages: all.slice(Math.max(0, end - 10), end), hasMore: end > 10, ticket: null }
    },
    ticketsOf: async () => ({ tickets: [], hasMore: false }),
    notes: async () => [],
  } as Parameters<typeof setMessagesSource>[0])
  return asked
}
afterEach(() => {
  setMessagesSource()
  document.body.replaceChildren()
})

it('asks for every page, in order of time, and leaves no trace', async () => {
  const asked = server(34)
  const { messages, cut } = await wholeConversation(1)
  expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: 34 }, (_, n) => `m${n}`))
  expect(cut).toBe(false)
  expect(asked).toHaveLength(4)
  expect(asked.every(({ markAsRead }) => !markAsRead)).toBe(true)
})

it('prints whole texts by day, and of a deleted message only that it was', () => {
  const long = 'a'.repeat(400)
  const days = printedDays(
    [
      message(0, { body: long }),
      message(1, { body: 'secret', isDeleted: true }),
      message(30),
      message(31, {
        body: '',
        mediaType: 'audio',
        mediaUrl: '/media/1/a.ogg',
        transcript: { text: 'said' } as Message['transcript'],
      }),
    ],
    texts.t,
    at => at.slice(0, 10),
  )
  expect(days.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    [long, texts.t('thread.deleted')],
    ['word 30', `${texts.t('thread.kind.audio')}\nsaid`],
  ])
})

it('lays the sheet out for the print dialog, as words and never as markup, and takes it away afterwards', async () => {
  server(12)
  const print = vi.fn(() => {
    expect(document.querySelectorAll('[data-testid=print-sheet] img')).toHaveLength(0)
    expect(document.querySelector('[data-testid=print-sheet]')?.textContent).toContain('<img src=x>')
    expect(document.querySelector('[data-testid=print-sheet]')?.textContent).toContain('word 11')
    // "Today" means nothing on paper.
    expect(document.querySelector('[data-testid=print-sheet] h2')?.textContent).toMatch(/2026/)
  })
  vi.stubGlobal('print', print)
  await printConversation({ id: 1, name: '<img src=x>', number: '+55 11' }, 'Ana', texts)
  expect(print).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('[data-testid=print-sheet]')).toBeNull()
  expect('printing' in document.documentElement.dataset).toBe(false)
  vi.unstubAllGlobals()
})
