/** What the copilot proposes for who has just arrived: whom it is asked for, and how it is judged. */
import { asc } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import {
  copilotCalls,
  tags,
  ticketProposals,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { soonTicking } from '../../support/soon'
import { copilotForFile, ON } from './copilot-for-file'

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
