// @vitest-environment jsdom
/** /kanban: its lanes and states, moving a card by keys and by its menu, and what is said of it. */
import { type FeedEvent, type Tag, tag as tagSchema, ticket as ticketSchema } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { KanbanScreen } from '@/features/kanban'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { useTicketsStore } from '@/stores/tickets'
import { useToastList } from '@/stores/toasts'
import { aUser, fakeBridge } from '../support/fake-bridge'
import { withLayout, withScrolling } from '../support/jsdom'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const LANE_PX = 300
const lane = (id: number, name: string): Tag => tagSchema.parse({ id, name, color: '#d64545', kanban: 1 })
const [urgent, refund] = [lane(1, 'Urgente'), lane(2, 'Reembolso')]
const card = (id: number, name: string, over: object = {}) =>
  ticketSchema.parse({
    id,
    uuid: `uuid-${id}`,
    status: 'open',
    queueId: 5,
    lastMessage: `Palavras de ${name}`,
    contact: { id, name, number: '5511912345678' },
    tags: [],
    ...over,
  })
const page = (tickets: unknown[]) => ({ tickets, count: tickets.length, hasMore: false, cursor: null })
let lanes: unknown[] = []
let refuse: ApiError | null = null

async function open(language: 'pt' | 'en' | 'es' = 'pt') {
  useTicketsStore.setState({
    viewer: { id: 3, profile: 'user', super: false, queueIds: [5], seesUnqueued: false },
  })
  return await openScreen(
    <Routes>
      <Route path="/kanban" element={<KanbanScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: '/kanban', fake: fakeBridge({ user: aUser({ profile: 'user' }), preferences: { language } }) },
  )
}

