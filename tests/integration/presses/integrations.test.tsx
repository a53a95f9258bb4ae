// @vitest-environment jsdom
import './pressing'
import { HANDOVER_REASONS } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { IntegrationsScreen } from '@/features/integrations'
import { contacts, queueIntegrations, queues, tickets } from '../../../electron/server/db/schema'
import { IXC_TOKEN, type IxcDouble, startIxcDouble } from '../../support/ixc-double'
import { soon } from '../../support/soon'
import { type Harness, startHarness } from '../server/harness'
import { fill, pick, press } from './fields'
import { onScreen } from './pressing'

// Whole forms are filled: a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

let h: Harness
let ixc: IxcDouble
beforeAll(async () => {
  ixc = await startIxcDouble()
  h = await startHarness()
  await h.setting(h.one, 'localProviders', 'enabled')
})
afterAll(async () => {
  await h.close()
  await ixc.close()
})
const page = document.body
const left = () => soon(() => expect(h.channel.sent).not.toEqual([]))
const ticketOf = async (number: string) => {
  const [row] = await h.db
    .select({ ticket: tickets })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(contacts.number, number), eq(tickets.companyId, h.one.id)))
  if (!row) throw new Error('no ticket')
  return row.ticket
}

it('an integration asks the provider that was typed, with its key, as often as was set, and then hands over to its queue', async () => {
  await onScreen(h, h.one.admin, <IntegrationsScreen />)
  await press(page, 'Adicionar integração')
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /^Nome/, 'Boletos')
  fill(dialog, /^URL do IXC/, ixc.url)
  fill(dialog, /^API Key/, IXC_TOKEN)
  fill(dialog, /^Timeout/, '5000')
  fill(dialog, /^Tentativas/, '2')
  await pick(dialog, /^Fila de fallback/, 'Vendas')
  await press(dialog, 'Testar conexão')
  expect(await screen.findByText(/^O IXC respondeu em/)).toBeTruthy()
  await press(dialog, 'Adicionar')
  await waitFor(async () => expect(await h.db.$count(queueIntegrations)).toBe(1))

  const [row] = await h.db.select().from(queueIntegrations)
  await h.update(queues, { integrationId: row?.id ?? null }, eq(queues.id, h.one.suporte))
  const [maria] = ixc.customers
  if (maria) maria.telefone_celular = '(11) 98001-0002'
  ixc.asked.length = 0
  ixc.next.push(503)
  await h.customer(h.one, '5511980010002', '529.982.247-25')
  await left()
  expect(h.channel.sent.map(({ body }) => body).join()).toContain('R$ 99,90')
  const customers = () => ixc.asked.filter(({ resource }) => resource === 'cliente')
  expect(customers()).toHaveLength(2)
  h.channel.sent.length = 0
  ixc.next.push('silent')
  const began = performance.now()
  if (maria) maria.telefone_celular = '(11) 98001-0004'
  await h.customer(h.one, '5511980010004', '529.982.247-25')
  await soon(() => expect(h.channel.sent.map(({ body }) => body).join()).toContain('R$ 99,90'))
  expect(performance.now() - began).toBeGreaterThan(4_900)
  ixc.asked.length = 0
  ixc.next.push(500, 500)
  await h.customer(h.one, '5511980010003', '529.982.247-25')
  await soon(async () => expect((await ticketOf('5511980010003')).queueId).toBe(h.one.vendas))
  expect(customers()).toHaveLength(2)
  expect((await ticketOf('5511980010003')).handoverNote).toBe(HANDOVER_REASONS.ixcFailed)
})
