import { type Invoice, invoice as invoiceSchema } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { invoicesList } from '@/stores/invoices'
import { soon } from '../../support/soon'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const OTHER = { id: 2, name: 'Padaria' }
const invoice = (id: number, over: object = {}): Invoice =>
  invoiceSchema.parse({ id, detail: 'Completo', value: 99.9, status: 'open', dueDate: '2026-12-09', ...over })
const own = invoice(1, { companyId: 1 })
const others = invoice(2, { companyId: 2, company: OTHER })

let seq = 0
function told(action: 'create' | 'update', record: Invoice): void {
  seq += 1
  receiveFeed({ events: [{ seq, event: { channel: 'payment', data: { action, invoice: record } } }] })
  flushFeed()
}
const shown = () => {
  const { rows, count } = invoicesList.use.getState()
  return { ids: rows.map(({ id }) => id), count }
}

beforeEach(() => {
  seq = 0
  call.mockImplementation(async (name: string, { query }: { query: { status?: string } }) => {
    const rows = name === 'invoices.page' ? [own] : query.status === 'open' ? [others] : []
    return { invoices: rows, count: rows.length, hasMore: false }
  })
})
afterEach(() => {
  invoicesList.reset()
  resetFeed()
  call.mockReset()
})

it('of the own company take no other company’s', async () => {
  invoicesList.open()
  await soon(() => expect(shown()).toEqual({ ids: [1], count: 1 }))
  told('create', invoice(3, { companyId: 2, company: OTHER }))
  expect(shown()).toEqual({ ids: [1], count: 1 })
  told('create', invoice(4, { companyId: 1 }))
  expect(shown()).toEqual({ ids: [4, 1], count: 2 })
})

it('of every company follow what another console settles and what is demanded anew', async () => {
  invoicesList.open({ scope: 'open' })
  await soon(() => expect(shown()).toEqual({ ids: [2], count: 1 }))
  const demanded = invoice(3, { companyId: 3, company: { id: 3, name: 'Oficina' } })
  told('create', demanded)
  // The platform's own company is told of its invoice twice: once as everybody's, once as its own.
  told('create', invoice(3, { companyId: 3 }))
  expect(shown()).toEqual({ ids: [3, 2], count: 2 })
  told('update', { ...others, status: 'paid' })
  expect(shown()).toEqual({ ids: [3], count: 1 })
})

it('that are paid gain the one that was just paid', async () => {
  invoicesList.open({ scope: 'paid' })
  await soon(() => expect(invoicesList.use.getState().status).toBe('ready'))
  told('update', { ...others, status: 'paid' })
  expect(invoicesList.use.getState().rows[0]).toMatchObject({ id: 2, status: 'paid', company: OTHER })
  expect(shown().count).toBe(1)
})
