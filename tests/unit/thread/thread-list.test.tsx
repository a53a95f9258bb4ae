// @vitest-environment jsdom
/** The scrolling part of a conversation: what stands in it, what hands and keys reach. */

import type { TicketNote } from '@contract'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldAlbums } from '@/features/thread/albums'
import { buildRows } from '@/features/thread/rows'
import { ThreadContext } from '@/features/thread/thread-context'
import { ThreadList, type ThreadListProps } from '@/features/thread/thread-list'
import { useServers } from '@/stores/servers'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import { receiveFeed, resetFeed } from '../../../src/stores/feed'
import { at, entry, msg } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'
import { threadActions } from './thread-actions'

const opened = vi.fn()
const picked = vi.fn()
const viewed = vi.fn()

const thread = (over: Partial<ThreadListProps> = {}) => (
  <ThreadContext.Provider
    value={threadActions({ openMenu: opened, toggleSelected: picked, openImage: viewed })}
  >
    <ThreadList
      rows={[]}
      notes={[]}
      label="Conversa com Rita"
      arrived={0}
      unreadId={null}
      unreadCount={0}
      openAt={null}
      older="end"
      onOlder={() => {}}
      onAtEnd={() => {}}
      target={null}
      selected={null}
      answersKeys
      fixed={false}
      {...over}
    />
  </ThreadContext.Provider>
)

const note = (id: number, over: Partial<TicketNote>): TicketNote =>
  ({
    id,
    note: `nota ${id}`,
    createdAt: at(15),
    messageId: null,
    mentions: [],
    user: { name: 'Bruno' },
    ...over,
  }) as TicketNote

const messages = [
  msg('a', 0, { body: 'Bom dia' }),
  msg('b', 10, { body: 'Olá, Rita', fromMe: true, ack: 3 }),
  msg('c', 20, { body: 'Meu pedido não chegou' }),
]
const articles = (): HTMLElement[] =>
  screen.getAllByRole('article').filter(one => one.dataset.rowKey !== undefined)

beforeEach(() => {
  withLayout()
  installBridge(fakeBridge())
  opened.mockReset()
  picked.mockReset()
  viewed.mockReset()
})

