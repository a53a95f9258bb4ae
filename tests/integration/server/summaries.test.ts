/** Summaries: who may ask for one, what leaves, what is kept, when it is renewed, and who hears of it. */
import type { TicketSummary } from '@contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { payloadOf } from '../../../electron/server/automation/webhooks/payload'
import { markDeleted, storeReaction, storeText } from '../../../electron/server/desk/messages/change'
import {
  copilotCalls,
  copilotSettings,
  messages,
  ticketSummaries,
  tickets,
  webhookDeliveries,
} from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { soon } from '../../support/soon'
import { copilotForFile, ON, postLines } from './copilot-for-file'
import type { Person } from './harness'

const { h, model, turnOn, said } = copilotForFile({ internalTargets: () => 'loopback' })

type Line = Record<string, unknown> & { summary?: TicketSummary | null }
async function summarise(who: Person, ticketId: number) {
  const { status, lines } = await postLines<Line>(h, who, `/api/tickets/${ticketId}/summary`, {
    language: 'pt',
  })
  return { status, lines, last: lines.at(-1) as Line }
}
const kept = async (who: Person, ...ids: number[]) =>
  (await h.call<TicketSummary[]>(who, 'copilot.summaries', { query: { ticketIds: ids } })).body
const answers = (...lines: [t: 'line' | 'open', text: string, m: number[]][]) =>
  model.next.push({
    kind: 'answer',
    text: lines.map(([t, text, m]) => JSON.stringify({ t, text, m })).join('\n'),
    pieces: 7,
  })
const system = (at = 0): string => model.asked[at]?.messages[0]?.content ?? ''

