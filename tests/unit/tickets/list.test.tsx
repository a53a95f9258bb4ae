// @vitest-environment jsdom
import '../support/jsdom'
import type { Attachment, Draft } from '@contract'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TicketList } from '@/features/tickets/ticket-list'
import { TicketRow } from '@/features/tickets/ticket-row'
import { setLanguage } from '@/i18n'
import { useDrafts } from '@/stores/drafts'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { setMessagesSource } from '@/stores/messages-source'
import { usePrerender } from '@/stores/prerender'
import { useSession } from '@/stores/session'
import { absorbTickets, type StoredTicket, setSearch, setTicketsSource, setViewer } from '@/stores/tickets'
import { aMessage, aTicket, at, aViewer } from '../stores/a-ticket'

/** Ids of the rows in the order they were drawn: each asks for its own ticket once. */
const drawn = vi.hoisted(() => [] as number[])
vi.mock('@/stores/tickets', async original => {
  const real = await original<typeof import('@/stores/tickets')>()
  return {
    ...real,
    useTicket: (id: number) => {
      drawn.push(id)
      return real.useTicket(id)
    },
  }
})

/** jsdom lays nothing out: the virtual list is told that it has 640 px and rows 64. */
class Sized {
  private readonly targets = new Set<Element>()
  constructor(private readonly report: ResizeObserverCallback) {}
  observe(target: Element): void {
    this.targets.add(target)
    queueMicrotask(() => {
      if (!this.targets.has(target)) return
      const contentRect = {
        width: 340,
        height: target.hasAttribute('data-testid') ? 640 : 64,
      } as DOMRectReadOnly
      this.report([{ target, contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver)
    })
  }
  unobserve(target: Element): void {
    this.targets.delete(target)
  }
  disconnect(): void {
    this.targets.clear()
  }
}

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>
}
const inApp = (children: ReactNode) => (
  <MemoryRouter>
    <App component={false}>
      {children}
      <Address />
    </App>
  </MemoryRouter>
)
const names = ['Bruna', 'Ana', 'Álvaro', 'Carlos']
const person = (id: number, over: Record<string, unknown> = {}) =>
  aTicket(id, {
    contact: { id, name: names[id - 1] ?? `Cliente ${id}`, number: '5511' },
    waitingSince: at(id),
    ...over,
  })
const noop = () => {}

beforeEach(async () => {
  vi.stubGlobal('ResizeObserver', Sized)
  Element.prototype.scrollTo = noop
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement
    },
  })
  await setLanguage('pt')
  // Pressing a row begins to read its thread.
  setMessagesSource({
    page: async () => ({ messages: [], hasMore: false, ticket: null }),
    ticketsOf: async () => ({ tickets: [], hasMore: false }),
    notes: async () => [],
  })
  setViewer(aViewer())
})
afterEach(() => {
  cleanup()
  setViewer(null)
  setTicketsSource()
  setMessagesSource()
  resetFeed()
  useDrafts.setState({ drafts: new Map() })
  usePrerender.setState({ ticketId: null })
  vi.unstubAllGlobals()
})

const aDraft = (over: Partial<Draft>): Draft => ({
  ticketId: 2,
  text: '',
  quote: null,
  attachments: [],
  caret: null,
  updatedAt: at(1),
  ...over,
})
const aFile = (name: string, type: string): Attachment => ({
  id: name,
  name,
  mime: type,
  size: 9,
  caption: '',
  width: null,
  height: null,
  duration: null,
})

describe('a search that stopped before its end', () => {
  const page = (ids: number[], stoppedAt: string | null) => ({
    tickets: ids.map(id => person(id)),
    count: ids.length,
    counted: false,
    hasMore: stoppedAt !== null,
    cursor: stoppedAt,
    stoppedAt,
  })
  const searchList = () =>
    inApp(
      <TicketList
        name="search"
        label="Busca"
        currentId={null}
        searched="pedido"
        onOpen={noop}
        onAccept={noop}
        onSpy={noop}
      />,
    )

  it('says where, with and without rows, and looks through older ones by a press alone', async () => {
    const [first, second] = ['2026-03-12T15:00:00.000Z', '2025-11-02T15:00:00.000Z']
    const asked: unknown[] = []
    setTicketsSource({
      page: async ({ cursor }: { cursor?: string }) => {
        asked.push(cursor)
        if (!cursor) return page([], first)
        return cursor === first ? page([2], second) : page([1], null)
      },
    } as never)
    setSearch({ text: 'pedido', tagIds: [], userIds: [], priorities: [] })
    render(searchList())
    expect(await screen.findByText('Nada encontrado até aqui')).toBeDefined()
    expect(screen.getByText('A busca parou nas conversas de 12/03/2026.')).toBeDefined()
    expect(asked).toEqual([undefined])
    await userEvent.click(screen.getByRole('button', { name: 'Procurar nas mais antigas' }))
    expect(await screen.findByText('A busca parou nas conversas de 02/11/2025.')).toBeDefined()
    expect(screen.queryByText('Nada encontrado até aqui')).toBeNull()
    expect(asked).toEqual([undefined, first])
    await userEvent.click(screen.getByRole('button', { name: 'Procurar nas mais antigas' }))
    await waitFor(() => expect(screen.queryByText(/A busca parou/)).toBeNull())
    expect(asked).toEqual([undefined, first, second])
  })
})

