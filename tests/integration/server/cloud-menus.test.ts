/** The chatbot's menus on a number that can show them to be pressed, against a double of Meta's Graph API. */
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  messages,
  queueOptions,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { type CloudNumber, startCloudNumber } from './cloud-number'

let n: CloudNumber
beforeAll(async () => {
  n = await startCloudNumber()
  const { id: companyId, suporte, vendas } = n.h.one
  await n.h.update(whatsapps, { greetingMessage: 'Bem-vindo à padaria!' }, eq(whatsapps.id, n.whatsappId))
  await n.h.insert(
    whatsappQueues,
    [suporte, vendas].map(queueId => ({ companyId, whatsappId: n.whatsappId, queueId })),
  )
  await n.h.insert(queueOptions, [
    {
      companyId,
      queueId: suporte,
      title: 'Segunda via de boleto ou carnê',
      message: 'Qual mês?',
      position: 1,
    },
    { companyId, queueId: suporte, title: 'Outro assunto', message: '', position: 2, exitChatbot: true },
  ])
})
afterAll(() => n.close())

let customers = 0
let from = ''
beforeEach(() => {
  from = `55119660${String(++customers).padStart(5, '0')}`
})
const say = (message: unknown) =>
  n.graph.deliver(n.hook, n.graph.delivery({ messages: [message], names: { [from]: 'Lia Prado' } }))
const answers = () => n.graph.taken.filter(one => one.to === from)
/** The answer with that number, from 1. */
async function answer(count: number) {
  await expect.poll(() => answers().length).toBe(count)
  const one = answers().at(-1)
  if (!one) throw new Error('no answer')
  return one
}
const choose = (value: 'text' | 'list' | 'button') => n.h.setting(n.h.one, 'chatBotType', value)
const thread = async () => {
  const [ticket] = await n.h.db
    .select()
    .from(tickets)
    .where(eq(tickets.whatsappId, n.whatsappId))
    .orderBy(asc(tickets.id))
    .limit(1)
    .offset(customers - 1)
  const rows = await n.h.db
    .select()
    .from(messages)
    .where(and(eq(messages.ticketId, ticket?.id ?? 0)))
    .orderBy(asc(messages.seq))
  return { ticket, rows }
}

describe('menus of the chatbot', () => {
  it('are a list that is pressed down to a person, and the thread reads as if it were typed', async () => {
    await choose('list')
    await say(n.graph.text(from, 'Oi'))
    const first = await answer(1)
    expect(first.body).toMatchObject({
      type: 'interactive',
      interactive: {
        type: 'list',
        body: { text: 'Bem-vindo à padaria!' },
        action: { button: 'Ver opções', sections: [{ rows: [{ title: 'Suporte' }, { title: 'Vendas' }] }] },
      },
    })
    await say(n.graph.pressed(first, 0))
    const second = await answer(2)
    expect(second.body.interactive).toMatchObject({
      action: {
        sections: [
          {
            rows: [
              { title: 'Segunda via de boleto o…', description: 'Segunda via de boleto ou carnê' },
              { title: 'Outro assunto' },
              { title: 'Voltar ao início' },
            ],
          },
        ],
      },
    })
    await say(n.graph.pressed(second, 0))
    const third = await answer(3)
    expect(third.body.interactive).toMatchObject({
      body: { text: 'Qual mês?' },
      action: {
        sections: [{ rows: [{ title: 'Voltar ao menu anterior' }, { title: 'Voltar ao início' }] }],
      },
    })
    await say(n.graph.pressed(third, 0))
    const fourth = await answer(4)
    // An old menu, pressed later, is known by its title, not by its place.
    await say(n.graph.pressed(first, 1))
    await answer(5)
    await say(n.graph.pressed(fourth, 1))
    await expect.poll(async () => (await thread()).ticket?.chatbot).toBe(false)
    const { ticket, rows } = await thread()
    const read = await n.h.call<{ messages: object[] }>(n.h.one.admin, 'messages.list', {
      params: { ticketId: ticket?.id ?? 0 },
      query: { markAsRead: false },
    })
    expect(read.body.messages).toHaveLength(rows.length)
    for (const message of read.body.messages) expect(message).not.toHaveProperty('menu')
    expect(ticket).toMatchObject({ queueId: n.h.one.suporte, status: 'pending' })
    expect(rows.filter(row => !row.fromMe).map(row => row.body)).toEqual([
      'Oi',
      'Suporte',
      'Segunda via de boleto ou carnê',
      'Voltar ao menu anterior',
      'Vendas',
      'Outro assunto',
    ])
    expect(rows.find(row => row.fromMe)?.body).toBe('Bem-vindo à padaria!\n\n*1* - Suporte\n*2* - Vendas')
    expect(rows.find(row => row.body === 'Suporte')?.quotedMsgId).toBe(rows.find(row => row.fromMe)?.id)
  })

  it('are buttons where they fit, and typing their number still works', async () => {
    await choose('button')
    await say(n.graph.text(from, 'Oi'))
    const first = await answer(1)
    expect(first.body.interactive).toMatchObject({
      type: 'button',
      action: { buttons: [{ reply: { title: 'Suporte' } }, { reply: { title: 'Vendas' } }] },
    })
    await say(n.graph.text(from, '1'))
    // Titles too long for buttons.
    expect((await answer(2)).body.interactive).toMatchObject({ type: 'list' })
  })

  it('are text where the company wants text', async () => {
    await choose('text')
    await say(n.graph.text(from, 'Oi'))
    expect((await answer(1)).body).toMatchObject({
      type: 'text',
      text: { body: 'Bem-vindo à padaria!\n\n*1* - Suporte\n*2* - Vendas' },
    })
  })
})
