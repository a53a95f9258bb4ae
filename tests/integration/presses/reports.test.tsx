// @vitest-environment jsdom
import './pressing'
import { downloadRequest, PROFILES, plusDays } from '@contract'
import { read, utils } from '@e965/xlsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DashboardScreen } from '@/features/dashboard'
import { ReportActions } from '@/features/report-files'
import { ReportsScreen } from '@/features/reports/reports-screen'
import {
  copilotCalls,
  copilotSettings,
  deadlines,
  plans,
  serviceLevels,
  ticketTrackings,
} from '../../../electron/server/platform/db/schema'
import { TODAY } from '../../support/clock'
import { soon } from '../../support/soon'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { press } from './fields'
import { answered, choose, onScreen } from './pressing'

// Charts are drawn on a canvas, which jsdom has not.
vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null, Line: () => null }))

const h = harnessForFile()

describe('reports', () => {
  /** A customer writes, Ana accepts, answers and resolves. @returns the ticket's id. */
  async function served(number: string): Promise<number> {
    await h.customer(h.one, number, 'Bom dia')
    const rows = await h.db
      .select()
      .from(ticketTrackings)
      .where(eq(ticketTrackings.companyId, h.one.id))
      .orderBy(ticketTrackings.id)
    const id = rows.at(-1)?.ticketId ?? 0
    await h.call(h.one.ana, 'tickets.update', { params: { id }, body: { status: 'open' } })
    await h.call(h.one.ana, 'messages.send', {
      params: { ticketId: id },
      body: { body: 'Olá', fromMe: true },
    })
    await h.call(h.one.ana, 'tickets.update', { params: { id }, body: { status: 'closed' } })
    return id
  }
  const show = (who: Person, at: string) =>
    onScreen(
      h,
      who,
      <Routes>
        <Route path="/reports/:section?" element={<ReportsScreen />} />
        <Route path="*" element={null} />
      </Routes>,
      at,
    )
  const row = async (table: string, name: RegExp): Promise<HTMLElement> =>
    within(await screen.findByRole('table', { name: table })).getByRole('row', { name })

  it('shows the tickets whose promise was kept behind a row of service levels', async () => {
    const { body } = await h.call<{ id: number }>(h.one.admin, 'serviceLevels.create', {
      body: { name: 'Ouro', firstMinutes: 10, clock: 'always' },
    })
    await served('5521900000016')
    await served('5521900000017')
    await show(h.one.admin, '/reports/sla?period=7')
    const ouro = await row('Por nível de serviço', /^Ouro Primeira resposta/)
    await userEvent.click(
      within(ouro).getByRole('button', { name: /^Prazos cumpridos: Ouro, Primeira resposta: 2/ }),
    )
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByText('2 tickets')
    expect(within(drawer).getAllByRole('link')).toHaveLength(2)
    await h.db.platform.delete(deadlines)
    await h.db.platform.delete(serviceLevels).where(eq(serviceLevels.id, body.id))
  })

  it('forecasts the coming week, and a harder promise needs more people', async () => {
    for (let week = 1; week <= 4; week++)
      for (let i = 0; i < 6; i++) {
        const { id: ticketId } = await h.newTicket(h.one, { status: 'closed', userId: h.one.ana.id })
        const at = Date.parse(`${plusDays(TODAY, -7 * week)}T13:00:00Z`) + i * 300_000
        const iso = (ms: number): string => new Date(at + ms).toISOString()
        await h.insert(ticketTrackings, {
          ...{ companyId: h.one.id, ticketId, queueId: h.one.suporte, userId: h.one.ana.id },
          ...{ queuedAt: iso(0), startedAt: iso(60_000), finishedAt: iso(1_860_000) },
        })
      }
    const { router } = await show(h.one.admin, '/reports/forecast')
    const table = () => screen.findByRole('table', { name: /^Pessoas por hora/ })
    const ten = async () => within(await table()).getByRole('row', { name: /^10 h/ })
    expect((await ten()).textContent).toMatch(/^10 h6/)
    await userEvent.click(screen.getByRole('combobox', { name: 'Parte dos clientes' }))
    await choose('50%')
    await answered()
    const easy = Number(within(await ten()).getAllByRole('cell')[2]?.textContent)
    await userEvent.click(screen.getByRole('combobox', { name: 'Parte dos clientes' }))
    await choose('99%')
    await userEvent.click(screen.getByRole('combobox', { name: 'Tempo até a resposta' }))
    await choose('15 s')
    await waitFor(async () =>
      expect(Number(within(await ten()).getAllByRole('cell')[2]?.textContent)).toBeGreaterThan(easy),
    )
    expect(router.state.location.search).toBe('?share=99&seconds=15')
  })
})