describe('a row', () => {
  const show = (ticket: ReturnType<typeof aTicket>, over: Record<string, unknown> = {}) => {
    absorbTickets([ticket], 0)
    const handlers = { onOpen: vi.fn(), onAccept: vi.fn(), onSpy: vi.fn() }
    render(
      inApp(
        <TicketRow
          id={ticket.id}
          current={false}
          tabbable
          left={false}
          density="normal"
          searched=""
          {...handlers}
          {...over}
        />,
      ),
    )
    return handlers
  }

  it('says who, where, how many unread and how long, and what was said last', () => {
    show(person(2, { unreadMessages: 3, lastMessage: 'Cadê meu *pedido*?', waitingSince: at(0) }))
    const name = screen.getByRole('button', { name: /^Ana, fila Vendas, 3 não lidas, aguardando há/ })
    expect(name.getAttribute('aria-label')).toContain('última mensagem: Cadê meu pedido?')
    expect(name.getAttribute('aria-current')).toBeNull()
  })

  it('marks the open ticket, our own message, media and drafts', () => {
    useDrafts.setState({ drafts: new Map([[2, aDraft({ text: 'Volto já' })]]) })
    useSession.setState({ user: { id: 2, name: 'Ana' } as never })
    const audio = { fromMe: true, userId: 2, lastMessage: '', lastMessageType: 'audio' }
    show(person(2, { ...audio, waitingSince: null }), { current: true })
    const row = screen.getByRole('button', { name: /^Ana/ })
    expect(row.getAttribute('aria-current')).toBe('true')
    expect(row.getAttribute('aria-label')).toContain('Rascunho: Volto já, Você: Áudio')
    useSession.setState({ user: null })
  })

  it('accepts a waiting ticket beside opening it, and offers no peeking to plain agents', async () => {
    const { onOpen, onAccept } = show(person(2))
    await userEvent.click(screen.getByRole('button', { name: 'Aceitar o ticket de Ana' }))
    expect(onAccept).toHaveBeenCalledTimes(1)
    expect(onOpen).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: /Espiar/ })).toBeNull()
  })

  it('lets a supervisor peek into own queues only', () => {
    setViewer(aViewer({ profile: 'supervisor' }))
    show(person(2, { status: 'open', userId: 7 }))
    expect(screen.getByRole('button', { name: 'Espiar a conversa de Ana' })).toBeTruthy()
    cleanup()
    show(person(3, { status: 'open', userId: 7, queueId: 9, queue: null }))
    expect(screen.queryByRole('button', { name: /Espiar/ })).toBeNull()
  })

  it('says who took a ticket that left while the hand was on the list', () => {
    show(person(2, { status: 'open', userId: 7, user: { id: 7, name: 'Bruno' } }), { left: true })
    expect(screen.getByText('Com Bruno agora')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Aceitar/ })).toBeNull()
  })

  it('says what a draft without words holds, never what somebody else said', () => {
    const said = (over: Partial<Draft>): string => {
      useDrafts.setState({ drafts: new Map([[2, aDraft(over)]]) })
      show(person(2, { lastMessage: 'Cadê meu pedido?' }))
      const text = document.querySelector('[data-row-button="2"]')?.parentElement?.textContent ?? ''
      cleanup()
      return text
    }
    const [photo, paper] = [aFile('foto.jpg', 'image/jpeg'), aFile('nota.pdf', 'application/pdf')]
    expect(said({ attachments: [photo] })).toContain('Rascunho: foto.jpg')
    expect(said({ attachments: [photo, paper] })).toContain('Rascunho: 2 anexos')
    expect(said({ quote: { id: 'm', body: 'Cadê meu pedido?' } as Draft['quote'] })).toContain(
      'Rascunho: resposta a uma mensagem',
    )
    expect(said({ attachments: [photo] })).not.toContain('Cadê')
  })

  it('says whose ticket it is when it is somebody else’s, and nothing where it is one’s own', () => {
    show(person(2, { status: 'open', userId: 7, user: { id: 7, name: 'Bruno Carvalho' } }))
    expect(screen.getByText('BC')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Ana, com Bruno Carvalho/ })).toBeTruthy()
    cleanup()
    show(person(3, { status: 'open', userId: 2, user: { id: 2, name: 'Carla' } }))
    expect(screen.queryByText('C')).toBeNull()
  })

  it('says in a list of many states which tickets are not being worked on', () => {
    show(person(2, { status: 'closed' }), { stateShown: true, searched: 'x' })
    expect(screen.getByText('Resolvido')).toBeTruthy()
    cleanup()
    show(person(3, { status: 'open', userId: 2 }), { stateShown: true })
    expect(screen.queryByText('Atendendo')).toBeNull()
    cleanup()
    show(person(4, { status: 'open', snoozedAt: at(1), wokenBy: null, lastMessage: 'Vou precisar' }))
    expect(screen.getByTitle('Adiado até o cliente escrever').textContent).toBe('')
  })

  it('shows a found message as it is read, without marks and signing line', () => {
    const found = (body: string, searched: string): string => {
      show({ ...person(2), messages: [{ id: 'm', body, heard: false, translated: false }] }, { searched })
      const text = document.querySelector('mark')?.parentElement?.textContent ?? ''
      cleanup()
      return text
    }
    expect(found('*Ana Martins:*\nEntendo, vou *verificar* já', 'entendo')).toBe('Entendo, vou verificar já')
    expect(found('*Ana Martins:*\nEntendo', 'martins')).toContain('Martins')
    expect(found('preço _especial_ hoje', 'especial hoje')).toBe('preço especial hoje')
  })
})

