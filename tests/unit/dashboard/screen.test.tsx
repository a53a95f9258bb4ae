// @vitest-environment jsdom
/** Who is shown what on the dashboard, and what it says of a part that fails. */
import { attendant } from '@contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { DashboardScreen } from '@/features/dashboard'
import { useWorkplace } from '@/stores/workplace'
import { closeScreen, openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
// Nobody only passes by here.
vi.mock('@contract', async original => ({ ...(await original<object>()), DASHBOARD_LOAD_DELAY_MS: 0 }))
// Charts are drawn on a canvas, which jsdom has not.
vi.mock('@/features/dashboard/charts', () => ({ default: () => <div data-testid="chart" /> }))

let chartsFail = false
let counting: boolean | undefined
beforeEach(() => {
  chartsFail = false
  counting = undefined
  call.mockReset().mockImplementation(async (name: string) => {
    if (name === 'dashboard.get')
      return {
        counting,
        counters: { supportFinished: 51, totalCompanies: 2, totalWhatsappSessions: 3 },
        attendants: [attendant.parse({ id: 3, name: 'Ana' })],
      }
    if (name === 'dashboard.serviceLevels') return { results: [] }
    if (!name.startsWith('dashboard.tickets')) return []
    if (chartsFail) throw new ApiError('refused', null, '', 500)
    const data = name.endsWith('Day') ? [{ data: '10/03/2026', total: 4 }] : [{ nome: 'Ana', quantidade: 4 }]
    return { count: 4, data }
  })
})

const counter = (key: string) => document.querySelector(`[data-counter="${key}"] dd`)?.textContent

it('tells administrators until when the company is paid, and the platform’s totals to the super-user alone', async () => {
  await openScreen(<DashboardScreen />)
  await waitFor(() => expect(counter('supportFinished')).toBe('51'))
  act(() => useWorkplace.setState({ dueDate: new Date(2099, 11, 31, 12).toISOString() }))
  expect(screen.getByText(/Ativo até 31\/12\/2099/)).toBeDefined()
  expect(counter('totalCompanies')).toBeUndefined()
  closeScreen()
  await openScreen(<DashboardScreen />, { user: { super: true } })
  await waitFor(() => expect(counter('totalCompanies')).toBe('2'))
  expect(counter('totalWhatsappSessions')).toBe('3')
})

it('says so while what came before is still being counted, and nothing where a server does not tell', async () => {
  const said = () => screen.queryByText(/ainda está sendo contado/)
  await openScreen(<DashboardScreen />)
  await waitFor(() => expect(counter('supportFinished')).toBe('51'))
  expect(said()).toBeNull()
  closeScreen()
  counting = true
  await openScreen(<DashboardScreen />)
  await waitFor(() => expect(said()).not.toBeNull())
})

it('a chart that fails says so by its own words and leaves the rest alone; one press asks for all again', async () => {
  chartsFail = true
  await openScreen(<DashboardScreen />)
  await screen.findByText('Erro ao obter informações da conversa')
  await screen.findByText('Erro ao buscar informações dos tickets')
  await waitFor(() => expect(counter('supportFinished')).toBe('51'))
  expect(screen.getByRole('table', { name: 'Atendentes' })).toBeDefined()
  chartsFail = false
  await userEvent.click(screen.getAllByRole('button', { name: 'Tentar de novo' })[0] as HTMLElement)
  await waitFor(() => expect(screen.getAllByTestId('chart')).toHaveLength(2))
})

it('has what messages cost by connection where a number is charged by message, and nothing of it elsewhere', async () => {
  const none = { messages: 0, amount: 0, missing: 0 }
  const figures = { free: 810, charged: 1_000, amount: 35, missing: 0, joined: none, replaced: none }
  const rates = { currency: 'BRL', service: 35, utility: null, marketing: null, authentication: null }
  const answer = call.getMockImplementation()
  let numbers = 1
  call.mockImplementation(async (name: string, ...rest: unknown[]) =>
    name === 'reports.costs'
      ? { numbers, rates, rows: [{ key: '1', name: 'WhatsApp oficial', figures }], total: figures }
      : answer?.(name, ...rest),
  )
  await openScreen(<DashboardScreen />)
  const row = await screen.findByRole('row', { name: /WhatsApp oficial/ })
  expect(row.textContent).toMatch(/8101\.000≈ R\$\s35,00/)
  closeScreen()
  numbers = 0
  await openScreen(<DashboardScreen />)
  await waitFor(() => expect(counter('supportFinished')).toBe('51'))
  expect(screen.queryByText('Custo das mensagens')).toBeNull()
})
