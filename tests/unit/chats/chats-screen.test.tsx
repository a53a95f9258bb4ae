// @vitest-environment jsdom
import { type Chat, type ChatMessage, chatMessage, chat as chatSchema, type FeedEvent } from '@contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { ChatsScreen } from '@/features/chats'
import { followChatThreads, useChatThreads } from '@/stores/chat-thread'
import { useChatWords } from '@/stores/chat-words'
import { useConnection } from '@/stores/connection'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { useServers } from '@/stores/servers'
import { endSession } from '@/stores/session-end'
import { soon } from '../../support/soon'
import { aUser } from '../support/fake-bridge'
import { withScrolling } from '../support/jsdom'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const ME = aUser({ id: 7, name: 'Ana' })
const member = (userId: number, name: string, unreads = 0) => ({
  userId,
  unreads,
  user: { id: userId, name },
})
const aChat = (id: number, over: object = {}): Chat =>
  chatSchema.parse({
    id,
    uuid: `uuid-${id}`,
    title: `Conversa ${id}`,
    ownerId: 7,
    lastMessage: 'Bruno: oi',
    updatedAt: `2026-03-0${id}T12:00:00Z`,
    users: [member(7, 'Ana'), member(8, 'Bruno')],
    ...over,
  })
const said = (id: number, senderId: number, message: string, over: object = {}): ChatMessage =>
  chatMessage.parse({
    id,
    chatId: 2,
    senderId,
    sender: { id: senderId, name: senderId === 7 ? 'Ana' : 'Bruno' },
    message,
    createdAt: `2026-03-02T12:${String(id % 60).padStart(2, '0')}:00Z`,
    ...over,
  })

/** What the server answers; each test may change it. */
let server: Record<string, (options: { body?: never; params?: never; query?: never }) => unknown>
let stop: () => void
let seq = 0
const told = (data: object): void =>
  act(() => {
    seq += 1
    receiveFeed({ events: [{ seq, event: { channel: 'chat', data } as FeedEvent }] })
    flushFeed()
  })
const sent = (name: string): { body?: unknown; params?: unknown; query?: unknown }[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

const show = (path: string) =>
  openScreen(
    <Routes>
      <Route path="/chats/:chatId?" element={<ChatsScreen />} />
    </Routes>,
    { at: path, user: ME },
  )
async function open(path: string, shown = 'Conversa 1') {
  const { router } = await show(path)
  await screen.findByText(shown)
  return router
}
const thread = () => screen.getByRole('feed')
const field = () => screen.getByRole('textbox', { name: /^Escrever para/ })
const native = (clientIds: 'native' | 'missing'): void =>
  useServers.setState({ state: { facts: { capabilities: { clientIds } } } as never })

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  native('native')
  server = {
    'chats.list': () => ({
      records: [aChat(2, { users: [member(7, 'Ana', 2), member(8, 'Bruno')] }), aChat(1, { ownerId: 8 })],
      count: 2,
      hasMore: false,
    }),
    'chats.messages': () => ({
      records: [said(1, 7, 'bom dia'), said(2, 8, 'primeira nova'), said(3, 8, 'segunda nova')],
      count: 3,
      hasMore: false,
    }),
    'users.all': () => [
      ME,
      aUser({ id: 8, name: 'Bruno', online: true }),
      aUser({ id: 9, name: 'Carla', online: false }),
    ],
    'chats.read': () => null,
  }
  call.mockReset()
  call.mockImplementation(async (name: string, options = {}) => {
    const answer = server[name]
    if (!answer) throw new Error(`${name} was not expected`)
    return answer(options)
  })
  stop = followChatThreads(7)
})
afterEach(() => {
  stop()
  seq = 0
  vi.restoreAllMocks()
})

