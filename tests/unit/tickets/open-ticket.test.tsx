// @vitest-environment jsdom
import '../support/jsdom'
import { capabilitiesOf } from '@contract'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter, Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { LostTicket } from '@/features/tickets/lost-ticket'
import { useOpenTicket } from '@/features/tickets/use-open-ticket'
import { ticketPath, useTicketActions } from '@/features/tickets/use-ticket-actions'
import { setLanguage } from '@/i18n'
import { draftOf, resetDrafts, saveDraft } from '@/stores/drafts'
import { feedPosition, flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { useServers } from '@/stores/servers'
import { useSession } from '@/stores/session'
import { noteThreadAnswer } from '@/stores/thread-answers'
import {
  absorbTickets,
  canUndoResolve,
  setTicketsSource,
  setViewer,
  ticketById,
  useTicketsStore,
} from '@/stores/tickets'
import { toasts, useToastList } from '@/stores/toasts'
import { SteadyNavigate } from '@/ui'
import { aTicket, aViewer } from '../stores/a-ticket'
import { ticketsFrom } from '../stores/tickets-source'
import { aUser } from '../support/fake-bridge'

const refusal = (
  status: number,
  code: 'ERR_NO_PERMISSION' | 'ERR_NO_TICKET_FOUND' | 'ERR_TICKET_TAKEN',
  details = {},
) => new ApiError('refused', code, code, status, details)
let actions: ReturnType<typeof useTicketActions>
let go: (path: string) => void
/** What happened, in order: tickets drawn, and pages asked for. */
const order: string[] = []
function Probe() {
  const { uuid } = useParams()
  const opening = useOpenTicket(uuid)
  if (opening.phase === 'shown') order.push(`drawn ${opening.ticket.id}`)
  actions = useTicketActions()
  const navigate = useNavigate()
  go = path => void navigate(path)
  return (
    <>
      <output data-testid="phase">{opening.phase}</output>
      <output data-testid="name">{opening.phase === 'shown' ? opening.ticket.contact?.name : ''}</output>
      <output data-testid="path">{uuid ?? 'list'}</output>
    </>
  )
}
const show = (path: string) =>
  render(
    <App component={false}>
      <MemoryRouter initialEntries={[path]}>
        <SteadyNavigate>
          <Routes>
            <Route path="/tickets/:uuid?" element={<Probe />} />
          </Routes>
        </SteadyNavigate>
      </MemoryRouter>
    </App>,
  )
const text = (id: string) => screen.getByTestId(id).textContent
const said = () => useToastList.getState().toasts.map(toast => toast.text)

beforeEach(async () => {
  await setLanguage('pt')
  useSession.setState({ status: 'signedIn', user: aUser() })
  setViewer(aViewer())
})
afterEach(() => {
  cleanup()
  setViewer(null)
  setTicketsSource()
  resetFeed()
  toasts.clear()
})

describe('opening a ticket', () => {
  it('shows a known ticket in the same frame and nothing of the one before (defects 1 and 2)', async () => {
    const never = new Promise<never>(() => {})
    ticketsFrom({ byUuid: () => never })
    absorbTickets([aTicket(1), aTicket(2)], 0)
    show(ticketPath(aTicket(1).uuid))
    expect(text('name')).toBe('Cliente 1')
    act(() => go(ticketPath(aTicket(2).uuid)))
    expect(text('name')).toBe('Cliente 2')
    expect(useTicketsStore.getState().selectedId).toBe(2)
    act(() => go(ticketPath(aTicket(3).uuid)))
    expect(text('phase')).toBe('loading')
    expect(text('name')).toBe('')
    expect(useTicketsStore.getState().selectedId).toBeNull()
  })

  it('says what may not be seen and goes back to the list after a second', async () => {
    ticketsFrom({ byUuid: async () => Promise.reject(refusal(403, 'ERR_NO_PERMISSION')) })
    show(ticketPath(aTicket(1).uuid))
    await waitFor(() => expect(text('phase')).toBe('forbidden'))
    await waitFor(() => expect(text('path')).toBe('list'))
    expect(said()).toEqual(['Você não tem permissão para acessar este Ticket'])
  })

  it('asks for no ticket it knows: its messages bring it, and say when it may not be seen any more', async () => {
    const asked: string[] = []
    ticketsFrom({
      byUuid: async uuid => {
        asked.push(uuid)
        throw refusal(403, 'ERR_NO_PERMISSION')
      },
    })
    absorbTickets([aTicket(1)], 0)
    show(ticketPath(aTicket(1).uuid))
    await act(async () => {})
    act(() =>
      noteThreadAnswer({
        ticketId: 1,
        ticket: aTicket(1, { lastMessage: 'Até logo' }),
        position: feedPosition(),
      }),
    )
    expect(ticketById(1)?.lastMessage).toBe('Até logo')
    act(() =>
      noteThreadAnswer({ ticketId: 1, error: new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0) }),
    )
    act(() => noteThreadAnswer({ ticketId: 2, error: refusal(403, 'ERR_NO_PERMISSION') }))
    expect([asked, text('phase')]).toEqual([[], 'shown'])
    act(() => noteThreadAnswer({ ticketId: 1, error: refusal(403, 'ERR_NO_PERMISSION') }))
    await waitFor(() => expect(text('phase')).toBe('forbidden'))
    expect(asked).toEqual([aTicket(1).uuid])
  })

  it('stays readable while the server cannot be reached, and offers another try where nothing is known', async () => {
    ticketsFrom({
      byUuid: async () => Promise.reject(new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)),
    })
    absorbTickets([aTicket(1)], 0)
    show(ticketPath(aTicket(1).uuid))
    await act(async () => {})
    expect(text('phase')).toBe('shown')
    act(() => go(ticketPath(aTicket(9).uuid)))
    await waitFor(() => expect(text('phase')).toBe('failed'))
  })

  it('tells who worked in it that a ticket went where it may not be seen, with the draft, and waits', async () => {
    ticketsFrom({ byUuid: async () => Promise.reject(refusal(403, 'ERR_NO_PERMISSION')) })
    const mine = aTicket(4, { status: 'open', userId: 2 })
    absorbTickets([mine], 0)
    saveDraft(4, { text: 'Seu pedido saiu' })
    show(ticketPath(mine.uuid))
    expect(text('phase')).toBe('shown')
    await act(async () => noteThreadAnswer({ ticketId: 4, error: refusal(403, 'ERR_NO_PERMISSION') }))
    await waitFor(() => expect(text('phase')).toBe('lost'))
    expect(text('path')).toBe(mine.uuid)
    expect(draftOf(4)?.text).toBe('Seu pedido saiu')
    cleanup()
    // Ended by the loss, the recording is kept a moment later.
    render(
      <App component={false}>
        <MemoryRouter>
          <SteadyNavigate>
            <LostTicket ticketId={4} />
          </SteadyNavigate>
        </MemoryRouter>
      </App>,
    )
    expect(screen.queryByText('Sua gravação')).toBeNull()
    const voice = { id: 'voz', name: 'audio-record-site-1.mp3', mime: 'audio/mpeg', size: 9, duration: 2 }
    act(() => saveDraft(4, { attachments: [{ ...voice, caption: '', width: null, height: null }] }))
    expect(screen.getByText('Sua gravação')).toBeTruthy()
    expect(screen.getByTestId('voice-draft')).toBeTruthy()
    resetDrafts()
  })

  it('leaves a deleted ticket, but not one that a change of status only seemed to delete', async () => {
    absorbTickets([aTicket(1)], 0)
    ticketsFrom({ byUuid: async () => aTicket(1, { status: 'open', userId: 2 }) })
    show(ticketPath(aTicket(1).uuid))
    await act(async () => {})
    const gone = (seq: number) =>
      act(() => {
        receiveFeed({
          events: [{ seq, event: { channel: 'ticket', data: { action: 'delete', ticketId: 1 } } }],
        })
        flushFeed()
      })
    gone(1)
    expect(text('phase')).toBe('shown')
    await waitFor(() => expect(useTicketsStore.getState().gone.size).toBe(0))
    expect(text('phase')).toBe('shown')
    ticketsFrom({ byUuid: async () => Promise.reject(refusal(404, 'ERR_NO_TICKET_FOUND')) })
    gone(2)
    await waitFor(() => expect(text('path')).toBe('list'))
    expect(said()).toEqual(['Este ticket não existe mais'])
  })
})

