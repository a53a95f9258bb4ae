// @vitest-environment jsdom
import { endpoints, type Invoice, invoice as invoiceSchema } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InvoicesScreen } from '@/features/finance'
import { serverNow, setClockOffset } from '@/stores/clock'
import { usePayments } from '@/stores/invoices'
import { toasts } from '@/stores/toasts'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const invoice = (id: number, over: object): Invoice =>
  invoiceSchema.parse({ id, detail: 'Completo', value: 1197.9, status: 'open', users: 10, ...over })
const INVOICES = [
  invoice(3, { dueDate: '2099-12-09' }),
  invoice(2, { dueDate: '2020-02-01' }),
  invoice(1, { dueDate: '2020-01-01', status: 'paid' }),
]

beforeEach(async () => {
  // This computer's clock is an hour ahead: what is left of a Pix is by the server's.
  setClockOffset(-3_600_000)
  call.mockImplementation(async (name: string) => {
    if (name === 'invoices.page') return { invoices: INVOICES, count: 3, hasMore: false }
    if (name === 'subscription.billing') return endpoints[name].response.parse({})
    if (name === 'subscription.pay')
      return {
        txid: 'T1',
        qrcode: { qrcode: '00020126-codigo' },
        valor: { original: '1197.90' },
        expiresAt: new Date(serverNow() + 600_000).toISOString(),
        settledBy: 'bank',
      }
    return null
  })
  await openScreen(<InvoicesScreen />)
  await screen.findAllByText('09/12/2099')
})
afterEach(() => {
  setClockOffset(0)
  usePayments.setState({ paid: new Map() })
  call.mockReset()
})

const rowOf = (day: string): HTMLElement => screen.getAllByText(day)[0]?.closest('[role=row]') as HTMLElement

it('writes amount, day, derived status and what can be done, and tints what is overdue', () => {
  const [open, overdue, paid] = ['09/12/2099', '01/02/2020', '01/01/2020'].map(rowOf)
  expect(open?.textContent).toMatch(/R\$\s1\.197,90/)
  expect(
    [open, overdue, paid].map(row => /Em Aberto|Vencido|Pago/.exec(row?.textContent ?? '')?.[0]),
  ).toEqual(['Em Aberto', 'Vencido', 'Pago'])
  // Where columns fold, day and state stand below two cells: one line of both is cut at 390 pixels.
  const below = [...(open?.querySelectorAll('[class*=below]') ?? [])].map(line => line.textContent)
  expect(below).toEqual(['09/12/2099', 'Em Aberto'])
  expect([open, overdue, paid].map(row => /PAGAR|PAGO/.exec(row?.textContent ?? '')?.[0])).toEqual([
    'PAGAR',
    'PAGAR',
    'PAGO',
  ])
  expect([open, overdue, paid].map(row => /overdue/.test(row?.className ?? ''))).toEqual([false, true, false])
})

it('begins at Personalizar, asks for what is missing, and turns to paid when the bank tells', async () => {
  const said = vi.spyOn(toasts, 'success')
  // An earlier payment, told by a server that does not name the invoice, is not this one's.
  usePayments.setState({ paid: new Map([[0, '2099-12-10T12:00:00.000Z']]) })
  await userEvent.click(within(rowOf('09/12/2099')).getByRole('button', { name: /^PAGAR/ }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Falta pouco!')).toBeDefined()
  const fill = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  const press = async (name: string) => fireEvent.click(within(dialog).getByText(name))
  expect(dialog.querySelector('.ant-steps-item-active')?.textContent).toContain('Personalizar')
  await press('Próximo')
  await press('PAGAR')
  for (const text of [
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório',
  ])
    expect(await within(dialog).findByText(text)).toBeDefined()
  fill('Nome completo', 'Ana Souza')
  fill('Endereço', 'Rua 1')
  fill('Cidade', 'Recife')
  fill('CEP', '50000-000')
  await press('Próximo')
  await within(dialog).findByText('R$', { exact: false })
  await press('Próximo')
  await press('PAGAR')
  expect(await screen.findByDisplayValue('00020126-codigo')).toBeDefined()
  expect(screen.getByText(/Expira em (10:00|\d:\d\d)/)).toBeDefined()
  const asked = call.mock.calls.find(([name]) => name === 'subscription.pay')?.[1]
  expect(asked.body).toMatchObject({
    invoiceId: 3,
    firstName: 'Ana Souza',
    country: 'BR',
    price: '1197.90',
    users: 10,
  })
  act(() => usePayments.setState({ paid: new Map([[3, '2100-01-10T12:00:00.000Z']]) }))
  expect((await screen.findAllByText('Pagamento recebido')).length).toBeGreaterThan(0)
  await waitFor(() =>
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      'Assinatura realizada com sucesso!, aguardando a realização do pagamento',
      'Sua licença foi renovada até 10/01/2100!',
    ]),
  )
})

it('hands an invoice to the print dialog, which saves it as PDF under its name', async () => {
  const sheet: string[] = []
  vi.stubGlobal('print', () => {
    sheet.push(document.title, document.querySelector('[data-testid=invoice-sheet]')?.textContent ?? '')
  })
  fireEvent.click(
    within(rowOf('01/01/2020')).getByRole('button', {
      name: 'Imprimir ou salvar em PDF a fatura 1',
      hidden: true,
    }),
  )
  expect(sheet[0]).toBe('Fatura 1')
  for (const words of ['Completo', '01/01/2020', 'Pago', '1.197,90']) expect(sheet[1]).toContain(words)
  window.dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('[data-testid=invoice-sheet]')).toBeNull()
  expect(document.title).not.toBe('Fatura 1')
  vi.unstubAllGlobals()
})