describe('a conversation', () => {
  it('stands in order of time with notes between and what still waits below, each row with its place', () => {
    const pending = entry('waiting', { body: 'Já verifico', createdAt: at(30) })
    const loose = note(1, { note: 'Cliente antigo' })
    render(thread({ rows: buildRows([], messages, [loose], [pending]) }))
    expect(screen.getByRole('feed', { name: 'Conversa com Rita' })).toBeDefined()
    expect(articles()).toHaveLength(5)
    expect(
      articles().map(
        row => row.textContent?.match(/Bom dia|Olá, Rita|Cliente antigo|Meu pedido|Já verifico/)?.[0],
      ),
    ).toEqual(['Bom dia', 'Olá, Rita', 'Cliente antigo', 'Meu pedido', 'Já verifico'])
    expect(articles().map(row => row.getAttribute('aria-posinset'))).toEqual(['1', '2', '3', '4', '5'])
    expect(articles()[4]?.dataset.outboxId).toBe('waiting')
  })

  it('keeps a whisper under the message it is about, and draws the line above what is unread', () => {
    const whisper = note(2, { note: 'Oferecer desconto', messageId: 'a' })
    render(
      thread({
        rows: buildRows([], messages, [whisper], []),
        notes: [whisper],
        unreadId: 'c',
        unreadCount: 1,
      }),
    )
    expect(articles()).toHaveLength(3)
    expect(articles()[0]?.textContent).toContain('Oferecer desconto')
    const line = screen.getByText('1 mensagem não lida')
    const [, above, below] = articles()
    expect(above?.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(below?.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  })

  it('is walked by arrows, Home and End with one tab stop, and opens the actions of the row by Enter', async () => {
    render(thread({ rows: buildRows([], messages, [], []) }))
    const [first, second, third] = articles()
    expect(articles().map(row => row.tabIndex)).toEqual([-1, -1, 0])
    act(() => third?.focus())
    fireEvent.keyDown(third as HTMLElement, { key: 'ArrowUp' })
    await waitFor(() => expect(document.activeElement).toBe(second))
    fireEvent.keyDown(second as HTMLElement, { key: 'Home' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    expect(articles().map(row => row.tabIndex)).toEqual([0, -1, -1])
    fireEvent.keyDown(first as HTMLElement, { key: 'Enter' })
    expect(opened).toHaveBeenCalledWith(messages[0], expect.objectContaining({ focusFirst: true }), 'actions')
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown', altKey: true })
    expect(document.activeElement).toBe(first)
    fireEvent.keyDown(first as HTMLElement, { key: 'End' })
    await waitFor(() => expect(document.activeElement).toBe(third))
  })

  it('lets messages be chosen, none that was deleted', () => {
    const rows = buildRows([], [...messages, msg('d', 30, { isDeleted: true, body: 'apagada' })], [], [])
    render(thread({ rows, selected: new Set(['c']) }))
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(box => box.checked)).toEqual([false, false, true])
    fireEvent.click(boxes[0] as HTMLElement)
    expect(picked).toHaveBeenCalledWith('a')
  })

  it('goes to the row that is asked for and gives it the focus, again with each new request', async () => {
    const rows = buildRows([], messages, [], [])
    const { rerender } = render(thread({ rows }))
    rerender(thread({ rows, target: { key: 'a', request: 1, focus: true } }))
    await waitFor(() => expect(document.activeElement).toBe(articles()[0]))
    act(() => articles()[2]?.focus())
    rerender(thread({ rows, target: { key: 'a', request: 1, focus: true } }))
    expect(document.activeElement).toBe(articles()[2])
    rerender(thread({ rows, target: { key: 'a', request: 2, focus: true } }))
    await waitFor(() => expect(document.activeElement).toBe(articles()[0]))
  })

  it('says that older messages failed and asks for them again', () => {
    const onOlder = vi.fn()
    render(thread({ rows: buildRows([], messages, [], []), older: 'failed', onOlder }))
    fireEvent.click(screen.getByRole('button', { name: /As mensagens anteriores não carregaram/ }))
    expect(onOlder).toHaveBeenCalledTimes(1)
  })
})

describe('an album', () => {
  const pictures = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, seconds) =>
    msg(id, seconds, {
      body: '',
      fromMe: true,
      ack: 3,
      mediaType: id === 'b' ? 'video' : 'image',
      mediaUrl: `/media/${id}.jpg`,
    }),
  )
  const rows = (own = pictures, notes: TicketNote[] = []) =>
    foldAlbums(buildRows([], own, notes, []), new Set())
  const tile = (id: string): HTMLElement =>
    document.querySelector<HTMLElement>(`[data-message-id="${id}"] button`) as HTMLElement

  it('shows four tiles and how many follow; a press opens the one under it', () => {
    render(thread({ rows: rows() }))
    expect(articles()).toHaveLength(1)
    expect(articles()[0]?.getAttribute('aria-label')).toContain('6 fotos e vídeos')
    const tiles = within(articles()[0] as HTMLElement).getAllByRole('button', { name: /^Abrir / })
    expect(tiles.map(one => one.textContent)).toEqual(['', '', '', '+3'])
    expect(tiles[3]?.getAttribute('aria-label')).toContain('e mais 2')
    fireEvent.click(tiles[1] as HTMLElement)
    fireEvent.click(tiles[3] as HTMLElement)
    expect(viewed.mock.calls.map(([message]) => message.id)).toEqual(['b', 'd'])
  })

  it('is one tab stop of the list; Enter leads to its first picture, whose own menu keys and pointer open', () => {
    render(thread({ rows: rows() }))
    act(() => articles()[0]?.focus())
    fireEvent.keyDown(articles()[0] as HTMLElement, { key: 'Enter' })
    expect(document.activeElement).toBe(tile('a'))
    fireEvent.keyDown(tile('c'), { key: 'F10', shiftKey: true })
    expect(opened).toHaveBeenLastCalledWith(
      pictures[2],
      expect.objectContaining({ focusFirst: true }),
      'actions',
    )
    fireEvent.contextMenu(tile('b'))
    expect(opened).toHaveBeenLastCalledWith(
      pictures[1],
      expect.objectContaining({ focusFirst: false }),
      'actions',
    )
    expect(opened).toHaveBeenCalledTimes(2)
  })

  it('keeps ack, reaction and whisper of each message', () => {
    const own = pictures.map(message =>
      message.id === 'c'
        ? { ...message, ack: 4, reactions: [{ type: '❤️', userId: 1 }] as (typeof message)['reactions'] }
        : message,
    )
    const whisper = note(2, { note: 'É a nota certa', messageId: 'f' })
    render(thread({ rows: rows(own, [whisper]), notes: [whisper] }))
    const [row] = articles()
    expect(within(row as HTMLElement).getAllByRole('img', { name: 'entregue' })).toHaveLength(3)
    expect(within(row as HTMLElement).getByRole('img', { name: 'lida' })).toBeDefined()
    expect(within(row as HTMLElement).getByRole('img', { name: 'reação ❤️' })).toBeDefined()
    expect(row?.textContent).toContain('É a nota certa')
  })

  it('has a box for every message while some are chosen', () => {
    render(thread({ rows: rows(), selected: new Set(['e']) }))
    const boxes = screen.getAllByRole('checkbox')
    expect(boxes.map(box => box.getAttribute('aria-checked'))).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(id => String(id === 'e')),
    )
    fireEvent.click(boxes[5] as HTMLElement)
    expect(picked).toHaveBeenCalledWith('f')
    expect(viewed).not.toHaveBeenCalled()
  })

  it('is where one of its messages is asked for, and marks it, also behind the number', async () => {
    const { rerender } = render(thread({ rows: rows() }))
    rerender(thread({ rows: rows(), target: { key: 'e', request: 1, focus: true } }))
    await waitFor(() => expect(document.activeElement).toBe(articles()[0]))
    const marked = () =>
      [...document.querySelectorAll<HTMLElement>('[data-album] > *')]
        .filter(({ className }) => className.includes('marked'))
        .map(({ dataset }) => dataset.messageId)
    expect(marked()).toEqual(['d'])
    rerender(thread({ rows: rows(), target: { key: 'b', request: 2, focus: true } }))
    await waitFor(() => expect(marked()).toEqual(['b']))
  })

  it('offers as a file what cannot be shown', () => {
    render(thread({ rows: rows(pictures.slice(0, 2)) }))
    fireEvent.error(tile('a').querySelector('img') as HTMLElement)
    expect(tile('a').getAttribute('aria-label')).toBe('Baixar a.jpg')
    fireEvent.click(tile('a'))
    expect(viewed).not.toHaveBeenCalled()
  })
})