describe('actions', () => {
  beforeEach(() => absorbTickets([aTicket(1), aTicket(2, { status: 'open', userId: 2, promptId: 5 })], 0))

  it('keeps an accepted ticket selected', async () => {
    ticketsFrom({
      update: async () => aTicket(1, { status: 'open', userId: 2 }),
      byUuid: () => new Promise(() => {}),
    })
    show('/tickets')
    await act(async () => actions.accept(aTicket(1)))
    expect(text('path')).toBe(aTicket(1).uuid)
    expect(ticketById(1)?.status).toBe('open')
  })

  it('leaves a resolved ticket with a toast that takes it back', async () => {
    const bodies: unknown[] = []
    ticketsFrom({
      byUuid: () => new Promise(() => {}),
      update: async (id, body) => {
        bodies.push(body)
        return aTicket(id, { ...body, promptId: 5 })
      },
      undoResolve: async id => aTicket(id, { status: 'open', userId: 2, promptId: 5 }),
    })
    show(ticketPath(aTicket(2).uuid))
    await act(async () => actions.resolve(aTicket(2, { promptId: 5 })))
    expect(bodies[0]).toEqual({
      status: 'closed',
      sayAfterUndo: true,
      userId: 2,
      justClose: false,
      useIntegration: false,
      promptId: null,
      integrationId: null,
      expected: { status: 'open', userId: 2 },
    })
    expect(text('path')).toBe('list')
    expect(said()).toEqual(['Ticket resolvido'])
    await act(async () => useToastList.getState().toasts[0]?.action?.run())
    expect(bodies).toHaveLength(1)
    await waitFor(() => expect(text('path')).toBe(aTicket(2).uuid))
  })

  it('resolves once, however often that is asked for before the answer', async () => {
    let answer: (ticket: ReturnType<typeof aTicket>) => void = () => {}
    const update = vi.fn(() => new Promise<ReturnType<typeof aTicket>>(done => (answer = done)))
    ticketsFrom({ byUuid: () => new Promise(() => {}), update })
    absorbTickets([aTicket(2, { status: 'open', userId: 2 })], 0)
    show(ticketPath(aTicket(2).uuid))
    await act(async () => {
      const open = aTicket(2, { status: 'open', userId: 2 })
      const both = [actions.resolve(open), actions.resolve(open)]
      answer(aTicket(2, { status: 'closed' }))
      await Promise.all(both)
      // A press that came before the screen had gone on.
      await actions.resolve(open)
    })
    expect(update).toHaveBeenCalledTimes(1)
    expect(useToastList.getState().toasts.map(({ text, times }) => [text, times])).toEqual([
      ['Ticket resolvido', 1],
    ])
  })

  it('offers to take a resolve back only where the server restores the ticket, or it was mine and read', async () => {
    const facts = (level: 'native' | 'equivalent') =>
      useServers.setState({
        state: {
          facts: {
            version: '',
            adapter: 'legacy',
            capabilities: capabilitiesOf('missing', { undoResolve: level }),
          },
        } as never,
      })
    const mine = { status: 'open' as const, userId: 2, unreadMessages: 0 }
    facts('equivalent')
    expect(canUndoResolve(aTicket(1, mine), { id: 2, name: 'Ana' })).toBe(true)
    for (const other of [{ userId: 3 }, { status: 'pending' as const, userId: null }, { unreadMessages: 1 }])
      expect(canUndoResolve(aTicket(1, { ...mine, ...other }), { id: 2, name: 'Ana' })).toBe(false)
    facts('native')
    expect(canUndoResolve(aTicket(1, { status: 'pending', userId: null }), { id: 2, name: 'Ana' })).toBe(true)
    useServers.setState({ state: null })
  })

  it('returns to the waiting ones with a toast', async () => {
    const bodies: unknown[] = []
    ticketsFrom({
      byUuid: () => new Promise(() => {}),
      update: async (id, body) => {
        bodies.push(body)
        return aTicket(id)
      },
    })
    show(ticketPath(aTicket(2).uuid))
    await act(async () => actions.giveBack(aTicket(2)))
    expect(bodies).toEqual([{ status: 'pending', userId: null, expected: { status: 'open', userId: 2 } }])
    expect(text('path')).toBe('list')
    expect(said()).toEqual(['Ticket devolvido à fila'])
  })
})
