// @vitest-environment jsdom
/** What the copilot did, in the report of bot and assistant: the period it is counted in, whose figures it is, and failing. */
import './pressing'
import { PROFILES } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { ReportsScreen } from '@/features/reports/reports-screen'
import { copilotCalls, copilotSettings, plans } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { answered, choose, onScreen } from './pressing'

vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null }))

const h = harnessForFile()
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
  await screen.findByRole('heading', { level: 2, name: /Robô e assistente|Satisfação/ })
  await answered()
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Copiloto' })).toBeNull()
})