describe('a conversation with less than a screen', () => {
  const facts = { version: '4.8.5', adapter: 'legacy' as const, capabilities: LEGACY_CAPABILITIES }
  const hear = (from: number, count: number): void =>
    receiveFeed({
      events: Array.from({ length: count }, (_, i) => ({
        seq: from + i,
        event: { channel: 'ticket', data: { action: 'updateUnread', ticketId: 900 } },
      })),
    })
  beforeEach(() => {
    withLayout(640, 640)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestAnimationFrame'] })
    useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
  })
  afterEach(() => {
    resetFeed()
    useServers.setState({ state: null })
    vi.useRealTimers()
  })

  it('asks a legacy server for older rows by itself only where somebody stays, its own server at once', async () => {
    const onOlder = vi.fn()
    const rows = buildRows([], messages.slice(0, 1), [], [])
    const { unmount } = render(thread({ rows, older: 'idle', onOlder }))
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(onOlder).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(onOlder).toHaveBeenCalled()
    unmount()
    onOlder.mockClear()
    useServers.setState({ state: null })
    render(thread({ rows, older: 'idle', onOlder }))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(onOlder).toHaveBeenCalled()
  })

  it('asks at once in a flood when somebody moves it', async () => {
    const onOlder = vi.fn()
    hear(1, 20)
    render(thread({ rows: buildRows([], messages.slice(0, 1), [], []), older: 'idle', onOlder }))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(onOlder).not.toHaveBeenCalled()
    fireEvent.wheel(screen.getByRole('feed'))
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(onOlder).toHaveBeenCalled()
  })
})
