// @vitest-environment jsdom
/** What the copilot proposes for who has just arrived: from the customer's words to the tag, and what is kept of it. */
import './pressing'
import { COPILOT_LIMITS } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { CopilotEditor } from '@/features/copilot/editor'
import { Notifications } from '@/features/workplace'
import { copilotOffers } from '@/stores/copilot'
import {
  copilotCalls,
  copilotSettings,
  tags,
  ticketProposals,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { soonTicking } from '../../support/soon'
import { said } from '../../unit/support/open-screen'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket } from './desk'
import { live, onScreen } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn: set } = copilotForFile()
const soonProposed = soonTicking(() => Promise.all(['ticket.classify', 'proposal.settle'].map(h.tick)))
let troca = 0
beforeAll(async () => {
  const named = ['TROCA', 'BOLETO'].map(name => ({ companyId: h.one.id, name }))
  const [first] = await h.db.platform.insert(tags).values(named).returning()
  troca = first?.id ?? 0
})
const turnOn = (queueIds: number[] = []) => set({ classify: { ...ON, queueIds } })
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
async function arrives(words: string, more: Partial<typeof tickets.$inferInsert> = {}) {
  const values = { name: 'Rosa', userId: h.one.ana.id, queueId: h.one.suporte, status: 'open' as const }
  const made = await h.newTicket(h.one, { ...values, lastMessageAt: ago(60_000), ...more })
  await h.newMessages(made, [words])
  return made
}
const proposed = () => h.db.select().from(ticketProposals).orderBy(asc(ticketProposals.id))

it('are chips above the conversation, confirmed by a key or dropped one by one', async () => {
  model.otherwise = () => '{"tags":[1,2],"queue":2,"priority":"high"}'
  const made = await arrives('Quero trocar; CPF 529.982.247-25')
  await atTicket(h, h.one.ana, made)
  await turnOn()
  await soonProposed(async () => expect(await proposed()).toHaveLength(4))
  expect(JSON.stringify(model.asked)).not.toContain('529.982')
  // As the settings that were just saved are told to everybody.
  await h.say(h.one.id, realtime => realtime.toCompany(h.one.id, 'copilot', { action: 'update' }))
  const chips = await screen.findByTestId('proposals')
  await userEvent.click(within(chips).getByRole('button', { name: 'O que foi enviado à IA' }))
  expect(chips.querySelector('pre')?.textContent).toContain('Quero trocar; CPF [CPF_1]')
  await userEvent.click(within(chips).getByRole('button', { name: 'Descartar BOLETO' }))
  await waitFor(() => expect(within(chips).queryByText('BOLETO')).toBeNull())
  fireEvent.keyDown(document.body, { key: 'K', ctrlKey: true, shiftKey: true })
  await waitFor(async () =>
    expect(await h.ticket(made.id)).toMatchObject({
      queueId: h.one.vendas,
      status: 'pending',
      priority: 'high',
    }),
  )
  const carried = await h.db.select().from(ticketTags).where(eq(ticketTags.ticketId, made.id))
  expect(carried.map(({ tagId }) => tagId)).toEqual([troca])
  await waitFor(() => expect(screen.queryByTestId('proposals')).toBeNull())
  expect((await proposed()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['tag', 'confirmed'],
    ['tag', 'dropped'],
    ['priority', 'confirmed'],
    ['queue', 'confirmed'],
  ])
  const settings = await h.call<{ proposals: object[] }>(h.one.admin, 'copilot.settings')
  expect(settings.body.proposals).toEqual([
    { kind: 'tag', confirmed: 1, changed: 0, dropped: 1, lately: { decided: 2, right: 1 } },
    { kind: 'queue', confirmed: 1, changed: 0, dropped: 0, lately: { decided: 1, right: 1 } },
    { kind: 'priority', confirmed: 1, changed: 0, dropped: 0, lately: { decided: 1, right: 1 } },
  ])
})

