// @vitest-environment jsdom
/** What messages cost, as the reports show it. */
import '../support/jsdom'
import { capabilitiesOf, costFigures, costReport } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { ReportsScreen } from '@/features/reports/reports-screen'
import { setLanguage } from '@/i18n'
import { useServers } from '@/stores/servers'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null }))

const rates = { currency: 'BRL', service: 35, utility: null, marketing: null, authentication: null }
const row = { category: 'service', billable: true, joinable: 0, replaceable: 0, messages: 0 }
const some = costFigures(
  [
    { ...row, messages: 400, joinable: 100 },
    { ...row, messages: 30, billable: false },
  ],
  rates,
)
const usual = () => ({
  ...{ zone: 'America/Sao_Paulo', numbers: 1, rates, total: some },
  rows: [{ key: '2026-03-09', name: '', figures: some }],
  previous: costFigures([{ ...row, messages: 200 }], rates),
})
let answer: () => object
const asked = (name: string): Record<string, unknown>[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options?.query)

beforeEach(() => {
  answer = usual
  call
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'reports.costs'
        ? costReport.parse(answer())
        : name === 'reports.tickets'
          ? { tickets: [], count: 0, hasMore: false }
          : [],
    )
  return setLanguage('pt')
})

const open = () =>
  openScreen(
    <Routes>
      <Route path="/reports/:section?" element={<ReportsScreen />} />
    </Routes>,
    { at: '/reports/costs?from=2026-03-09&to=2026-03-09&tag=4' },
  )
const figure = (name: string): string => document.querySelector(`[data-figure="${name}"]`)?.textContent ?? ''

it('shows free and charged apart, against the period before, what a change saves, and the tickets behind', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Tabela por dia' })
  expect([figure('free'), figure('charged'), figure('amount')]).toEqual([
    expect.stringMatching(/^Grátis30sem comparação/),
    expect.stringMatching(/^Cobradas400\+100%/),
    expect.stringMatching(/^Valor estimado≈ R\$\s14,00\+100%/),
  ])
  // Messages have no tags.
  expect(asked('reports.costs')).toEqual([{ from: '2026-03-09', to: '2026-03-09', by: 'day', compare: true }])
  const savings = screen.getByRole('table', { name: 'O que uma mudança economizaria' })
  expect(within(savings).getByRole('row', { name: /Linhas/ }).textContent).toMatch(/100≈ R\$\s3,50/)
  await userEvent.click(within(savings).getByRole('button', { name: 'O que é: Linhas que caberiam juntas' }))
  await screen.findByText(/até um minuto depois/)
  await userEvent.click(within(table).getByRole('button', { name: /^Cobradas: seg.*400/ }))
  await waitFor(() =>
    expect(asked('reports.tickets')[0]).toMatchObject({ cost: 'charged', by: 'day', key: '2026-03-09' }),
  )
})

it('counts without amounts where no price is filled in, and says so', async () => {
  answer = () => ({ ...usual(), rates: null })
  await open()
  await screen.findByText(/só as quantidades/)
  expect(figure('amount')).toMatch(/^Valor estimado–/)
})

it('says that nothing costs where there is no number of the Cloud API', async () => {
  answer = () => ({ ...usual(), numbers: 0, total: costFigures([], null), rows: [] })
  await open()
  await screen.findByText('O WhatsApp Web não cobra por mensagem.', { exact: false })
})

it('says so where an older server does not tell costs', async () => {
  await open()
  const capabilities = capabilitiesOf('native', { messageCosts: 'missing' })
  act(() =>
    useServers.setState({ state: { facts: { version: '1', adapter: 'turno', capabilities } } as never }),
  )
  await screen.findByText('Este servidor não informa custos')
})
