/** Articles proposed from conversations that have ended: which, what leaves, what is kept, who decides. */
import { RESOLVE_UNDO_MS } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import {
  articleProposals,
  articles,
  copilotCalls,
  copilotSettings,
  messages,
  plans,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { LEARNT_ATTACKS } from '../../support/copilot-attacks'
import { soon, soonTicking } from '../../support/soon'
import { copilotForFile, ON } from './copilot-for-file'
import type { Person } from './harness'

const { h, model, turnOn: set } = copilotForFile()
const soonLearnt = soonTicking(() => h.tick('article.propose'))
beforeEach(() => h.db.platform.delete(articles))

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
// What a company lets out otherwise does not count here.
const turnOn = (queueIds: number[] = [], more: object = {}) =>
  set({ learn: { ...ON, queueIds } }, { masks: [], ...more })
const ANSWER =
  'A troca pode ser feita em até trinta dias corridos, na loja, com etiqueta e nota fiscal. Ligue (11) 98765-4321.'
async function resolved(
  answer = ANSWER,
  more: Partial<typeof tickets.$inferInsert> & { name?: string } = {},
  by?: Person,
) {
  const at = ago(RESOLVE_UNDO_MS + 60_000)
  const ticket = await h.newTicket(h.one, {
    name: 'Rosa Lima',
    userId: h.one.ana.id,
    queueId: h.one.suporte,
    status: 'closed',
    closedAt: at,
    ...more,
  })
  await h.newMessages(ticket, ['Aqui é a Rosa, CPF 529.982.247-25. Até quando posso trocar o presente?'])
  const ids = await h.newMessages(ticket, [answer], true)
  const [id = ''] = ids
  await h.db.platform
    .update(messages)
    .set({ userId: (by ?? h.one.ana).id })
    .where(eq(messages.id, id))
  return ticket
}
const rows = () => h.db.select().from(articleProposals).orderBy(asc(articleProposals.id))
const until = (done: () => Promise<boolean>) => soonLearnt(async () => expect(await done()).toBe(true))
const soonIdle = () =>
  soon(() => expect(h.running.app.memory.following.get('article.propose')?.isIdle()).toBe(true))
/** One turn of the job, and what it began. */
const turn = async () => {
  await h.tick('article.propose')
  await soonIdle()
}
const learnt = (
  title = 'Qual é o prazo de troca?',
  text = 'Rosa, a troca é em 30 dias. Fale com Ana: (11) 98765-4321, [CPF_1].',
) => JSON.stringify({ title, text })
const page = async (who: Person) =>
  (
    await h.call<{ records: { id: number; title: string; text: string; sent: string }[]; count: number }>(
      who,
      'articleProposals.page',
    )
  ).body

it('are asked for once, without names and personal data, and wait for somebody who may write articles', async () => {
  model.otherwise = () => learnt()
  const ticket = await resolved()
  const live = await h.connect(h.one.sup, ['notification'])
  await turnOn()
  await until(async () => (await rows()).length === 1)
  await live.until(({ event }) => event.endsWith('-articleProposal'))
  const left = JSON.stringify(model.asked)
  for (const secret of ['Rosa', 'Ana', '529.982.247-25', '98765-4321']) expect(left).not.toContain(secret)
  expect(left).toContain('trinta dias corridos')
  const { records, count } = await page(h.one.sup)
  expect(count).toBe(1)
  expect(records[0]).toMatchObject({
    title: 'Qual é o prazo de troca?',
    text: '[cliente], a troca é em 30 dias. Fale com [atendente]: [telefone], [cpf].',
    queueIds: [h.one.suporte],
    ticketUuid: ticket.uuid,
    simulated: false,
  })
  expect(records[0]?.sent).toContain('[CPF_1]')
  expect(await h.db.select().from(copilotCalls)).toMatchObject([
    { feature: 'learn', userId: null, ticketId: ticket.id, outcome: 'answered' },
  ])
  // Nobody else reads or decides; what Sup does not see of conversations is not theirs either.
  expect((await h.call(h.one.ana, 'articleProposals.page')).status).toBe(403)
  expect((await page(h.two.admin)).count).toBe(0)
  await h.db.platform.update(tickets).set({ queueId: h.one.vendas, userId: null })
  expect((await page(h.one.sup)).count).toBe(0)
  const params = { id: records[0]?.id ?? 0 }
  const body = { title: 'Prazo de troca', text: 'Trinta dias.', queueIds: [h.one.suporte] }
  for (const who of [h.one.sup, h.two.admin])
    expect((await h.call(who, 'articleProposals.accept', { params, body })).status).toBe(404)
  expect((await h.call(h.one.admin, 'articleProposals.accept', { params, body })).body).toMatchObject(body)
  expect((await h.call(h.one.admin, 'articleProposals.remove', { params })).status).toBe(404)
  expect(await rows()).toMatchObject([{ state: 'accepted', title: '', text: '', sent: '' }])
  expect(await h.db.select().from(copilotCalls)).toMatchObject([{ outcome: 'changed' }])
  const versions = await h.call(h.one.admin, 'articles.versions', {
    params: { id: (await h.db.select().from(articles))[0]?.id ?? 0 },
  })
  expect(versions.body).toMatchObject([{ userName: 'Admin', text: 'Trinta dias.' }])
  live.close()
})

it('are of queues that were chosen, of what people answered, and of what is not written yet', async () => {
  await h.call(h.one.admin, 'articles.create', {
    body: {
      title: 'Prazo de entrega',
      text: 'Entregamos em sete dias úteis na capital e em dez no interior.',
    },
  })
  const others = [
    await resolved('Claro, já vejo para você!'),
    await resolved(ANSWER, { queueId: h.one.vendas }),
    await resolved(ANSWER, { closedAt: new Date().toISOString() }),
    await resolved(ANSWER, { closedAt: ago(30 * 3_600_000), updatedAt: ago(30 * 3_600_000) }),
    await resolved(ANSWER, { closedAt: ago(30 * 3_600_000) }),
    await resolved(ANSWER, { isGroup: true }),
    await resolved(ANSWER, { status: 'open', closedAt: null }),
  ]
  others.push(await resolved(ANSWER, { mergedInto: others[0]?.id ?? 0 }))
  const answers = [
    learnt('Qual o prazo de entrega?', 'Sete dias.'),
    learnt('Prazo para trocar um presente', 'Trocamos presentes em trinta dias com a nota.'),
    learnt('Prazo para trocar um presente?', 'Presentes são trocados por trinta dias.'),
    'null',
  ]
  model.otherwise = () => answers.shift() ?? 'null'
  const asked = [await resolved(), await resolved(), await resolved(), await resolved()]
  await turnOn([h.one.suporte])
  await until(async () => (await rows()).length === 5)
  const kept = await rows()
  expect(model.asked.length).toBe(4)
  expect(model.asked.at(-1)?.messages[0]?.content).toContain('Prazo para trocar um presente')
  const of = (ticket: { id: number }) => kept.find(row => row.ticketId === ticket.id)?.state
  expect(others.map(of)).toEqual(['none', ...Array(others.length - 1).fill(undefined)])
  expect(asked.map(of).toSorted()).toEqual(['none', 'none', 'none', 'open'])
})

it('are asked for one at a time, and again after a kill or a failure, but not without end', async () => {
  let most = 0
  let answered = 0
  model.otherwise = () => {
    most = Math.max(most, model.asked.length - answered)
    answered += 1
    return learnt()
  }
  model.waitMs = () => 300
  const [one, two] = [
    await resolved(),
    await resolved(
      'Trocamos somente peças compradas diretamente conosco, embaladas, lacradas, conferidas e etiquetadas.',
    ),
  ]
  // As a server that was killed has left them: under way for ever, and tried in vain often enough.
  const call = { companyId: h.one.id, feature: 'learn' as const, createdAt: ago(3_600_000) }
  await h.db.platform
    .insert(copilotCalls)
    .values([
      { ...call, ticketId: one.id, outcome: 'asked' },
      ...[1, 2, 3].map(() => ({ ...call, ticketId: two.id, outcome: 'failed' as const })),
    ])
  const [three, four] = [await resolved(), await resolved()]
  model.next.push({ kind: 'refuse', status: 401 })
  answered += 1
  await turnOn()
  await until(async () => (await rows()).length === 2)
  model.waitMs = () => 0
  expect(most).toBe(1)
  const done = (await rows()).map(({ ticketId }) => ticketId)
  expect(done).not.toContain(two.id)
  expect([one.id, three.id, four.id].filter(id => done.includes(id)).length).toBe(2)
  const failed = await h.db.select().from(copilotCalls).where(eq(copilotCalls.outcome, 'failed'))
  expect(failed.length).toBeGreaterThanOrEqual(4)
})

it('wait while the month’s ceiling is reached, and do nothing where it is off or in no plan', async () => {
  model.otherwise = () => learnt()
  await resolved()
  await turnOn([], { ceiling: 1, ceilingUnit: 'tokens' })
  for (let i = 0; i < 2; i += 1) await turn()
  expect(model.asked.length).toBe(0)
  expect(await h.db.$count(copilotCalls)).toBe(0)
  await h.db.platform.update(copilotSettings).set({ ceiling: null, features: {} })
  await turn()
  expect(await rows()).toEqual([])
  await h.db.platform.delete(copilotSettings)
  await h.db.platform.update(plans).set({ useOpenAi: false })
  await turnOn()
  await turn()
  expect(model.asked.length).toBe(0)
  await h.db.platform.update(plans).set({ useOpenAi: true })
  await until(async () => (await rows()).length === 1)
})

it.each<[string, (ticketId: number) => Promise<unknown>]>([
  ['a conversation that goes on', id => h.update(tickets, { status: 'open' }, eq(tickets.id, id))],
  ['a company that switches it off', () => h.db.platform.update(copilotSettings).set({ features: {} })],
])('are not kept of %s meanwhile', async (_of, happens) => {
  let end = (): void => {}
  const until = new Promise<void>(resolve => {
    end = resolve
  })
  model.next.push({ kind: 'hold', until, text: learnt() })
  const ticket = await resolved()
  await turnOn()
  await soonLearnt(() => expect(model.asked.length).toBe(1))
  await happens(ticket.id)
  end()
  await soon(async () => expect((await h.db.select().from(copilotCalls))[0]?.outcome).toBe('answered'))
  await soonIdle()
  expect(await rows()).toEqual([])
})

it('hold nothing that a customer made the model say, but what a person reads before it is knowledge', async () => {
  await h.db.platform.delete(articleProposals)
  const byTicket = new Map<number, (typeof LEARNT_ATTACKS)[number]>()
  for (const attack of LEARNT_ATTACKS) {
    const ticket = await resolved()
    await h.newMessages(ticket, [attack.text])
    byTicket.set(ticket.id, attack)
  }
  model.otherwise = ({ messages: given }) => {
    const asked = JSON.stringify(given)
    // Told apart by words that are neither names nor data.
    const attack = LEARNT_ATTACKS.find(({ text }) =>
      asked.includes(text.split(/[ :.]/).slice(0, 3).join(' ')),
    )
    return attack?.obeyed ?? LEARNT_ATTACKS.find(({ text }) => text.startsWith('Repita'))?.obeyed ?? ''
  }
  await turnOn()
  await until(async () => (await rows()).length === LEARNT_ATTACKS.length)
  const kept = await rows()
  for (const row of kept) {
    const attack = byTicket.get(row.ticketId)
    expect(row, attack?.name).toMatchObject(
      attack?.kept
        ? { state: 'open', text: attack.kept, companyId: h.one.id, queueIds: [h.one.suporte] }
        : { state: 'none', text: '' },
    )
  }
  const left = JSON.stringify([model.asked, kept])
  for (const secret of ['Rosa', '529.982.247-25', 'rosa@cliente']) expect(left).not.toContain(secret)
  expect(await h.db.select().from(articles)).toEqual([])
})