describe('a summary', () => {
  it('is off until it is turned on, and for the queues and profiles that were chosen', async () => {
    const { ticket } = await said('Oi')
    expect((await summarise(h.one.ana, ticket.id)).last).toMatchObject({ error: 'ERR_COPILOT_OFF' })
    await turnOn({ summarise: { ...ON, queueIds: [h.one.vendas] } })
    expect((await summarise(h.one.ana, ticket.id)).last).toMatchObject({ error: 'ERR_COPILOT_OFF' })
    await h.db.platform.update(copilotSettings).set({ features: { summarise: ON } })
    expect((await summarise(h.one.caio, ticket.id)).status).toBe(403)
    expect((await summarise(h.two.ana, ticket.id)).status).toBe(404)
    expect(model.asked).toEqual([])
  })

  it('stands on messages, without the personal data that is masked, is kept, and told to who sees the ticket', async () => {
    await turnOn({ summarise: ON })
    const { ticket, ids } = await said('Quero trocar um livro', 'Meu CPF é 529.982.247-25')
    const [bia, caio] = [
      await h.connect(h.one.bia, ['notification']),
      await h.connect(h.one.caio, ['notification']),
    ]
    answers(
      ['line', 'Quer trocar um livro; CPF [CPF_1].', [1, 2]],
      ['open', 'Inventado.', [7]],
      ['open', 'Falta a nota.', [2]],
    )
    const { lines, last } = await summarise(h.one.ana, ticket.id)
    const whole = [
      { kind: 'line', text: 'Quer trocar um livro; CPF 529.982.247-25.', messageIds: ids },
      { kind: 'open', text: 'Falta a nota.', messageIds: [ids[1]] },
    ]
    expect(lines.flatMap(({ line }) => (line ? [line] : []))).toEqual(whole)
    expect(last.summary).toMatchObject({
      ticketId: ticket.id,
      lines: whole,
      newer: 0,
      dropped: 0,
      partial: false,
    })
    expect(system()).toContain('[1] Cliente: Quero trocar um livro')
    expect(system()).not.toContain('529.982')
    expect(String(lines[0]?.sent)).toContain(system())
    expect(await kept(h.one.bia, ticket.id)).toEqual([last.summary])
    expect(await kept(h.one.caio, ticket.id)).toEqual([])
    expect(await kept(h.two.ana, ticket.id)).toEqual([])
    const heard = await bia.until(({ event }) => event.endsWith('-ticketSummary'))
    expect(heard.payload).toMatchObject({ action: 'update', summary: { ticketId: ticket.id, lines: whole } })
    await caio.settled()
    expect(caio.of('ticketSummary')).toEqual([])
    bia.close()
    caio.close()
    expect(await h.db.select().from(copilotCalls)).toMatchObject([
      {
        feature: 'summarise',
        userId: h.one.ana.id,
        ticketId: ticket.id,
        outcome: 'answered',
        promptTokens: 40,
      },
    ])
  })

  it('is asked for again only where something came after it, with what is kept and what came', async () => {
    await turnOn({ summarise: ON })
    const { ticket } = await said('Quero trocar um livro', 'Tenho a nota')
    answers(['line', 'Quer trocar um livro.', [1]])
    await summarise(h.one.ana, ticket.id)
    const again = await summarise(h.one.bia, ticket.id)
    expect(again.lines).toMatchObject([{ summary: { newer: 0 } }])
    expect(model.asked.length).toBe(1)
    const [later] = await h.newMessages(ticket, ['Pode ser amanhã?'])
    expect(await kept(h.one.ana, ticket.id)).toMatchObject([{ newer: 1 }])
    answers(['line', 'Quer trocar um livro.', [1]], ['open', 'Pergunta se pode ser amanhã.', [2]])
    const { last } = await summarise(h.one.ana, ticket.id)
    expect(system(1)).toContain('{"t":"line","text":"Quer trocar um livro.","m":[1]}')
    expect(system(1)).toContain('[2] Cliente: Pode ser amanhã?')
    expect(system(1)).not.toContain('Tenho a nota')
    expect(last.summary?.lines.map(({ messageIds }) => messageIds)).toEqual([[expect.any(String)], [later]])
  })

  it('is made anew where it lost lines, and is none of messages that are all deleted', async () => {
    await turnOn({ summarise: ON })
    const { ticket, ids } = await said('Um', 'Dois')
    answers(['line', 'Disse um.', [1]], ['line', 'Disse dois.', [2]])
    await summarise(h.one.ana, ticket.id)
    await h.update(messages, { body: 'Outra coisa' }, eq(messages.id, ids[1] ?? ''))
    answers(['line', 'Disse um e outra coisa.', [1, 2]])
    const { last } = await summarise(h.one.ana, ticket.id)
    expect(last.summary).toMatchObject({ lines: [{ messageIds: ids }], dropped: 0 })
    expect(system(1)).not.toContain('Disse')
    await h.update(messages, { isDeleted: true }, eq(messages.ticketId, ticket.id))
    expect((await summarise(h.one.ana, ticket.id)).lines).toEqual([{ summary: null, usedShare: null }])
  })

  it('keeps no word of a message in its row that is deleted or changed, before or after it is made', async () => {
    await turnOn({ summarise: ON })
    const { ticket, ids } = await said('Um', 'Dois', 'Três')
    const located = async (at: number) => {
      const [message] = await h.db
        .select()
        .from(messages)
        .where(eq(messages.id, ids[at] as string))
      const [row] = await h.db.select().from(tickets).where(eq(tickets.id, ticket.id))
      if (!message || !row) throw new Error('no such message')
      return { message, ticket: row }
    }
    const row = async () => {
      const [found] = await h.db.select().from(ticketSummaries).where(eq(ticketSummaries.ticketId, ticket.id))
      return found?.lines.map(({ text, messages }) => [text, messages.length])
    }
    answers(['line', 'Disse um.', [1]], ['line', 'Disse um e dois.', [1, 2]], ['open', 'Disse três.', [3]])
    await summarise(h.one.ana, ticket.id)
    await markDeleted(h.running.app, await located(1))
    expect(await row()).toEqual([
      ['Disse um.', 1],
      ['', 0],
      ['Disse três.', 1],
    ])
    await storeReaction(
      h.running.app,
      await located(0),
      { actor: 'c', userId: null, contactId: null, fromMe: false },
      '👍',
    )
    await storeText(h.running.app, await located(2), 'Quatro')
    expect(await row()).toEqual([
      ['Disse um.', 1],
      ['', 0],
      ['', 0],
    ])
    expect(await kept(h.one.ana, ticket.id)).toMatchObject([{ lines: [{ text: 'Disse um.' }], dropped: 2 }])
    // While it is made.
    const { promise: until, resolve: go } = deferred()
    const lines = [1, 2].map(m => JSON.stringify({ t: 'line', text: `Disse ${m}.`, m: [m] }))
    model.next.push({ kind: 'hold', until, text: lines.join('\n') })
    const asking = summarise(h.one.ana, ticket.id)
    await soon(() => expect(model.asked.length).toBe(2))
    await markDeleted(h.running.app, await located(0))
    go()
    expect((await asking).last.summary).toMatchObject({ lines: [{ text: 'Disse 2.' }], dropped: 1 })
    expect(await row()).toEqual([
      ['', 0],
      ['Disse 2.', 1],
    ])
  })

  it('says how far it goes when the customer writes while it is made', async () => {
    await turnOn({ summarise: ON })
    const { ticket } = await said('Oi')
    const { promise: until, resolve: go } = deferred()
    model.next.push({ kind: 'hold', until, text: JSON.stringify({ t: 'line', text: 'Disse oi.', m: [1] }) })
    const asking = summarise(h.one.ana, ticket.id)
    await soon(() => expect(model.asked.length).toBe(1))
    await h.newMessages(ticket, ['Esqueci de dizer'])
    go()
    const { last } = await asking
    const [{ createdAt } = { createdAt: '' }] = await h.db
      .select()
      .from(messages)
      .where(eq(messages.ticketId, ticket.id))
    expect(last.summary).toMatchObject({ newer: 1, upTo: createdAt })
  })

  it('of a ticket that went to others meanwhile is not shown to who asked', async () => {
    await turnOn({ summarise: ON })
    const { ticket } = await said('Oi')
    const { promise: until, resolve: go } = deferred()
    model.next.push({ kind: 'hold', until, text: JSON.stringify({ t: 'line', text: 'Disse oi.', m: [1] }) })
    const asking = summarise(h.one.ana, ticket.id)
    await soon(() => expect(model.asked.length).toBe(1))
    const body = { status: 'pending', userId: null, queueId: h.one.vendas }
    await h.call(h.one.ana, 'tickets.update', { params: { id: ticket.id }, body })
    go()
    expect((await asking).last).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  })

  it.each([
    ['garbage', { kind: 'answer', text: 'Claro! O cliente quer trocar.' } as const, 'ERR_AI_PROVIDER'],
    ['flood', { kind: 'answer', text: 'x'.repeat(40_000), pieces: 40 } as const, 'ERR_AI_ENDLESS'],
  ])('says why there is none (%s), and keeps what there was', async (_, behaviour, code) => {
    await turnOn({ summarise: ON })
    const { ticket } = await said('Oi')
    answers(['line', 'Disse oi.', [1]])
    await summarise(h.one.ana, ticket.id)
    await h.newMessages(ticket, ['E mais'])
    model.next.push(behaviour)
    expect((await summarise(h.one.bia, ticket.id)).last).toMatchObject({ error: code })
    expect(await kept(h.one.ana, ticket.id)).toMatchObject([{ lines: [{ text: 'Disse oi.' }], newer: 1 }])
  })

  it('reads the latest of a long conversation, and says so', async () => {
    await turnOn({ summarise: ON })
    const { ticket } = await said(...Array.from({ length: 230 }, (_, at) => `mensagem ${at}.`))
    answers(['line', 'Disse muito.', [200]])
    const { last } = await summarise(h.one.bia, ticket.id)
    expect(last.summary).toMatchObject({ partial: true })
    expect(system()).toContain('[200] Cliente: mensagem 229.')
    expect(system()).not.toContain('mensagem 29.')
  })
})

describe('what hangs on a ticket', () => {
  it('is told to other programs', async () => {
    await turnOn({ summarise: ON })
    const { ticket, ids } = await said('Quero trocar')
    const form = { name: 'Pedidos', url: 'http://127.0.0.1:9/', messages: false, acks: false, tickets: true }
    await h.call(h.one.admin, 'webhooks.create', { body: form })
    answers(['line', 'Quer trocar.', [1]])
    await summarise(h.one.bia, ticket.id)
    await h.newMessages(ticket, ['Hoje'])
    answers(['line', 'Quer trocar hoje.', [1, 2]])
    await summarise(h.one.bia, ticket.id)
    const told = await h.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.ticketId, ticket.id))
    expect(told.map(({ event }) => event)).toEqual(['ticket.summarised', 'ticket.summarised'])
    expect(JSON.parse((told[1] && (await payloadOf(h.db, told[1]))) ?? '')).toMatchObject({
      event: 'ticket.summarised',
      data: {
        ticket: { id: ticket.id },
        summary: {
          lines: [{ kind: 'line', text: 'Quer trocar hoje.', messageIds: [ids[0], expect.any(String)] }],
        },
      },
    })
  })
})