it('are asked for once, for new tickets of its queues alone, and not before the customer has said something', async () => {
  model.otherwise = () => 'Claro! Vou classificar.'
  await arrives('Oi', { createdAt: ago(3_600_000) })
  await arrives('Grupo', { isGroup: true })
  await arrives('Vendas', { queueId: h.one.vendas })
  await arrives('Ainda escrevo', { lastMessageAt: new Date(Date.now() + 60_000).toISOString() })
  const one = await arrives('Meu boleto')
  await turnOn([h.one.suporte])
  await soonProposed(() => expect(model.asked.length).toBe(1))
  // By the time of the next question all of them have been looked at once more.
  const next = await arrives('Meu outro boleto')
  await soonProposed(async () =>
    expect(await h.db.select().from(copilotCalls).orderBy(asc(copilotCalls.id))).toMatchObject([
      { ticketId: one.id, userId: null, outcome: 'answered' },
      { ticketId: next.id, userId: null, outcome: 'answered' },
    ]),
  )
  expect(model.asked.length).toBe(2)
  expect(model.asked[0]?.messages[0]?.content).toContain('Cliente: Meu boleto')
  // What is no answer by the rules proposes nothing.
  expect(await proposed()).toEqual([])
})

it('are judged by what people did where nobody decided before the end', async () => {
  const made = await arrives('Oi', { queueId: h.one.vendas })
  const values = { companyId: h.one.id, ticketId: made.id }
  await h.db.platform.insert(ticketTags).values({ ...values, tagId: troca })
  await h.db.platform.insert(ticketProposals).values([
    { ...values, kind: 'tag', tagId: troca },
    { ...values, kind: 'tag', tagId: troca + 1 },
    { ...values, kind: 'queue', queueId: h.one.suporte, fromQueueId: null },
  ])
  for (const who of [h.one.ana, h.two.admin]) {
    const [first] = await proposed()
    const refused = await h.call(who, 'copilot.decide', {
      params: { id: first?.id ?? 0 },
      body: { decision: 'confirmed' },
    })
    if (who === h.two.admin) expect(refused.status).toBe(404)
    await h.db.platform.update(ticketProposals).set({ outcome: 'open' })
  }
  await h.db.platform.update(tickets).set({ status: 'closed' })
  await soonProposed(async () =>
    expect((await proposed()).map(({ outcome }) => outcome)).toEqual(['confirmed', 'dropped', 'changed']),
  )
})

it('let an administrator set from what share of right ones it acts alone', async () => {
  await turnOn()
  await onScreen(h, h.one.admin, <CopilotEditor onClose={() => {}} />)
  await userEvent.click(await screen.findByRole('switch', { name: 'Prioridade' }))
  expect(await screen.findByText('Ainda só propõe. Decididas: 0 de 30.')).toBeTruthy()
  const bar = screen.getByRole('spinbutton', { name: 'Mínimo de acerto' })
  await userEvent.clear(bar)
  await userEvent.type(bar, '95')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(async () =>
    expect((await h.db.select().from(copilotSettings))[0]?.alone).toEqual({
      tag: null,
      queue: null,
      priority: 95,
    }),
  )
})

it('says to administrators, wherever they are, where it acts alone no more', async () => {
  const { decided } = COPILOT_LIMITS.alone
  const made = await arrives('Quero trocar', { createdAt: ago(3_600_000) })
  const values = {
    companyId: h.one.id,
    ticketId: made.id,
    kind: 'priority' as const,
    priority: 'high' as const,
  }
  const before = Array.from({ length: decided }, () => ({ ...values, outcome: 'confirmed' as const }))
  await h.db.platform.insert(ticketProposals).values(before)
  const { id } = await h.insert(ticketProposals, { ...values, doneAlone: true })
  await turnOn()
  await h.db.platform.update(copilotSettings).set({ alone: { tag: null, queue: null, priority: 100 } })
  await onScreen(h, h.one.admin, <Notifications />, '/tickets')
  await live(h, h.one.admin, ['notification'])
  await waitFor(() => expect(copilotOffers.use.getState().items).toHaveLength(1))
  expect(said()).toEqual([])
  await h.call(h.one.ana, 'copilot.decide', { params: { id }, body: { decision: 'dropped' } })
  await waitFor(() =>
    expect(said()).toEqual([
      'O copiloto parou de agir sozinho, porque acertou menos que o mínimo: Prioridade.',
    ]),
  )
})