describe('the internal chat', () => {
  it('lists title, last message, time and unread; choosing marks read and goes into the address', async () => {
    const router = await open('/chats')
    const list = screen.getByRole('list', { name: 'Conversas' })
    const [first] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toContain('Conversa 2')
    expect(first?.textContent).toContain('Bruno: oi')
    expect(within(first as HTMLElement).getByLabelText('2 não lidas')).toBeDefined()
    expect(screen.getByText('Escolha uma conversa')).toBeDefined()
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: /^Conversa 2/ }))
    expect(router.state.location.pathname).toBe('/chats/uuid-2')
    await waitFor(() => expect(sent('chats.read')).toEqual([{ params: { id: 2 }, body: { userId: 7 } }]))
    // Own messages and others', with names and times; the line stands above what was unread.
    const rows = await within(thread()).findAllByRole('article')
    expect(rows.map(row => row.getAttribute('aria-label')?.split(',')[0])).toEqual(['Você', 'Bruno', 'Bruno'])
    const line = within(thread()).getByText('2 mensagens não lidas')
    expect(line.compareDocumentPosition(rows[0] as Node) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
    expect(line.compareDocumentPosition(rows[1] as Node) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    // Who is here.
    expect(screen.getByRole('img', { name: 'Bruno, online' })).toBeDefined()
    // Only the owner edits and deletes.
    expect(screen.getByRole('button', { name: 'Editar conversa Conversa 2' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Editar conversa Conversa 1' })).toBeNull()
  })

  it('says how to begin where there is no conversation, and nothing of it while the list is on its way', async () => {
    let answer = (_: object): void => {}
    const none = { records: [], count: 0, hasMore: false }
    server['chats.list'] = () => new Promise(resolve => (answer = resolve))
    await show('/chats')
    await waitFor(() => expect(sent('chats.list')).toHaveLength(1))
    const pane = within(screen.getByRole('main'))
    expect(pane.queryByText(/./)).toBeNull()
    act(() => answer(none))
    await userEvent.click(await pane.findByRole('button', { name: 'Nova' }))
    expect(await screen.findByRole('dialog', { name: 'Conversa' })).toBeDefined()
  })

  it('says in the place of a conversation that the list failed', async () => {
    server['chats.list'] = () => {
      throw new ApiError('refused', null, '', 500)
    }
    await show('/chats/uuid-1')
    expect(
      await within(screen.getByRole('main')).findByRole('button', { name: 'Tentar de novo' }),
    ).toBeDefined()
  })

  it('shows an own message at once with a clock, and once only when the server has it', async () => {
    await open('/chats/uuid-2')
    await within(thread()).findByText('bom dia')
    let answer: (message: ChatMessage) => void = () => {}
    server['chats.send'] = () => new Promise(resolve => (answer = resolve))
    await userEvent.type(field(), '   {Enter}')
    expect(sent('chats.send')).toEqual([])
    await userEvent.clear(field())
    await userEvent.type(field(), 'chegando{Shift>}{Enter}{/Shift}já{Enter}')
    expect(field()).toHaveProperty('value', '')
    expect(within(thread()).getByText(/chegando/)).toBeDefined()
    expect(within(thread()).getByRole('img', { name: 'Enviando' })).toBeDefined()
    const [{ body }] = sent('chats.send') as [{ body: { message: string; clientId: string } }]
    expect(body.message).toBe('chegando\njá')
    // The event overtakes the answer.
    const stored = said(4, 7, body.message, { clientId: body.clientId })
    told({ action: 'new-message', newMessage: stored, chat: null })
    expect(within(thread()).getAllByText(/chegando/)).toHaveLength(1)
    expect(within(thread()).queryByRole('img', { name: 'Enviando' })).toBeNull()
    await act(async () => answer(stored))
    expect(within(thread()).getAllByText(/chegando/)).toHaveLength(1)
  })

  it('keeps a refused message with its reason, here and after a restart, until it is sent or discarded', async () => {
    await open('/chats/uuid-2')
    await within(thread()).findByText('bom dia')
    server['chats.send'] = () => {
      throw new ApiError('refused', 'ERR_NO_PERMISSION', '', 403)
    }
    await userEvent.type(field(), 'recusada{Enter}')
    const trouble = await within(thread()).findByRole('group', { name: 'Não enviada' })
    expect(trouble.textContent).toContain('permissão')
    expect(screen.getByText('Não enviada: recusada')).toBeDefined()
    const [first] = sent('chats.send') as [{ body: { clientId: string } }]
    // The session ends by itself and comes back: the same person finds it again, somebody else does not.
    cleanup()
    stop()
    endSession('expired')
    stop = followChatThreads(8)
    expect(useChatWords.getState().unsent).toEqual([])
    stop()
    endSession('expired')
    stop = followChatThreads(7)
    await open('/chats/uuid-2')
    server['chats.send'] = options =>
      said(5, 7, 'recusada', { clientId: (options.body as never as { clientId: string }).clientId })
    const again = await screen.findByRole('button', { name: /Tentar de novo/ })
    await userEvent.click(again)
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Não enviada' })).toBeNull())
    const ids = (sent('chats.send') as { body: { clientId: string } }[]).map(({ body }) => body.clientId)
    expect(ids).toEqual([first.body.clientId, first.body.clientId])
  })

  it('waits while the server does not answer, and sends by itself when it is back', async () => {
    await open('/chats/uuid-2')
    await within(thread()).findByText('bom dia')
    server['chats.send'] = () => {
      throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
    }
    await userEvent.type(field(), 'sem linha{Enter}')
    await within(thread()).findByText('O servidor não responde: sai assim que ele voltar.')
    server['chats.send'] = () => said(6, 7, 'sem linha')
    act(() => {
      seq += 1
      receiveFeed({ events: [{ seq, event: { channel: 'resync', data: { since: null } } as FeedEvent }] })
      flushFeed()
    })
    await waitFor(() => expect(screen.queryByText(/sai assim que ele voltar/)).toBeNull())
    expect(within(thread()).getAllByText('sem linha')).toHaveLength(1)
  })

  it('leaves the choice to people where asking again could say it twice', async () => {
    native('missing')
    await open('/chats/uuid-2')
    await within(thread()).findByText('bom dia')
    server['chats.send'] = () => {
      throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
    }
    await userEvent.type(field(), 'talvez{Enter}')
    const trouble = await within(thread()).findByRole('group', { name: 'Não enviada' })
    await userEvent.click(within(trouble).getByRole('button', { name: 'Descartar' }))
    expect(within(thread()).queryByText('talvez')).toBeNull()
    expect(sent('chats.send')).toHaveLength(1)
  })

  it('keeps what is typed for each chat', async () => {
    await open('/chats/uuid-2')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Escrever para Conversa 2' }), 'meio')
    await userEvent.click(screen.getByRole('button', { name: /^Conversa 1/ }))
    expect(await screen.findByRole('textbox', { name: 'Escrever para Conversa 1' })).toHaveProperty(
      'value',
      '',
    )
    expect(screen.getByText('Rascunho: meio')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /^Conversa 2/ }))
    expect(await screen.findByRole('textbox', { name: 'Escrever para Conversa 2' })).toHaveProperty(
      'value',
      'meio',
    )
  })

  /** Scrolls up as hands do, with a moment between two turns of the wheel: the list ends a scroll before the next begins. */
  const readUp = (until: () => unknown) =>
    soon(async () => {
      thread().scrollTop = 0
      await act(async () => fireEvent.scroll(thread()))
      until()
    })

  it('reads older pages when one scrolls up, and says where the conversation begins', async () => {
    withScrolling()
    const page = (from: number) => Array.from({ length: 20 }, (_, at) => said(from + at, 8, `m${from + at}`))
    const pages = [page(41), page(21), page(1)]
    server['chats.messages'] = ({ query }) => {
      const at = (query as never as { pageNumber: number }).pageNumber - 1
      return { records: pages[at] ?? [], count: 60, hasMore: at < 2 }
    }
    await open('/chats/uuid-2')
    await within(thread()).findByText('m60')
    // Pages follow as one reads up, until the first one.
    await readUp(() => within(thread()).getByText('m1'))
    expect(sent('chats.messages').map(({ query }) => query)).toEqual(
      [1, 2, 3].map(pageNumber => ({ pageNumber })),
    )
    // Only what is seen is drawn, and it says where it stands.
    const drawn = within(thread()).getAllByRole('article')
    expect(drawn.length).toBeLessThan(60)
    const m1 = within(thread()).getByText('m1').closest('article')
    expect([m1?.getAttribute('aria-posinset'), m1?.getAttribute('aria-setsize')]).toEqual(['1', '60'])
    // Left and opened again it stands at its end, and what is further up is asked for anew.
    await userEvent.click(screen.getByRole('button', { name: /^Conversa 1/ }))
    expect(useChatThreads.getState().threads.get(2)?.messages).toHaveLength(40)
    await userEvent.click(screen.getByRole('button', { name: /^Conversa 2/ }))
    await within(thread()).findByText('m60')
    await readUp(() => within(thread()).getByText('Começo da conversa'))
    const ids = useChatThreads
      .getState()
      .threads.get(2)
      ?.messages.map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  })

  it('makes a chat with a title and people, says what is missing, and opens it', async () => {
    const router = await open('/chats')
    await userEvent.click(screen.getByRole('button', { name: 'Nova' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Conversa')).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    expect(await within(dialog).findByText('Por favor, preencha o título da conversa.')).toBeDefined()
    expect(within(dialog).getByText('Por favor, selecione pelo menos um usuário.')).toBeDefined()
    await userEvent.type(within(dialog).getByLabelText('Título'), 'Plantão')
    await userEvent.click(within(dialog).getByLabelText('Participantes'))
    await userEvent.click(await screen.findByTitle('Carla'))
    server['chats.create'] = () =>
      aChat(3, { title: 'Plantão', users: [member(7, 'Ana'), member(9, 'Carla')] })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats/uuid-3'))
    expect(sent('chats.create')).toEqual([{ body: { title: 'Plantão', users: [{ id: 9, name: 'Carla' }] } }])
  })

  it('asks before it deletes one, and returns to the list', async () => {
    const router = await open('/chats/uuid-2')
    server['chats.remove'] = () => null
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir conversa Conversa 2' }))
    const question = await screen.findByRole('dialog')
    expect(within(question).getAllByText('Excluir Conversa')).not.toEqual([])
    expect(within(question).getByText('Esta ação não pode ser revertida, confirmar?')).toBeDefined()
    await userEvent.click(within(question).getByRole('button', { name: 'Excluir conversa' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'))
    expect(sent('chats.remove')).toEqual([{ params: { id: 2 } }])
    expect(screen.queryByRole('button', { name: /^Conversa 2/ })).toBeNull()
  })

  it('follows live: a new chat stands at the top, a changed one is replaced, a deleted one closes with a word', async () => {
    const router = await open('/chats/uuid-2')
    await within(thread()).findByText('bom dia')
    const names = () =>
      within(screen.getByRole('list', { name: 'Conversas' }))
        .getAllByRole('listitem')
        .map(row => /Conversa \d|Novíssima/.exec(row.textContent ?? '')?.[0])
    told({ action: 'create', chat: aChat(5, { title: 'Novíssima' }) })
    expect(names()).toEqual(['Novíssima', 'Conversa 2', 'Conversa 1'])
    told({
      action: 'new-message',
      newMessage: said(9, 8, 'ao vivo'),
      chat: aChat(2, { lastMessage: 'Bruno: ao vivo', updatedAt: '2026-03-08T12:00:00Z' }),
    })
    expect(within(thread()).getByText('ao vivo')).toBeDefined()
    expect(names()).toEqual(['Conversa 2', 'Novíssima', 'Conversa 1'])
    act(() => field().focus())
    told({ action: 'delete', id: 2 })
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'))
    expect(names()).toEqual(['Novíssima', 'Conversa 1'])
    // Whoever wrote in it goes on in the list.
    await waitFor(() => expect(document.activeElement?.getAttribute('data-chat')).toBe('uuid-5'))
  })

  it('is marked read again once the line is back, where it was marked in vain', async () => {
    server['chats.read'] = () => {
      throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
    }
    await open('/chats/uuid-2')
    await waitFor(() => expect(sent('chats.read').length).toBeGreaterThan(0))
    const before = sent('chats.read').length
    const line = useConnection.getState()
    server['chats.read'] = () => null
    act(() => useConnection.setState({ status: 'connected' }))
    await waitFor(() => expect(sent('chats.read').length).toBe(before + 1))
    act(() => useConnection.setState(line))
  })

  it('forgets what it knew of a chat one was taken out of, and reads it anew when one is back in it', async () => {
    await open('/chats/uuid-2')
    await within(thread()).findByText('bom dia')
    const reads = sent('chats.messages').length
    told({ action: 'update', chat: aChat(2, { ownerId: 8, users: [member(8, 'Bruno')] }) })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Conversa 2/ })).toBeNull())
    told({ action: 'update', chat: aChat(2, { ownerId: 8 }) })
    await userEvent.click(await screen.findByRole('button', { name: /^Conversa 2/ }))
    await waitFor(() => expect(sent('chats.messages').length).toBe(reads + 1))
  })

  it('is walked by keys', async () => {
    const router = await open('/chats')
    screen.getByRole('button', { name: /^Conversa 2/ }).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.getAttribute('data-chat')).toBe('uuid-1')
    await userEvent.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe('/chats/uuid-1')
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })
})