describe('the copilot in a report', () => {
  beforeEach(async () => {
    await h.db.platform.delete(copilotCalls)
    await h.db.platform.delete(copilotSettings)
    await h.db.platform.update(plans).set({ useOpenAi: true })
    await h.insert(copilotSettings, {
      companyId: h.one.id,
      features: { suggest: { on: true, queueIds: [], profiles: [...PROFILES] } },
      masks: [],
    })
    const { id: ticketId } = await h.newTicket(h.one, { name: 'Rosa', status: 'open' })
    const call = (daysAgo: number) => ({
      ...{ companyId: h.one.id, ticketId, feature: 'suggest' as const, outcome: 'taken' as const },
      createdAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    })
    for (const days of [1, 2, 20]) await h.insert(copilotCalls, call(days))
  })

  const show = (who: Person, at: string) =>
    onScreen(
      h,
      who,
      <Routes>
        <Route path="/reports/:section?" element={<ReportsScreen />} />
      </Routes>,
      at,
    )
  const taken = async (): Promise<string | null> =>
    within(await screen.findByRole('table', { name: 'Copiloto' })).getByRole('row', {
      name: /^Sugestões usadas/,
    }).textContent

  it('counts the period of the report, and says that filters leave it whole', async () => {
    await show(h.one.admin, '/reports/bot?period=30')
    expect(await taken()).toMatch(/3$/)
    const whole = /^O copiloto é contado na empresa inteira/
    expect(screen.queryByText(whole)).toBeNull()
    await userEvent.click(screen.getByRole('combobox', { name: 'Período' }))
    await choose('Últimos 7 dias')
    await waitFor(async () => expect(await taken()).toMatch(/2$/))
    await show(h.one.admin, `/reports/bot?period=30&queues=${h.one.suporte}`)
    expect(await taken()).toMatch(/3$/)
    await screen.findByText(whole)
  })

  it('says that its figures did not come, beside those that did, and asks for them again', async () => {
    const all = h.running.app.db.all.bind(h.running.app.db)
    const failing = vi.spyOn(h.running.app.db, 'all').mockImplementation(async (...asked) => {
      // The medians: no other figure of the page is asked for by these words.
      const [query] = asked
      const words = typeof query === 'string' ? query : JSON.stringify(query.getSQL().queryChunks[0])
      if (words.includes('avg(case when place in')) throw new Error('no disk')
      return all(...asked)
    })
    await show(h.one.admin, '/reports/bot')
    const part = (await screen.findByRole('heading', { name: 'Copiloto' })).closest('section')
    const again = await within(part as HTMLElement).findByRole('button', { name: 'Tentar de novo' })
    await screen.findByRole('heading', { name: 'Do robô à pessoa' })
    failing.mockRestore()
    await userEvent.click(again)
    expect(await taken()).toMatch(/3$/)
  })

  it.each([
    ['in another section', () => h.one.admin, '/reports/csat', true],
    ['for who sees only their own queues', () => h.one.sup, '/reports/bot', true],
    ['where the plan has no assistant', () => h.one.admin, '/reports/bot', false],
  ] as const)('is not there %s', async (_where, who, at, useOpenAi) => {
    await h.db.platform.update(plans).set({ useOpenAi })
    await show(who(), at)
    await screen.findByRole('heading', { level: 2, name: /Robô|Satisfação/ })
    await answered()
    await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
    expect(screen.queryByRole('heading', { name: 'Copiloto' })).toBeNull()
  })
})