describe('the height of a row', () => {
  const tags = ['VIP', 'Boleto', 'Retorno', 'Entrega'].map((name, at) => ({
    ...{ id: at + 1, name, color: '#aa0000' },
    ...{ kanban: 0, userId: null, ticketsCount: 0 },
  }))
  it.each([
    ['compact', 32, '1', 0],
    ['normal', 40, '1', 3],
    ['roomy', 40, '2', 3],
  ] as const)(
    '%s: a picture of %d px, %s lines of words beside tags, %d tags by name',
    (density, px, lines, named) => {
      absorbTickets(
        [{ ...person(2), tags, status: 'open', userId: 7, user: { id: 7, name: 'Bruno Carvalho' } }],
        0,
      )
      const handlers = { onOpen: noop, onAccept: noop, onSpy: noop }
      const { container } = render(
        inApp(
          <TicketRow
            id={2}
            current={false}
            tabbable
            left={false}
            density={density}
            searched=""
            {...handlers}
          />,
        ),
      )
      const picture = container.querySelector<HTMLElement>('[data-row-box] > span')
      expect(picture?.style.getPropertyValue('--size')).toBe(`${px}px`)
      expect(container.querySelector<HTMLElement>('[style*=line-clamp]')?.style.webkitLineClamp).toBe(lines)
      expect(['VIP', 'BOLETO', 'RETORNO', 'ENTREGA'].filter(name => screen.queryByText(name))).toHaveLength(
        named,
      )
      // Who has it is a picture over the customer's, and in words for who hears the row.
      expect(screen.getByText('BC')).toBeTruthy()
      expect(screen.getByRole('button', { name: /Bruno Carvalho/ })).toBeTruthy()
    },
  )
})

