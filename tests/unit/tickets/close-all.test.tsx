// @vitest-environment jsdom
import '../support/jsdom'
import { NO_QUEUE_ID, type OutboxEntry } from '@contract'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { CloseAllDialog } from '@/features/tickets/close-all-dialog'
import { applyOutboxChange, resetOutbox, startOutbox } from '@/stores/outbox'
import { queuesDirectory } from '@/stores/queues'
import { useSession } from '@/stores/session'
import {
  closeAllTickets,
  countClosable,
  deleteTicket,
  setTicketsSource,
  type TicketsSource,
} from '@/stores/tickets'
import { ticketsFrom, unexpected } from '../stores/tickets-source'
import { fakeBridge, installBridge } from '../support/fake-bridge'

/** Tickets by queue; 0 has none. A list of queues brings those without one too, as the server does. */
const WAITING: Record<number, number> = { 0: 2, 1: 5, 3: 7 }
const page: TicketsSource['page'] = async query => {
  const ids = new Set([NO_QUEUE_ID, ...((query.queueIds as number[] | undefined) ?? [])])
  return {
    tickets: [],
    count: [...ids].reduce((sum, id) => sum + (WAITING[id] ?? 0), 0),
    hasMore: false,
    cursor: null,
  }
}

beforeEach(() => {
  installBridge(fakeBridge())
  queuesDirectory.use.setState({
    items: [
      { id: 1, name: 'Suporte', color: '#000000' },
      { id: 3, name: 'Financeiro', color: '#111111' },
    ] as never,
    status: 'ready',
  })
  ticketsFrom({ page, counts: unexpected })
})
afterEach(() => {
  cleanup()
  resetOutbox()
  setTicketsSource()
})

describe('closing all', () => {
  it('counts what it would close: those without a queue only when they are chosen', async () => {
    const { signal } = new AbortController()
    expect(await countClosable('pending', [3], signal)).toBe(7)
    expect(await countClosable('pending', [3, NO_QUEUE_ID], signal)).toBe(9)
    expect(await countClosable('pending', [], signal)).toBe(0)
  })

  it('says how many before the confirm, which is a danger button', async () => {
    render(
      <App>
        <CloseAllDialog onClose={() => {}} />
      </App>,
    )
    const field = screen.getByRole('combobox')
    fireEvent.change(field, { target: { value: 'Fin' } })
    fireEvent.keyDown(field, { key: 'Enter', which: 13, keyCode: 13 })
    await waitFor(() => expect(screen.getByText('7 tickets serão resolvidos.')).toBeTruthy())
    const confirm = screen.getByRole('button', { name: /^Resolver 7/ })
    expect(confirm.className).toContain('dangerous')
  })

  it('asks once more, with the new number, where more would be closed than was shown', async () => {
    useSession.setState({ user: { id: 1, name: 'Ana' } as never })
    const asked: (number | undefined)[] = []
    ticketsFrom({
      page,
      closeAll: async ({ most = 0 }) => {
        asked.push(most)
        if (most < 9) throw new ApiError('refused', 'ERR_MORE_TO_CLOSE', '', 409, { count: 9 })
        return { closed: 9 }
      },
    })
    const onClose = vi.fn()
    render(
      <App>
        <CloseAllDialog onClose={onClose} />
      </App>,
    )
    const field = screen.getByRole('combobox')
    fireEvent.change(field, { target: { value: 'Fin' } })
    fireEvent.keyDown(field, { key: 'Enter', which: 13, keyCode: 13 })
    fireEvent.click(await screen.findByRole('button', { name: /^Resolver 7/ }))
    const again = await screen.findByRole('button', { name: /^Resolver 9/ })
    expect(screen.getByText(/^Há mais tickets nesta escolha/)).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(again)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(asked).toEqual([7, 9])
  })
})

describe('what is held of texts that were sent', () => {
  const acts: [string, () => Promise<unknown>][] = [
    ['closing all', () => closeAllTickets('open', [3], 7, { id: 1, name: 'Ana' })],
    ['deleting its ticket', () => deleteTicket(7)],
  ]
  it.each(acts)('leaves before %s', async (_, act) => {
    const order: string[] = []
    const fake = fakeBridge()
    fake.answer('outbox.release', () => {
      order.push('left')
      applyOutboxChange([{ ...held, state: 'sent', notBefore: null, attempts: 1 }], [])
      return { ok: true, value: undefined }
    })
    installBridge(fake)
    startOutbox()
    const held = {
      id: 'e1',
      ticketId: 7,
      kind: 'text',
      state: 'queued',
      notBefore: 1,
      attempts: 0,
    } as never as OutboxEntry
    ticketsFrom({
      page,
      closeAll: async () => {
        order.push('closed')
        return { closed: 7 }
      },
      remove: async () => void order.push('closed'),
    })
    applyOutboxChange([held], [])
    await act()
    expect(order).toEqual(['left', 'closed'])
  })
})
