// @vitest-environment jsdom
import './pressing'
import { DEFAULT_HOURS, type Queue } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { weekOf } from '@/features/hours'
import { QueueForm } from '@/features/queues/queue-form'
import { queues, whatsappQueues, whatsapps } from '../../../electron/server/db/schema'
import { type Harness, startHarness } from '../server/harness'
import { onScreen } from './pressing'

let h: Harness
beforeAll(async () => {
  // A Monday, half past noon in São Paulo.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T15:30:00Z') })
  h = await startHarness()
  await h.setting(h.one, 'scheduleType', 'queue')
  await h.db.platform
    .update(queues)
    .set({ outOfHoursMessage: 'Voltamos às 13:00.', schedules: weekOf(DEFAULT_HOURS) })
    .where(eq(queues.id, h.one.vendas))
  const { id: companyId, whatsappId, suporte, vendas } = h.one
  await h.db.platform.delete(whatsappQueues)
  await h.db.platform
    .insert(whatsappQueues)
    .values([suporte, vendas].map(queueId => ({ companyId, whatsappId, queueId })))
  await h.db.platform.update(whatsapps).set({ greetingMessage: 'Bem-vindo!', maxUseBotQueues: 9 })
})
afterAll(async () => {
  await h.close()
  vi.useRealTimers()
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

it('a lunch break that is pressed into a queue’s Monday: whoever writes at half past noon is told', async () => {
  expect(await heard()).not.toContain('Voltamos às 13:00.')
  const { body } = await h.call<Queue>(h.one.admin, 'queues.get', { params: { id: h.one.vendas } })
  await onScreen(h, h.one.admin, <QueueForm queue={body} />)
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
