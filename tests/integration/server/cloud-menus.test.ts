/** Menus of the chatbot and of agents on a number that can show them to be pressed, against a double of Meta's Graph API. */
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  contacts,
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
const say = (message: unknown) => n.tell({ messages: [message], names: { [from]: 'Lia Prado' } })
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
  const rows = await n.h.rows(messages, and(eq(messages.ticketId, ticket?.id ?? 0)), asc(messages.seq))
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
    await say(n.graph.pressed(second, 0))
    const third = await answer(3)
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
    expect(read.body.messages).toContainEqual(
      expect.objectContaining({ menu: expect.objectContaining({ kind: 'list', opening: 'Qual mês?' }) }),
    )
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

  it.each([
    ['button', { type: 'interactive', interactive: { type: 'button' } }],
    ['text', { type: 'text', text: { body: 'Bem-vindo à padaria!\n\n*1* - Suporte\n*2* - Vendas' } }],
  ] as const)('are of the kind %s where the company wants it', async (kind, body) => {
    await choose(kind)
    await say(n.graph.text(from, 'Oi'))
    expect((await answer(1)).body).toMatchObject(body)
  })
})

describe('a menu of an agent', () => {
  const LIST = {
    kind: 'list',
    label: 'Formas',
    footer: 'Padaria Aurora',
    entries: [
      { title: 'Pix', section: 'Na hora' },
      { title: 'Cartão', description: 'até 3 vezes' },
      { title: 'Boleto', section: 'Depois' },
    ],
  }
  const WORDS =
    'Como prefere pagar?\n\n*Na hora*\n*1* - Pix\n*2* - Cartão (até 3 vezes)\n\n*Depois*\n*3* - Boleto\n\n_Padaria Aurora_'
  const send = (ticketId: number, menu: object, body = 'Como prefere pagar?') =>
    n.h.call<{ message: { id: string; body: string; menu: object | null }; error?: string; at?: string }>(
      n.h.one.ana,
      'messages.send',
      { params: { ticketId }, body: { body, clientId: crypto.randomUUID(), menu } },
    )

  it('leaves as a list, is read in words, and what is pressed answers it by its title', async () => {
    const ticket = await n.conversation(from)
    const sent = await send(ticket.id, LIST)
    expect(sent.body.message).toMatchObject({
      body: WORDS,
      menu: { opening: 'Como prefere pagar?', ...LIST },
    })
    const left = await answer(1)
    expect(left.body.interactive).toEqual({
      type: 'list',
      body: { text: 'Como prefere pagar?' },
      footer: { text: 'Padaria Aurora' },
      action: {
        button: 'Formas',
        sections: [
          {
            title: 'Na hora',
            rows: [
              { id: 'entry-1', title: 'Pix' },
              { id: 'entry-2', title: 'Cartão', description: 'até 3 vezes' },
            ],
          },
          { title: 'Depois', rows: [{ id: 'entry-3', title: 'Boleto' }] },
        ],
      },
    })
    await say(n.graph.pressed(left, 2))
    const pressed = async () =>
      (await n.h.rows(messages, eq(messages.ticketId, ticket.id))).find(row => !row.fromMe)
    await expect.poll(async () => (await pressed())?.body).toBe('Boleto')
    expect(await pressed()).toMatchObject({ quotedMsgId: sent.body.message.id })
  })

  it('leaves as buttons, and as a button that opens a page', async () => {
    const ticket = await n.conversation(from)
    await send(ticket.id, { kind: 'button', entries: [{ title: 'Sim' }, { title: 'Não' }] })
    expect((await answer(1)).body.interactive).toMatchObject({
      type: 'button',
      action: { buttons: [{ reply: { title: 'Sim' } }, { reply: { title: 'Não' } }] },
    })
    await send(ticket.id, { kind: 'link', entries: [{ title: 'Pagar' }], url: 'https://loja.example/p' })
    expect((await answer(2)).body.interactive).toEqual({
      type: 'cta_url',
      body: { text: 'Como prefere pagar?' },
      action: { name: 'cta_url', parameters: { display_text: 'Pagar', url: 'https://loja.example/p' } },
    })
  })

  it('is refused with what is wrong and where, and nothing leaves', async () => {
    const ticket = await n.conversation(from)
    const twice = { kind: 'button', entries: [{ title: 'Sim' }, { title: 'SIM' }] }
    expect(await send(ticket.id, twice)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MENU_ALIKE', field: 'menu', at: 'entries.1.title' },
    })
    expect(await send(ticket.id, { ...LIST, entries: [] })).toMatchObject({
      body: { error: 'ERR_MENU_EMPTY' },
    })
    expect(await send(ticket.id, { ...LIST, colour: 'red' })).toMatchObject({
      body: { error: 'ERR_VALIDATION' },
    })
    expect(answers()).toEqual([])
  })

  it('is words with numbered lines through a number that cannot show it, and in a group', async () => {
    const ticket = await n.h.newTicket(n.h.one, { status: 'open', userId: n.h.one.ana.id })
    expect((await send(ticket.id, LIST)).body.message).toMatchObject({ body: WORDS, menu: null })
    expect(n.h.channel.sent.at(-1)).toMatchObject({ body: WORDS, menu: null })
    const group = await n.conversation(from)
    await n.h.update(tickets, { isGroup: true }, eq(tickets.id, group.id))
    expect((await send(group.id, LIST)).body.message).toMatchObject({ body: WORDS, menu: null })
  })

  it('is taken from other programs, too, by the same fields', async () => {
    await n.h.update(whatsapps, { token: 'token-of-the-number' }, eq(whatsapps.id, n.whatsappId))
    await n.conversation(from)
    const stranger = '5521955550199'
    const external = (menu: object, number = from) =>
      n.h.raw(null, '/api/messages/send', {
        method: 'POST',
        headers: { authorization: 'Bearer token-of-the-number', 'content-type': 'application/json' },
        body: JSON.stringify({ number, body: 'Confirma?', menu }),
      })
    const refused = await external({ kind: 'button', entries: [] }, stranger)
    expect(await refused.json()).toMatchObject({ error: 'ERR_MENU_EMPTY', at: 'entries' })
    expect(await n.h.db.$count(contacts, eq(contacts.number, stranger))).toBe(0)
    expect((await external({ kind: 'button', entries: [{ title: 'Sim' }] })).status).toBe(200)
    expect((await answer(1)).body.interactive).toMatchObject({ type: 'button', body: { text: 'Confirma?' } })
  })
})
