// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastArea } from '../../../src/app/shell/toast-area'
import { type Contact, contact, FORWARD_UNDO_MS, type Outgoing } from '../../../src/contract'
import { forwardAll, takeForwardBack } from '../../../src/features/thread/forward'
import { ForwardDialog } from '../../../src/features/thread/forward-dialog'
import { useForward } from '../../../src/features/thread/thread-dialogs'
import { startOutbox } from '../../../src/stores/outbox'
import { setViewer } from '../../../src/stores/tickets'
import { aViewer } from '../stores/a-ticket'
import { entry, msg } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../../src/api', async original => ({ ...(await original<object>()), call }))

const person = (id: number, name: string, over: Partial<Contact> = {}): Contact => ({
  ...contact.parse({ id, name, number: `55119888000${id}` }),
  ...over,
})
const ALINE = person(1, 'Aline Barros', { email: 'aline@caixa.example' })
const CAIO = person(2, 'Caio Prado')
const CAIQUE = person(3, 'Caíque Lima')

describe('forwardAll', () => {
  const job = {
    ticketId: 1,
    messages: [
      msg('a', 0, { fromMe: true, body: 'sem assinatura' }),
      msg('b', 1, { fromMe: true, body: '*Ana:*\nassinada' }),
      msg('c', 2, { body: 'do cliente' }),
    ],
    contactId: 5,
    signMessage: true,
    expected: { userId: 2, status: 'open' as const },
  }
  it('hands all over at once, held long enough to be undone, and signs only what is ours and unsigned', async () => {
    const items: Outgoing[] = []
    let next = 0
    const ids = await forwardAll(job, {
      enqueue: async item => {
        items.push(item)
        return { ok: true, value: null }
      },
      newId: () => `client-000${next++}`,
    })
    expect(ids).toEqual(['client-0000', 'client-0001', 'client-0002'])
    expect(items.map(item => [item.forward?.messageId, item.forward?.signMessage, item.holdMs])).toEqual([
      ['a', true, FORWARD_UNDO_MS],
      ['b', false, FORWARD_UNDO_MS],
      ['c', false, FORWARD_UNDO_MS],
    ])
  })
  it('stops at the first one the outbox refuses', async () => {
    let count = 0
    const ids = await forwardAll(job, {
      enqueue: async () =>
        ++count === 2 ? { ok: false, code: 'BRIDGE_FAILED', message: '' } : { ok: true, value: null },
      newId: () => 'client-0001',
    })
    expect([ids.length, count]).toEqual([1, 2])
  })
  it('is taken back from its end, and says what had left', async () => {
    const asked: string[] = []
    const left = await takeForwardBack(['a', 'b', 'c'], async id => {
      asked.push(id)
      return { ok: true, value: { removed: id !== 'a' } }
    })
    expect([asked, left]).toEqual([['c', 'b', 'a'], 1])
  })
})

describe('choosing to whom', () => {
  let server: Contact[]
  let seen: Contact[]
  const chosen = vi.fn()

  beforeEach(() => {
    const fake = fakeBridge()
    fake.answer('search.local', () => ({
      ok: true,
      value: {
        contacts: seen.map(one => ({ contact: one, nameRanges: [], numberRanges: [] })),
        tickets: [],
        messages: [],
        tookMs: 0,
      },
    }))
    installBridge(fake)
    seen = []
    server = []
    chosen.mockReset()
    call.mockReset()
    call.mockImplementation(async () => ({ contacts: server, count: server.length, hasMore: false }))
  })
  afterEach(cleanup)

  const open = async (typed: string): Promise<HTMLElement> => {
    render(
      <App>
        <ForwardDialog count={3} onForward={chosen} onClose={() => {}} />
      </App>,
    )
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: typed } })
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'contacts.list',
        expect.objectContaining({ query: { searchParam: typed, pageNumber: 1 } }),
      ),
    )
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(0))
    await waitFor(() =>
      expect(screen.getAllByRole('option')).toHaveLength(new Set([...seen, ...server]).size),
    )
    return field
  }
  const names = (): string[] =>
    screen.getAllByRole('option').map(row => row.querySelector('bdi')?.textContent ?? '')

  it('does not take somebody whose address alone matched: Enter twice sends to nobody', async () => {
    server = [ALINE, CAIQUE, CAIO]
    const field = await open('cai')
    expect(names()).toEqual(['Caíque Lima', 'Caio Prado', 'Aline Barros'])
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(chosen).not.toHaveBeenCalled()
    expect(screen.queryByRole('option', { selected: true })).toBeNull()
  })
  it('takes the one match by name, names it on the button, and forgets it when the text changes', async () => {
    server = [ALINE, CAIO]
    const field = await open('cai')
    fireEvent.keyDown(field, { key: 'Enter' })
    const send = await screen.findByRole<HTMLButtonElement>('button', { name: /Caio Prado/ })
    expect(send.disabled).toBe(false)
    fireEvent.change(field, { target: { value: 'caix' } })
    expect(screen.queryByRole('button', { name: /para Caio Prado/ })).toBeNull()
    expect(chosen).not.toHaveBeenCalled()
  })
  it('gives a way back in its toast, which takes all of it back from the outbox', async () => {
    const entries: Outgoing[] = []
    const removed: string[] = []
    startOutbox({
      on: { outboxChanged: () => () => {} },
      outbox: {
        list: async () => ({ ok: true, value: [] }),
        enqueue: async (item: Outgoing) => {
          entries.push(item)
          return { ok: true, value: entry(item.id, { ticketId: item.ticketId }) }
        },
        remove: async ({ id }: { id: string }) => {
          removed.push(id)
          return { ok: true, value: { removed: true } }
        },
      },
    } as unknown as Parameters<typeof startOutbox>[0])
    server = [CAIO]
    setViewer(aViewer())
    function Thread() {
      const forward = useForward(1)
      const [picking, setPicking] = useState(false)
      const choose = (to: Contact) => {
        setPicking(false)
        void forward([msg('a', 0), msg('b', 1)], to)
      }
      return (
        <>
          <button type="button" onClick={() => setPicking(true)}>
            pick
          </button>
          {picking ? <ForwardDialog count={2} onForward={choose} onClose={() => setPicking(false)} /> : null}
          <ToastArea />
        </>
      )
    }
    render(
      <App>
        <Thread />
      </App>,
    )
    fireEvent.click(screen.getByText('pick'))
    fireEvent.doubleClick(await screen.findByRole('option', { name: /Caio Prado/ }))
    const undo = await screen.findByRole('button', { name: 'Desfazer' })
    const expected = { userId: 2, status: 'open' }
    expect(entries).toMatchObject(['a', 'b'].map(messageId => ({ forward: { messageId }, expected })))
    fireEvent.click(undo)
    await waitFor(() => expect(removed).toEqual(entries.map(item => item.id).toReversed()))
    expect(await screen.findByText(/^Encaminhamento desfeito/)).toBeTruthy()
  })
})
