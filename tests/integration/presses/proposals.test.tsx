// @vitest-environment jsdom
/** What the copilot proposes for who has just arrived: from the customer's words to the tag, and what is kept of it. */
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { CopilotEditor } from '@/features/copilot/editor'
import {
  copilotSettings,
  tags,
  ticketProposals,
  type tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { soonTicking } from '../../support/soon'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket } from './desk'
import { onScreen } from './pressing'

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