beforeEach(() => {
  withLayout(640, 104)
  withScrolling()
  // Lanes stand side by side: the drag library asks where they are.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const own = this.closest<HTMLElement>('[data-lane]')
    const all = [...document.querySelectorAll('[data-lane]')]
    const left = own ? all.indexOf(own) * LANE_PX : 0
    return new DOMRect(left, 0, LANE_PX, own === this ? 640 : 96)
  })
  refuse = null
  lanes = [
    {
      id: 0,
      tag: null,
      ...page([card(10, 'Clara'), card(11, 'Davi', { user: { id: 7, name: 'Bia Souza' }, fromMe: true })]),
    },
    { id: 1, tag: urgent, ...page([card(20, 'Elisa', { tags: [urgent] })]) },
    { id: 2, tag: refund, ...page([]) },
  ]
  call.mockReset()
  call.mockImplementation(async (name: string) => {
    if (name === 'kanban.board') {
      if (lanes.length === 0) throw new ApiError('unreachable', null, '', 0)
      return { lanes }
    }
    if (refuse && name === 'ticketTags.add') throw refuse
    return []
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const inLane = (name: RegExp) => within(screen.getByRole('region', { name }))
const cardOf = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}, ticket nº`) })
const changes = (): unknown[] =>
  call.mock.calls
    .filter(([name]) => name.startsWith('ticketTags'))
    .map(([name, options]) => [name, options.params])

describe('the board', () => {
  it('has the untagged lane first and says of each card its name, number, words and who has it', async () => {
    await open()
    const davi = await cardOf('Davi')
    expect(screen.getAllByRole('region').map(one => one.getAttribute('aria-label'))).toEqual([
      'Coluna Sem tag, 2 tickets',
      'Coluna Urgente, 1 ticket',
      'Coluna Reembolso, 0 tickets',
    ])
    expect(davi.getAttribute('aria-label')).toBe(
      'Davi, ticket nº 11, com Bia Souza, Palavras de Davi, +55 (11) 91234-5678',
    )
    expect(
      inLane(/Reembolso/).getByText('Arraste um ticket para cá e ele recebe a tag Reembolso.'),
    ).toBeDefined()
  })

  it('is reached by arrows over lanes', async () => {
    await open()
    const clara = await cardOf('Clara')
    act(() => clara.focus())
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(async () => expect(document.activeElement).toBe(await cardOf('Davi')))
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(async () => expect(document.activeElement).toBe(await cardOf('Elisa')))
  })

  it('leads to the tags where nothing is a lane yet, and asks again after a failure', async () => {
    lanes = []
    const { router } = await open()
    await screen.findByText('Não foi possível carregar o kanban')
    lanes = [{ id: 0, tag: null, ...page([]) }]
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir tags' }))
    expect(router.state.location.pathname).toBe('/tags')
  })
})

describe('moving a card', () => {
  it('by keys: lifted with space, carried by arrows, dropped, with both toasts and an undo', async () => {
    await open()
    const elisa = await cardOf('Elisa')
    act(() => elisa.focus())
    await userEvent.keyboard(' ')
    expect(await screen.findByText('Elisa na coluna Urgente, pronto para mover')).toBeDefined()
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByText('Sobre a coluna Reembolso')).toBeDefined()
    await userEvent.keyboard(' ')
    expect(await screen.findByText('Elisa na coluna Reembolso')).toBeDefined()
    await inLane(/Reembolso/).findByRole('button', { name: /^Elisa, ticket/ })
    await waitFor(() =>
      expect(said()).toEqual(['Ticket Tag Removido!', 'Ticket Tag Adicionado com Sucesso!']),
    )
    expect(changes()).toEqual([
      ['ticketTags.clear', { ticketId: 20 }],
      ['ticketTags.add', { ticketId: 20, tagId: 2 }],
    ])
    const undo = useToastList.getState().toasts.at(-1)?.action
    await act(async () => undo?.run())
    await inLane(/Urgente/).findByRole('button', { name: /^Elisa, ticket/ })
    expect(changes().at(-1)).toEqual(['ticketTags.add', { ticketId: 20, tagId: 1 }])
  })

  it('by keys into the lane that was said, also when a colleague deletes another one meanwhile', async () => {
    await open()
    const clara = await cardOf('Clara')
    act(() => clara.focus())
    for (const code of ['Space', 'ArrowRight', 'ArrowRight']) fireEvent.keyDown(clara, { code })
    await screen.findByText('Sobre a coluna Reembolso')
    act(() => {
      const event: FeedEvent = { channel: 'tag', data: { action: 'delete', tagId: 1 } }
      receiveFeed({ events: [{ seq: 1, event }] })
      flushFeed()
    })
    await waitFor(() => expect(screen.queryByRole('region', { name: /Urgente/ })).toBeNull())
    fireEvent.keyDown(clara, { code: 'Space' })
    await inLane(/Reembolso/).findByRole('button', { name: /^Clara, ticket/ })
    expect(changes()).toEqual([['ticketTags.add', { ticketId: 10, tagId: 2 }]])
  })

  it('by keys: what is held down does not drop what it lifted, and Tab leaves it where it is', async () => {
    await open()
    const clara = await cardOf('Clara')
    act(() => clara.focus())
    fireEvent.keyDown(clara, { code: 'Space' })
    fireEvent.keyDown(clara, { code: 'ArrowRight' })
    for (let n = 0; n < 3; n += 1) fireEvent.keyDown(clara, { code: 'Space', repeat: true })
    expect(await screen.findByText('Sobre a coluna Urgente')).toBeDefined()
    fireEvent.keyDown(clara, { code: 'Tab' })
    expect(await screen.findByText('Clara voltou ao lugar')).toBeDefined()
    expect(changes()).toEqual([])
  })

  describe('by touch', () => {
    const touch = (target: Element, type: string, x: number, y: number): void => {
      const event = new TouchEvent(type, { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'touches', {
        value: type === 'touchend' ? [] : [{ clientX: x, clientY: y }],
      })
      Object.defineProperty(event, 'changedTouches', { value: [{ clientX: x, clientY: y }] })
      act(() => void target.dispatchEvent(event))
    }
    const rest = (ms: number) => act(() => new Promise(done => setTimeout(done, ms)))

    it('a longer press lifts the card and carries it', async () => {
      await open()
      const clara = await cardOf('Clara')
      touch(clara, 'touchstart', 40, 40)
      await rest(260)
      touch(clara, 'touchmove', LANE_PX + 60, 60)
      await rest(20)
      touch(clara, 'touchmove', LANE_PX + 80, 80)
      await rest(20)
      touch(clara, 'touchend', LANE_PX + 80, 80)
      await inLane(/Urgente/).findByRole('button', { name: /^Clara, ticket/ })
      await waitFor(() => expect(changes()).toEqual([['ticketTags.add', { ticketId: 10, tagId: 1 }]]))
    })

    it('a finger that moves at once scrolls the lane, and a tap opens the ticket', async () => {
      const { router } = await open()
      const clara = await cardOf('Clara')
      touch(clara, 'touchstart', 40, 40)
      touch(clara, 'touchmove', LANE_PX + 80, 90)
      await rest(260)
      touch(clara, 'touchmove', LANE_PX + 90, 95)
      touch(clara, 'touchend', LANE_PX + 90, 95)
      expect(changes()).toEqual([])
      touch(clara, 'touchstart', 40, 40)
      touch(clara, 'touchend', 40, 40)
      await userEvent.click(clara)
      expect(router.state.location.pathname).toBe('/tickets/uuid-10')
    })
  })

  it('by its menu, and back with the reason when the server refuses', async () => {
    refuse = new ApiError('refused', 'ERR_NO_TAG_FOUND', '', 404)
    await open()
    await cardOf('Clara')
    await userEvent.click(screen.getByRole('button', { name: 'Mover ticket de Clara' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mover para Urgente' }))
    await waitFor(() => expect(said()).toHaveLength(1))
    expect(said()[0]).toMatch(/^O ticket de Clara voltou ao lugar\. \S+/)
    expect(inLane(/Sem tag/).getByRole('button', { name: /^Clara, ticket/ })).toBeDefined()
  })
})
