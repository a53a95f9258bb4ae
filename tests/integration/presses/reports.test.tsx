// @vitest-environment jsdom
/** Reports from the press to the server: the figures of real conversations, the tickets behind them, counting again. */
import './pressing'
import { dayIn, plusDays, startOfDay } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { ReportsScreen } from '@/features/reports/reports-screen'
import { deadlines, serviceLevels, ticketTrackings } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { answered, choose, onScreen } from './pressing'

vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null }))

const h = harnessForFile()

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
  await h.call(h.one.ana, 'messages.send', { params: { ticketId: id }, body: { body: 'Olá', fromMe: true } })
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
  const zone = 'America/Sao_Paulo'
  const today = dayIn(zone, new Date())
  for (let week = 1; week <= 4; week++)
    for (let i = 0; i < 6; i++) {
      const { id: ticketId } = await h.newTicket(h.one, { status: 'closed', userId: h.one.ana.id })
      const at = startOfDay(zone, plusDays(today, -7 * week)).getTime() + 10 * 3_600_000 + i * 300_000
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