describe('the copilot on the dashboard', () => {
  beforeEach(async () => {
    await h.db.platform.delete(copilotCalls)
    await h.db.platform.delete(copilotSettings)
    await h.db.platform.update(plans).set({ useOpenAi: true })
  })
  const turnOn = () =>
    h.db.platform.insert(copilotSettings).values({
      companyId: h.one.id,
      features: { suggest: { on: true, queueIds: [], profiles: [...PROFILES] } },
      masks: [],
    })
  const calls = async (count: number, values: Partial<typeof copilotCalls.$inferInsert>) => {
    const ticket = await h.newTicket(h.one, { name: 'Rosa', status: 'open' })
    for (let one = 0; one < count; one += 1)
      await h.insert(copilotCalls, {
        companyId: h.one.id,
        ticketId: ticket.id,
        feature: 'suggest',
        promptTokens: 100,
        ...values,
      })
  }
  const show = () => onScreen(h, h.one.admin, <DashboardScreen />, '/')
  const table = () => screen.findByRole('table', { name: 'Copiloto' })
  const row = async (name: RegExp) => within(await table()).getByRole('row', { name }).textContent

  it('shows what became of suggestions in the period, too few said, and what is without a price', async () => {
    await turnOn()
    await calls(12, { outcome: 'changed', changed: 20, costMicros: 2_000 })
    await calls(3, { outcome: 'taken' })
    await calls(1, { outcome: 'dropped', createdAt: new Date(Date.now() - 20 * 86_400_000).toISOString() })
    await show()
    expect(await row(/^Sugestões usadas/)).toContain('3')
    expect(await row(/^Sugestões descartadas/)).toMatch(/0$/)
    expect(await row(/^Quanto foi alterado/)).toMatch(/20%de 12$/)
    expect(await row(/^Primeira resposta com/)).toMatch(/–$/)
    expect(await row(/^Tokens por ticket/)).toMatch(/750de 2$/)
    expect(await row(/^Custo por ticket/)).toMatch(/0,012.*3 perguntas sem preço conhecido$/)
    // Another period is another count.
    fireEvent.click(screen.getByRole('radio', { name: /^30 dias/ }))
    await soon(async () => expect(await row(/^Sugestões descartadas/)).toMatch(/1$/))
  })

  it('is not there where none of it is on', async () => {
    await show()
    await screen.findByRole('table', { name: 'Atendentes' })
    await soon(() => expect(screen.queryByRole('heading', { name: 'Copiloto' })).toBeNull())
  })
})

describe('a report as a file', () => {
  const page = document.body

  beforeAll(async () => {
    for (const [day, queueId] of [
      ['2026-03-09', h.one.suporte],
      ['2026-03-10', h.one.suporte],
      ['2026-03-11', h.one.vendas],
    ] as const) {
      const contactId = await h.newContact(h.one, `Cliente de ${day}`)
      const ticket = await h.newTicket(h.one, { contactId, status: 'closed', queueId })
      await h.insert(ticketTrackings, {
        ...{ companyId: h.one.id, ticketId: ticket.id, queueId },
        queuedAt: `${day}T12:00:00.000Z`,
        startedAt: `${day}T12:05:00.000Z`,
        finishedAt: `${day}T12:30:00.000Z`,
      })
    }
  })
  const query = { from: '2026-03-09', to: '2026-03-15' }

  it('saves the tables that are ticked, as filtered and whole, as a workbook or as CSV', async () => {
    const report = { query: { ...query, queueIds: [h.one.suporte] }, tables: ['queue'] as const }
    const fake = await onScreen(h, h.one.admin, <ReportActions report={report} />)
    const saved = async () => {
      const call = await waitFor(() => {
        const found = fake.calls.filter(({ name }) => name === 'downloads.start').at(-1)
        if (!found) throw new Error('nothing is saved')
        return found
      })
      // Main takes it for a file of ours.
      const request = downloadRequest.parse(call.input)
      const answer = await h.raw(h.one.admin, request.source)
      expect(answer.status).toBe(200)
      return { request, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    await press(page, 'Exportar')
    let dialog = await screen.findByRole('dialog', { name: 'Exportar relatório' })
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Tickets' }))
    within(dialog).getByText('Esta tabela traz nomes de clientes.')
    await press(dialog, 'Exportar')
    const workbook = await saved()
    expect(workbook.request.name).toBe('Relatório 2026-03-09 2026-03-15.xlsx')
    const book = read(workbook.bytes)
    expect(book.SheetNames).toEqual(['Por fila', 'Tickets'])
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets.Tickets ?? {}, { header: 1 })
    // Those of the other queue are filtered away; the latest first.
    expect(rows.slice(1).map(row => row[1])).toEqual(['Cliente de 2026-03-10', 'Cliente de 2026-03-09'])
    fake.calls.length = 0
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(page, 'Exportar')
    dialog = await screen.findByRole('dialog', { name: 'Exportar relatório' })
    await userEvent.click(within(dialog).getByRole('radio', { name: 'CSV (uma tabela)' }))
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Por dia' }))
    await press(dialog, 'Exportar')
    const csv = (await saved()).bytes.toString('utf8')
    expect(csv.startsWith('\uFEFFDia;Conversas;')).toBe(true)
    expect(csv).toContain('\r\n2026-03-10;1;1;')
  })
})
