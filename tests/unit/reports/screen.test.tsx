// @vitest-environment jsdom
/** The reports as they are drawn: what is asked for, what stands there, and what a press shows. */
import '../support/jsdom'
import { capabilitiesOf } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { ReportsScreen } from '@/features/reports/reports-screen'
import { setLanguage } from '@/i18n'
import { useServers } from '@/stores/servers'
import { openScreen, said } from '../support/open-screen'
import { someFigures, someReport, twoDays } from './answers'

interface Drawn {
  data: { label: string; second: boolean; total: number | null }[]
  onEvent: (chart: unknown, event: unknown) => void
}
const { call, drawn } = vi.hoisted(() => ({ call: vi.fn(), drawn: [] as Drawn[] }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
vi.mock('@ant-design/charts', () => {
  const draw = (chart: Drawn) => {
    drawn.push(chart)
    return null
  }
  return { Bar: draw, Column: draw }
})

type Answers = Record<string, (query: Record<string, unknown>) => unknown>
const usual: Answers = {
  'reports.figures': ({ by }) =>
    by === 'hour'
      ? someReport({
          rows: [{ key: '34', name: '', figures: someFigures({ arrived: 14 }) }],
          total: someFigures({ arrived: 14 }),
        })
      : twoDays(),
  'reports.tickets': () => ({
    tickets: [
      {
        ...{ cycleId: 1, ticketId: 5, uuid: 'u-5', contactName: 'Rosa Lima', queueId: null, userId: null },
        ...{ whatsappId: null, queuedAt: '2026-03-09T12:00:00.000Z', finishedAt: null, ms: null, rate: null },
      },
    ],
    count: 3,
    hasMore: false,
  }),
  'reports.ratings': () => ({
    ratings: [
      {
        ...{ cycleId: 9, ticketId: 6, uuid: 'u-6', contactName: 'Caio', queueId: null, userId: null },
        ...{ rate: 1, comment: 'Demorou demais', createdAt: '2026-03-09T12:00:00.000Z' },
      },
    ],
    count: 1,
    hasMore: false,
  }),
  'reports.campaigns': () => ({
    campaigns: [
      {
        id: 3,
        name: 'Páscoa',
        startedAt: null,
        contacts: 100,
        sent: 90,
        delivered: 80,
        failed: 10,
        replied: 20,
      },
    ],
  }),
}
let answers: Answers = {}
const asked = (name: string): Record<string, unknown>[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options?.query)

beforeEach(() => {
  answers = usual
  drawn.length = 0
  call.mockReset().mockImplementation(async (name: string, options?: { query?: Record<string, unknown> }) => {
    const answer = answers[name]
    return answer ? answer(options?.query ?? {}) : []
  })
  return setLanguage('pt')
})

const open = (at = '/reports?from=2026-03-09&to=2026-03-10', user = {}) =>
  openScreen(
    <Routes>
      <Route path="/reports/:section?" element={<ReportsScreen />} />
      <Route path="*" element={<p>alhures</p>} />
    </Routes>,
    { at, user },
  )
const table = (name: string | RegExp) => screen.findByRole('table', { name })
const figure = (name: string): string => document.querySelector(`[data-figure="${name}"]`)?.textContent ?? ''

it('shows the period as a whole, what changed and whether that is good in words', async () => {
  await open()
  await table('Tabela por dia')
  expect(asked('reports.figures')).toContainEqual({
    from: '2026-03-09',
    to: '2026-03-10',
    by: 'day',
    compare: true,
  })
  expect(figure('arrived')).toMatch(/14.*\+40%$/)
  expect(figure('abandonment')).toMatch(/7,1%.*−12,9 pontosmelhor$/)
  expect(figure('firstAnswer')).toContain('5 min')
  expect(figure('csat')).toMatch(/75%sem comparação$/)
})

it('has the figures of its chart as a table with a total, sorted by any of them', async () => {
  await open()
  const found = await table('Tabela por dia')
  const firsts = (): (string | null)[] =>
    within(found)
      .getAllByRole('row')
      .map(row => within(row).queryByRole('rowheader')?.textContent ?? null)
  expect(firsts()).toEqual([
    null,
    expect.stringContaining('09/03'),
    expect.stringContaining('10/03'),
    'Total',
  ])
  await userEvent.click(within(found).getByRole('button', { name: 'Conversas' }))
  await userEvent.click(within(found).getByRole('button', { name: 'Conversas' }))
  expect(firsts()).toEqual([
    null,
    expect.stringContaining('10/03'),
    expect.stringContaining('09/03'),
    'Total',
  ])
  expect(within(found).getByRole('columnheader', { name: /^Conversas/ }).ariaSort).toBe('ascending')
  const total = within(found).getByRole('row', { name: /^Total/ })
  expect(within(total).getAllByRole('cell')[0]?.textContent).toContain('14')
})

it('keeps the filter in the address, and back brings the one before', async () => {
  const { router } = await open('/reports')
  await table('Tabela por dia')
  await userEvent.click(screen.getByRole('tab', { name: 'P90' }))
  expect(router.state.location.search).toBe('?stat=p90')
  await waitFor(() => expect(figure('firstAnswer')).toContain('20 min'))
  await userEvent.click(screen.getByRole('tab', { name: 'Horário de atendimento' }))
  await waitFor(() => expect(figure('firstAnswer')).toContain('10 min'))
  const before = asked('reports.figures').length
  await act(() => router.navigate(-1))
  await waitFor(() => expect(figure('firstAnswer')).toContain('20 min'))
  // How times are read is no other question.
  expect(asked('reports.figures')).toHaveLength(before)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Comparar com o período anterior' }))
  await waitFor(() => expect(asked('reports.figures').at(-1)).toMatchObject({ compare: false }))
  expect(router.state.location.search).toBe('?compare=0&stat=p90')
})

it('shows the tickets behind a cell and behind a bar, and how many were erased', async () => {
  const { router } = await open()
  const found = await table('Tabela por dia')
  await userEvent.click(
    within(found).getAllByRole('button', {
      name: /^Conversas: seg.*09\/03.*: 10\. Ver os tickets/,
    })[0] as HTMLElement,
  )
  const drawer = await screen.findByRole('dialog')
  expect(drawer.textContent).toMatch(/^Conversas: seg/)
  await within(drawer).findByText('3 tickets 2 deles foram apagados e não aparecem.')
  expect(asked('reports.tickets')).toEqual([
    {
      ...{ from: '2026-03-09', to: '2026-03-10', pageNumber: 1 },
      ...{ of: 'arrived', by: 'day', key: '2026-03-09', clock: 'calendar' },
    },
  ])
  await userEvent.click(within(drawer).getByRole('button', { name: /Close|Fechar/ }))
  const chart = drawn.findLast(one => one.data.some(row => row.second))
  expect(chart?.data.map(row => row.total)).toEqual([10, 8, 4, 4])
  act(() => chart?.onEvent(null, { type: 'element:click', data: { data: { label: '10/03', second: true } } }))
  await waitFor(() =>
    expect(asked('reports.tickets').at(-1)).toMatchObject({ of: 'resolved', by: 'day', key: '2026-03-10' }),
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Rosa Lima' }))
  expect(router.state.location.pathname).toBe('/tickets/u-5')
})

it('spreads the first answer, and a bar of it asks for exactly its tickets', async () => {
  await open()
  const found = await table('Distribuição: Primeira resposta')
  const row = within(found).getByRole('row', { name: /^2 min – 5 min/ })
  await userEvent.click(within(row).getByRole('button'))
  await waitFor(() => expect(asked('reports.tickets')).toHaveLength(1))
  expect(asked('reports.tickets')[0]).toMatchObject({
    of: 'firstAnswer',
    clock: 'calendar',
    aboveMs: 120_000,
    upToMs: 290_000,
  })
})

it('draws the week by hours as a table that arrows walk through', async () => {
  await open()
  const found = await table('Quando as conversas começam')
  const cell = within(found).getByRole('button', { name: 'terça-feira, 10 h: 14 conversas' })
  expect(
    within(found)
      .getAllByRole('button')
      .filter(one => one.tabIndex === 0),
  ).toHaveLength(1)
  act(() => cell.focus())
  fireEvent.keyDown(cell, { key: 'ArrowDown' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('quarta-feira, 10 h: 0 conversas')
  await userEvent.click(cell)
  await waitFor(() =>
    expect(asked('reports.tickets')[0]).toMatchObject({ by: 'hour', key: '34', of: 'arrived' }),
  )
})

it('says that there was nothing, and draws no zeros', async () => {
  answers = { ...usual, 'reports.figures': () => someReport() }
  await open()
  expect(await screen.findAllByText('Nenhuma conversa neste período')).not.toHaveLength(0)
  expect(screen.queryByRole('table', { name: 'Tabela por dia' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Salvar como imagem/ })).toBeNull()
})

it('shows no figures below a filter they are not of, where those of it do not come', async () => {
  const { router } = await open()
  await table('Tabela por dia')
  answers = {
    ...usual,
    'reports.figures': () => {
      throw new Error('no disk')
    },
  }
  await act(() => router.navigate('/reports?from=2026-03-01&to=2026-03-02'))
  const alert = await screen.findByRole('alert')
  expect(figure('arrived')).toBe('')
  expect(screen.queryByRole('table')).toBeNull()
  answers = usual
  await userEvent.click(within(alert).getByRole('button', { name: 'Tentar de novo' }))
  await table('Tabela por dia')
})

it('says in a picture whose it is, of which days and of what', async () => {
  const words: string[] = []
  const paint = new Proxy({} as Record<string, unknown>, {
    get: (kept, name) =>
      kept[String(name)] ??
      ((text: unknown) => {
        if (name === 'fillText') words.push(String(text))
        return { width: 0 }
      }),
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paint as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(new Blob(['png'])))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:picture'
  Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect()
  await open('/reports?from=2026-03-09&to=2026-03-10&stat=p90')
  await table('Distribuição: Primeira resposta')
  await userEvent.click(screen.getByRole('button', { name: /^Salvar como imagem: Distribuição/ }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe(
    'Distribuição - Primeira resposta 2026-03-09 2026-03-10.png',
  )
  expect(words[0]).toBe('Distribuição: Primeira resposta')
  expect(words[1]).toContain('09/03/2026 – 10/03/2026')
  expect(words[1]).toContain('Sem filtros · Tempos: Tempo corrido, P90')
  vi.restoreAllMocks()
})

it('lists what customers said, each with its ticket', async () => {
  await open('/reports/csat')
  const said = (await screen.findByText('Demorou demais')).closest('li') as HTMLElement
  expect(said.textContent).toContain('1 de 3 · Insatisfeito')
  expect(within(said).getByRole('link', { name: 'Caio' }).getAttribute('href')).toBe('/tickets/u-6')
  expect(asked('reports.ratings')[0]).toMatchObject({ withComment: true, pageNumber: 1 })
  await userEvent.click(screen.getByRole('switch', { name: 'Só com comentário' }))
  await waitFor(() => expect(asked('reports.ratings').at(-1)).toMatchObject({ withComment: false }))
})

it('says at least how many there are, where counting them all would have taken too long', async () => {
  const more = { count: 40, atLeast: true, hasMore: true }
  answers = {
    ...usual,
    'reports.tickets': query => ({ ...(usual['reports.tickets']?.(query) as object), ...more }),
    'reports.ratings': query => ({ ...(usual['reports.ratings']?.(query) as object), ...more }),
  }
  const { router } = await open('/reports/csat')
  await screen.findByText('Pelo menos 40 avaliações')
  expect(screen.getByText('As 1 mais recentes; a planilha traz todas.')).toBeTruthy()
  await act(() => router.navigate('/reports'))
  await userEvent.click(
    within(await table('Tabela por dia')).getAllByRole('button', {
      name: /^Conversas: seg.*09\/03/,
    })[0] as HTMLElement,
  )
  await within(await screen.findByRole('dialog')).findByText('Pelo menos 40 tickets')
})

it('lets administrators count again, asked first', async () => {
  answers = { ...usual, 'reports.rebuild': () => ({}) }
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Contar de novo' }))
  expect(call).not.toHaveBeenCalledWith('reports.rebuild')
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Contar de novo' }),
  )
  await waitFor(() => expect(call).toHaveBeenCalledWith('reports.rebuild'))
  await waitFor(() => expect(said()).toEqual(['Os números estão sendo contados de novo']))
})

it('tells supervisors whose conversations they see, and offers them no counting again', async () => {
  await open('/reports', { profile: 'supervisor' })
  await screen.findByText('Você vê as conversas das suas filas.')
  expect(screen.queryByRole('button', { name: 'Mais ações' })).toBeNull()
})

it('shows what an older server’s dashboard counts, and says what it cannot tell', async () => {
  answers = {
    'dashboard.get': () => ({
      counters: { supportFinished: 12, avgWaitTime: 3, avgSupportTime: null },
      attendants: [{ id: 1, name: 'Ana', rating: 2.5, tickets: 9, avgSupportTime: 61, online: true }],
    }),
    'dashboard.ticketsDay': () => ({ count: 20, data: [{ total: 20, data: '09/03/2026', horario: '' }] }),
    'dashboard.ticketsUsers': () => ({ data: [{ nome: 'Ana', quantidade: 9 }] }),
  }
  await open()
  act(() =>
    useServers.setState({
      state: { facts: { version: '1', adapter: 'legacy', capabilities: capabilitiesOf('missing') } } as never,
    }),
  )
  await screen.findByText(/^Não informa: primeira resposta/)
  await waitFor(() => expect(figure('arrived')).toContain('20'))
  expect(figure('waiting')).toBe('Espera3 minMédia')
  expect(figure('handling')).toContain('–')
  expect((await table('Atendentes')).textContent).toContain('Ana91 h 012,5')
})

it('prints what is shown on paper of its own', async () => {
  await open()
  await table('Tabela por dia')
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir' }))
  const sheet = screen.getByTestId('report-sheet')
  expect(print).toHaveBeenCalledOnce()
  expect(sheet.textContent).toContain(
    'Relatórios: Visão geral09/03/2026 – 10/03/2026 · comparado com o período anteriorSem filtros · Tempos: Tempo corrido, Mediana',
  )
  expect(within(sheet).getAllByRole('table', { hidden: true }).length).toBeGreaterThan(2)
  window.dispatchEvent(new Event('afterprint'))
  expect(screen.queryByTestId('report-sheet')).toBeNull()
})
