// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { asc, desc, eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { DashboardScreen } from '@/features/dashboard'
import { ServiceLevelsScreen } from '@/features/service-levels'
import { ExplainedClock } from '@/features/ticket-clock'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import { deadlines, reportCycles, serviceLevels, tickets } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { answered, as, handOn, live, onScreen } from './pressing'

// Charts are drawn on a canvas, which jsdom has not.
vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null, Line: () => null }))

const h = harnessForFile()
const MINUTE = 60_000

const Clock = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  return ticket ? <ExplainedClock ticket={ticket} /> : null
}
/** What was due before a service level was made was never promised. */
const madeLongAgo = () => h.update(serviceLevels, { createdAt: '2026-01-01T00:00:00.000Z' })
const write = async (number: string, minutesAgo: number) => {
  await h.customer(h.one, number, 'Oi', { at: new Date(Date.now() - minutesAgo * MINUTE).toISOString() })
  const [row] = await h.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1)
  return row?.id ?? 0
}

it('what is promised in the form is the clock of the ticket: it counts down, is late, and is kept by the answer', async () => {
  const { admin, ana, suporte } = h.one
  await onScreen(h, admin, <ServiceLevelsScreen />)
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Adicionar nível de serviço' }))[0] as Element,
  )
  const form = handOn(await screen.findByRole('dialog'))
  form.type('Nome', 'Ouro')
  await form.pick('Filas', 'Suporte')
  await form.pick('Minutos contados', 'sempre')
  form.type('Primeira resposta em', '10')
  form.type('Próximas respostas em', '30')
  form.type('Avisar antes do prazo', '4')
  await form.press('Adicionar')
  await answered()
  const row = await screen.findByRole('row', { name: /Ouro/ })
  expect(within(row).getByText('10 min')).toBeTruthy()
  expect(await h.db.select().from(serviceLevels)).toMatchObject([
    {
      name: 'Ouro',
      queueIds: [suporte],
      firstMinutes: 10,
      nextMinutes: 30,
      resolutionMinutes: null,
      clock: 'always',
    },
  ])

  await madeLongAgo()
  const id = await write('5511955550001', 3)
  const late = await write('5511955550002', 15)
  for (const one of [id, late])
    await h.call(admin, 'tickets.update', {
      params: { id: one },
      body: { status: 'pending', userId: null, queueId: suporte },
    })
  await onScreen(h, ana, <Clock id={id} />)
  as(h, ana)
  await fetchTicketById(id)
  await screen.findByRole('img', { name: /^Primeira resposta em até 7 min.*Ouro: 10 min desde .*sempre\.$/ })
  await userEvent.click(screen.getByRole('button', { name: /^Primeira resposta/ }))
  const why = (await screen.findByText('Prazos')).closest('.ant-popover') as HTMLElement
  await within(why).findByText(/^Primeira resposta em até 7 min.*Ouro: 10 min/)
  await userEvent.keyboard('{Escape}')
  await live(h, ana, ['open', 'pending'])
  // The other console sees it with the answer, without asking.
  await h.call(h.one.bia, 'tickets.update', {
    params: { id },
    body: { status: 'open', userId: h.one.bia.id },
  })
  await h.call(h.one.bia, 'messages.send', { params: { ticketId: id }, body: { body: 'Bom dia' } })
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  await h.customer(h.one, '5511955550001', 'E o boleto?')
  await screen.findByRole('img', { name: /^Próxima resposta em até 30 min/ })

  await onScreen(h, ana, <Clock id={late} />)
  await fetchTicketById(late)
  expect((await screen.findByRole('img', { name: /^Primeira resposta atrasada há 5 min/ })).textContent).toBe(
    '+5 min',
  )
  const kept = await h.db
    .select()
    .from(deadlines)
    .where(eq(deadlines.ticketId, id))
    .orderBy(asc(deadlines.id))
  expect(kept.map(({ kind, endedAt, dueAt }) => [kind, endedAt !== null && endedAt <= dueAt])).toEqual([
    ['first', true],
    ['next', false],
  ])
})

it('the arrows put one before the other', async () => {
  const { admin, suporte } = h.one
  await h.db.platform.delete(serviceLevels)
  for (const [name, firstMinutes] of [
    ['Lento', 90],
    ['Rápido', 5],
  ] as const)
    await h.call(admin, 'serviceLevels.create', {
      body: { name, firstMinutes, queueIds: [suporte], clock: 'always' },
    })
  await onScreen(h, admin, <ServiceLevelsScreen />)
  const place = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(name) })).queryByText(/^[12]$/)?.textContent
  await waitFor(() => expect([place('Lento'), place('Rápido')]).toEqual(['1', '2']))
  await userEvent.click(screen.getByRole('button', { name: 'Mover Rápido para cima' }))
  await waitFor(() => expect([place('Lento'), place('Rápido')]).toEqual(['2', '1']))
  const inOrder = await h.db.select().from(serviceLevels).orderBy(asc(serviceLevels.position))
  expect(inOrder.map(({ name }) => name)).toEqual(['Rápido', 'Lento'])
})

it('the dashboard counts what was kept and missed in the period', async () => {
  const { admin, ana } = h.one
  await h.db.platform.delete(serviceLevels)
  await h.db.platform.delete(tickets)
  // Figures outlive their tickets.
  await h.db.platform.delete(reportCycles)
  await h.call(admin, 'serviceLevels.create', { body: { name: 'Ouro', firstMinutes: 10, clock: 'always' } })
  await madeLongAgo()
  for (const minutesAgo of [1, 2, 3, 30]) {
    const id = await write(`55119444400${minutesAgo}`, minutesAgo)
    if (minutesAgo === 1) continue
    await h.call(ana, 'tickets.update', {
      params: { id },
      body: { status: 'open', userId: ana.id, queueId: h.one.suporte },
    })
    await h.call(ana, 'messages.send', { params: { ticketId: id }, body: { body: 'Olá' } })
  }
  await write('5511944440090', 10 * 1_440)
  await onScreen(h, admin, <DashboardScreen />, '/')
  const table = await screen.findByRole('table', { name: 'Promessas (SLA)' })
  const said = () => within(table).getByRole('row', { name: /Ouro/ }).textContent
  expect(said()).toBe('OuroPrimeira resposta2167%')
  fireEvent.click(screen.getByRole('radio', { name: /^30 dias/ }))
  await waitFor(() => expect(said()).toBe('OuroPrimeira resposta2250%'))
})
