// @vitest-environment jsdom
import './pressing'
import { PROFILES } from '@contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DashboardScreen } from '@/features/dashboard'
import { copilotCalls, copilotSettings, plans } from '../../../electron/server/db/schema'
import { soon } from '../../support/soon'
import { harnessForFile } from '../server/for-file'
import { onScreen } from './pressing'

// Charts are drawn on a canvas, which jsdom has not.
vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null, Line: () => null }))

const h = harnessForFile()
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
