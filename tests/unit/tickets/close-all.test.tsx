// @vitest-environment jsdom
import '../support/jsdom'
import { NO_QUEUE_ID, type OutboxEntry } from '@contract'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Form, Input } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CloseAllDialog } from '@/features/tickets/close-all-dialog'
import { applyOutboxChange, resetOutbox, startOutbox } from '@/stores/outbox'
import { queuesDirectory } from '@/stores/queues'
import {
  closeAllTickets,
  countClosable,
  deleteTicket,
  setTicketsSource,
  type TicketsSource,
} from '@/stores/tickets'
import { FormDialog, Select } from '@/ui'
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
})

describe('what is held of texts that were sent', () => {
  const acts: [string, () => Promise<unknown>][] = [
    ['closing all', () => closeAllTickets('open', [3], { id: 1, name: 'Ana' })],
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

describe('a form', () => {
  function Fields({ onSubmit }: { onSubmit: () => Promise<void> }) {
    const [form] = Form.useForm<{ name?: string; queueId?: number }>()
    return (
      <FormDialog<{ name?: string; queueId?: number }>
        open
        title="Transferir"
        form={form}
        onSubmit={onSubmit}
        onClose={() => {}}
        submitLabel="Salvar"
        cancelLabel="Cancelar"
        describeError={error => (error instanceof Error ? error.message : '')}
      >
        <Form.Item name="name" label="Nome" rules={[{ required: true, message: 'Falta o nome' }]}>
          <Input />
        </Form.Item>
        <Form.Item name="queueId" label="Fila" rules={[{ required: true, message: 'Falta a fila' }]}>
          <Select showSearch options={[{ value: 1, label: 'Suporte' }]} />
        </Form.Item>
      </FormDialog>
    )
  }
  const pick = (): void => {
    const field = screen.getByRole('combobox')
    fireEvent.change(field, { target: { value: 'Sup' } })
    fireEvent.keyDown(field, { key: 'Enter', which: 13, keyCode: 13 })
  }

  it('takes back what it said of a field once the choice is made, and leaves what it said of others', async () => {
    render(<Fields onSubmit={vi.fn()} />)
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Falta a fila')
    pick()
    await waitFor(() => expect(document.querySelectorAll('.ant-form-item-explain-error')).toHaveLength(1))
    expect(screen.getByText('Falta o nome')).toBeTruthy()
  })

  it('takes back why a save was refused once anything changes', async () => {
    render(<Fields onSubmit={() => Promise.reject(new Error('Escolha alguém'))} />)
    fireEvent.change(screen.getByLabelText('Nome'), { target: { value: 'Ana' } })
    pick()
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Escolha alguém')
    fireEvent.change(screen.getByLabelText('Nome'), { target: { value: 'Bia' } })
    await waitFor(() => expect(screen.queryByText('Escolha alguém')).toBeNull())
  })
})