describe('the list', () => {
  const pendingList = (over: { currentId?: number | null; onOpen?: (ticket: StoredTicket) => void } = {}) =>
    inApp(
      <TicketList
        name="pending"
        label="Aguardando"
        currentId={null}
        onOpen={noop}
        onAccept={noop}
        onSpy={noop}
        {...over}
      />,
    )
  const fill = (tickets: ReturnType<typeof aTicket>[]) =>
    setTicketsSource({
      page: async () => ({ tickets, count: tickets.length, hasMore: false, cursor: null }),
      counts: async () => ({ open: 0, pending: 0, closed: 0, groups: 0, unread: 0 }),
    } as unknown as Parameters<typeof setTicketsSource>[0])
  const show = async (onOpen: (ticket: StoredTicket) => void = noop) => {
    render(pendingList({ onOpen }))
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2))
  }
  const rows = () => screen.getAllByRole('listitem').map(row => row.getAttribute('data-ticket-id'))
  const focused = () => document.activeElement?.getAttribute('data-row-button')
  const customerWrites = (seq: number, ticketId: number, fromMe = false) => {
    receiveFeed({
      events: [
        {
          seq,
          event: {
            channel: 'appMessage',
            data: {
              action: 'create',
              message: aMessage(ticketId, { fromMe, createdAt: at(300) }),
              ticket: null,
              contact: null,
            },
          },
        },
      ],
    })
    flushFeed()
  }

  it('is one tab stop; arrows, Home, End and letters move, Enter opens', async () => {
    const opened: number[] = []
    fill([person(1), person(2), person(3), person(4)])
    await show(ticket => void opened.push(ticket.id))
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-row-button]')]
    expect(buttons.filter(button => button.tabIndex === 0)).toHaveLength(1)
    buttons[0]?.focus()
    fireEvent.keyDown(buttons[0] as HTMLElement, { key: 'ArrowDown' })
    await waitFor(() => expect(focused()).toBe('2'))
    fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
    await waitFor(() => expect(focused()).toBe('4'))
    fireEvent.keyDown(document.activeElement as Element, { key: 'a' })
    await waitFor(() => expect(focused()).toBe('2'))
    await userEvent.keyboard('{Enter}')
    expect(opened).toEqual([2])
  })

  it('holds still under the pointer, says how many moved, and applies on request', async () => {
    fill([person(1), person(2), person(3)])
    await show()
    expect(rows()).toEqual(['1', '2', '3'])
    const list = screen.getByRole('list', { name: 'Aguardando' })
    fireEvent.pointerOver(list, { pointerType: 'mouse' })
    customerWrites(1, 1, true)
    await waitFor(() => screen.getByRole('button', { name: '1 mudou de lugar' }))
    expect(rows()).toEqual(['1', '2', '3'])
    await userEvent.click(screen.getByRole('button', { name: '1 mudou de lugar' }))
    await waitFor(() => expect(rows()).toEqual(['2', '3', '1']))
  })

  it('takes over the order when the ticket that was just opened has no row in the held one', async () => {
    fill([person(1), person(2), person(3)])
    const list = (currentId: number | null) => pendingList({ currentId })
    const { rerender } = render(list(null))
    await waitFor(() => expect(rows()).toHaveLength(3))
    fireEvent.pointerOver(screen.getByRole('list', { name: 'Aguardando' }), { pointerType: 'mouse' })
    absorbTickets([person(9, { waitingSince: at(0) })], 0)
    await waitFor(() => screen.getByRole('button', { name: '1 mudou de lugar' }))
    expect(rows()).not.toContain('9')
    rerender(list(9))
    await waitFor(() => expect(rows()[0]).toBe('9'))
    expect(document.querySelector('[data-row-button="9"]')?.getAttribute('aria-current')).toBe('true')
  })

  const elementOf = (id: number) => document.querySelector(`[data-ticket-id="${id}"]`) as HTMLElement
  const comesFirst = (id: number, turn: number) =>
    act(() => absorbTickets([person(id, { waitingSince: at(-turn), updatedAt: at(400 + turn) })], 0))

  it('keeps the element of a row that is being pressed or has the focus, wherever it goes', async () => {
    fill([1, 2, 3, 4].map(id => person(id)))
    await show()
    const last = elementOf(4)
    fireEvent.pointerDown(last.querySelector('button') as Element)
    comesFirst(4, 1)
    await waitFor(() => expect(rows()[0]).toBe('4'))
    expect(elementOf(4)).toBe(last)
    fireEvent.pointerUp(last)
    const next = elementOf(3)
    act(() => next.querySelector('button')?.focus())
    fireEvent.pointerOver(screen.getByRole('list', { name: 'Aguardando' }), { pointerType: 'mouse' })
    comesFirst(3, 2)
    fireEvent.click(await screen.findByText('1 mudou de lugar'))
    await waitFor(() => expect(rows()[0]).toBe('3'))
    expect(elementOf(3)).toBe(next)
  })

  it('tells why it is empty, and offers another try when it could not be read', async () => {
    fill([])
    render(pendingList())
    await waitFor(() => screen.getByText('Ninguém aguardando'))
    expect(screen.getByText('Quando um cliente escrever, o ticket aparece aqui.')).toBeDefined()
    cleanup()
    setViewer(null)
    setViewer(aViewer({ queueIds: [] }))
    render(pendingList())
    expect(await screen.findByText(/^Você não está em nenhuma fila/)).toBeDefined()
    cleanup()
    setViewer(null)
    setViewer(aViewer())
    setTicketsSource({
      page: async () => {
        throw new Error('ERR_INTERNAL')
      },
    } as unknown as Parameters<typeof setTicketsSource>[0])
    render(pendingList())
    await waitFor(() => screen.getByRole('alert'))
    fill([person(1), person(2), person(3)])
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })
})
