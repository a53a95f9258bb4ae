// @vitest-environment jsdom
import './pressing'
import { DEFAULT_HOURS, type Queue } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { weekOf } from '@/features/hours'
import { QueueForm } from '@/features/queues/queue-form'
import { TicketsScreen } from '@/features/tickets'
import { holidays, queues, whatsappQueues, whatsapps } from '../../../electron/server/db/schema'
import { type Harness, startHarness } from '../server/harness'
import { editorPane, handOn, onScreen } from './pressing'

let h: Harness
beforeAll(async () => {
  // A Monday, half past noon in São Paulo.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T15:30:00Z') })
  h = await startHarness()
  await h.setting(h.one, 'scheduleType', 'queue')
  await h.update(
    queues,
    { outOfHoursMessage: 'Voltamos às 13:00.', schedules: weekOf(DEFAULT_HOURS) },
    eq(queues.id, h.one.vendas),
  )
  const { id: companyId, whatsappId, suporte, vendas } = h.one
  await h.db.platform.delete(whatsappQueues)
  await h.insert(
    whatsappQueues,
    [suporte, vendas].map(queueId => ({ companyId, whatsappId, queueId })),
  )
  await h.update(whatsapps, { greetingMessage: 'Bem-vindo!', maxUseBotQueues: 9 })
})
afterAll(async () => {
  await h.close()
  vi.useRealTimers()
})

afterEach(async () => {
  await h.db.platform.delete(holidays)
})

let serial = 0
/** What a customer hears who chooses the queue now. */
async function heard(): Promise<string[]> {
  const number = `55119000030${String(++serial).padStart(2, '0')}`
  await h.customer(h.one, number, 'Oi')
  h.channel.sent.length = 0
  await h.customer(h.one, number, 'Vendas')
  return h.channel.sent.map(message => message.body)
}

/** The form of the queue “Vendas”. */
async function form(): Promise<void> {
  const { body } = await h.call<Queue>(h.one.admin, 'queues.get', { params: { id: h.one.vendas } })
  await onScreen(h, h.one.admin, <QueueForm queue={body} />)
  expect(screen.queryByText(/^Outra pessoa excluiu este registro/)).toBeNull()
}

it('a lunch break that is pressed into a queue’s Monday: whoever writes at half past noon is told', async () => {
  expect(await heard()).not.toContain('Voltamos às 13:00.')
  await form()
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar pausa: Segunda' }))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(async () => {
    const [row] = await h.db.select().from(queues).where(eq(queues.id, h.one.vendas))
    expect(row?.schedules).toHaveLength(8)
  })
  expect(await heard()).toContain('Voltamos às 13:00.')
  vi.setSystemTime(new Date('2026-11-23T16:00:00Z'))
  expect(await heard()).not.toContain('Voltamos às 13:00.')
})

it('a holiday that is typed closes its day', async () => {
  // Ten past ten in São Paulo, within the hours of a Monday.
  vi.setSystemTime(new Date('2026-11-23T13:10:00Z'))
  expect(await heard()).not.toContain('Voltamos às 13:00.')
  await form()
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar data' }))
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar data' })
  const hand = handOn(dialog)
  await userEvent.click(hand.field('Data'))
  await userEvent.click(
    await waitFor(() => {
      const day = document.querySelector('.ant-picker-cell-today')
      if (!day) throw new Error('no calendar')
      return day
    }),
  )
  hand.type('Nome', 'Dia da padroeira')
  await hand.press('Adicionar')
  await waitFor(async () =>
    expect(await h.db.select().from(holidays)).toMatchObject([
      { day: '2026-11-23', name: 'Dia da padroeira', startTime: '', endTime: '' },
    ]),
  )
  expect(await heard()).toContain('Voltamos às 13:00.')
})

it('the name and the colour that are given a queue stand in the menu and at its tickets', async () => {
  await h.setting(h.one, 'scheduleType', 'disabled')
  await form()
  const hand = handOn(await editorPane())
  hand.type('Nome', 'Encomendas')
  await userEvent.click(
    (await screen.findAllByRole('radio', { name: /^Cor #/ })).find(
      radio => radio.getAttribute('aria-checked') === 'false',
    ) as Element,
  )
  await hand.press('Salvar')
  await waitFor(async () => {
    const [row] = await h.db.select().from(queues).where(eq(queues.id, h.one.vendas))
    expect(row?.name).toBe('Encomendas')
  })
  const [row] = await h.db.select().from(queues).where(eq(queues.id, h.one.vendas))
  expect(row?.color).not.toBe('#aa5522')
  const number = '5511900003201'
  await h.customer(h.one, number, 'Oi')
  expect(h.channel.sent.at(-1)?.body).toContain('*2* - Encomendas')
  await h.customer(h.one, number, 'Encomendas')
  await onScreen(h, h.one.caio, <TicketsScreen />, '/tickets')
  await userEvent.click(await screen.findByRole('tab', { name: /^Aguardando/ }))
  const ticket = (await screen.findByText('Cliente 3201')).closest('[data-ticket-id]') as HTMLElement
  expect(ticket.innerHTML).toContain('Encomendas')
  expect(ticket.innerHTML.toLowerCase()).toContain(`--queue: ${row?.color.toLowerCase()}`)
})
