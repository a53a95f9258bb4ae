/**
 * An hour at the counter on a number of the Cloud API: a customer of the double talks to the chatbot, then to people who
 * work over HTTP and sockets as the console does.
 */
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueOptions, tickets, whatsappQueues, whatsapps } from '../../../electron/server/db/schema'
import type { Sent } from '../../support/graph-double'
import { type CloudNumber, startCloudNumber } from './cloud-number'
import type { Listener, Person } from './harness'

interface Msg {
  id: string
  body: string
  ack: number
  fromMe: boolean
  mediaType: string | null
  mediaName: string | null
  quotedMsg: { id: string } | null
  reactions: { type: string }[]
}

const LIA = '5511955550123'
let n: CloudNumber
let ana: Listener
let caio: Listener
let ticketId = 0

beforeAll(async () => {
  n = await startCloudNumber()
  const { id: companyId, suporte, vendas } = n.h.one
  await n.h.db
    .update(whatsapps)
    .set({ greetingMessage: 'Bem-vindo à padaria!', complationMessage: 'Obrigado, até logo!' })
    .where(eq(whatsapps.id, n.whatsappId))
  await n.h.setting(n.h.one, 'chatBotType', 'text')
  await n.h.db
    .insert(whatsappQueues)
    .values([suporte, vendas].map(queueId => ({ companyId, whatsappId: n.whatsappId, queueId })))
  await n.h.db.insert(queueOptions).values([
    { companyId, queueId: suporte, title: 'Horários', message: 'Das 6 às 20 h.', position: 1 },
    { companyId, queueId: suporte, title: 'Atendente', message: '', position: 2, exitChatbot: true },
  ])
  ana = await n.h.connect(n.h.one.ana)
  caio = await n.h.connect(n.h.one.caio)
})
afterAll(async () => {
  ana.close()
  caio.close()
  await n.close()
})

const deliver = (message: unknown) =>
  n.graph.deliver(n.hook, n.graph.delivery({ messages: [message], names: { [LIA]: 'Lia Prado' } }))
const say = (body: string) => deliver(n.graph.text(LIA, body))
const toLia = () => n.graph.taken.filter(one => one.to === LIA)
const wordsTo = () =>
  toLia().flatMap(({ body }) => {
    const text = (body.text as { body: string } | undefined)?.body
    return text === undefined ? [] : [text]
  })
/** What a console was told of the messages of the conversation. */
const shown = (who: Listener) =>
  who
    .of('appMessage')
    .map(event => event.message as Msg)
    .filter(message => message !== undefined)
const last = (id: string, who = ana) => shown(who).findLast(message => message.id === id)

const answer = async (who: Person, body: unknown) => {
  const { status, body: said } = await n.h.call<{ message: Msg; messages: Msg[] }>(who, 'messages.send', {
    params: { ticketId },
    body,
  })
  expect(status).toBe(200)
  const message = said.message ?? said.messages[0]
  await expect.poll(() => n.graph.taken.filter(one => one.callback === message.id)).toHaveLength(1)
  const [sent] = n.graph.taken.filter(one => one.callback === message.id)
  return { message, sent: sent as Sent }
}
const file = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string, body = '') => {
  const form = new FormData()
  form.append('body', body)
  form.append('clientId', crypto.randomUUID())
  form.append('medias', new File([bytes], name, { type }))
  return form
}
const change = async (who: Person, body: unknown) => {
  const { status } = await n.h.call(who, 'tickets.update', { params: { id: ticketId }, body })
  expect(status).toBe(200)
}
const ticketNow = async () =>
  (await n.h.db.select().from(tickets).where(eq(tickets.whatsappId, n.whatsappId))).at(-1)

it('the chatbot greets, takes the queue and its options by number, and calls a person', async () => {
  await say('Oi')
  await expect.poll(wordsTo).toEqual(['Bem-vindo à padaria!\n\n*1* - Suporte\n*2* - Vendas'])
  await say('1')
  await expect.poll(() => wordsTo().length).toBe(2)
  expect(wordsTo()[1]).toContain('*1* - Horários\n*2* - Atendente')
  await say('1')
  await expect.poll(() => wordsTo().length).toBe(3)
  expect(wordsTo()[2]).toContain('Das 6 às 20 h.')
  await say('#')
  await expect.poll(() => wordsTo().length).toBe(4)
  await say('1')
  await expect.poll(() => wordsTo().length).toBe(5)
  await say('2')
  await expect.poll(async () => (await ticketNow())?.chatbot).toBe(false)
  const ticket = await ticketNow()
  expect(ticket).toMatchObject({ status: 'pending', queueId: n.h.one.suporte, userId: null })
  ticketId = ticket?.id ?? 0
  // It stands in the consoles of the queue's people, and in nobody else's.
  const heardOf = (who: Listener) =>
    who.of('ticket').some(event => (event.ticket as { id: number } | undefined)?.id === ticketId)
  expect(heardOf(ana)).toBe(true)
  expect(heardOf(caio)).toBe(false)
})

it('an agent accepts, reads, and answers with words that quote the customer’s', async () => {
  await change(n.h.one.ana, { status: 'open', userId: n.h.one.ana.id })
  const question = n.graph.text(LIA, 'Vocês têm pão sem glúten?')
  await deliver(question)
  await expect.poll(() => last(question.id)?.body).toBe('Vocês têm pão sem glúten?')
  await n.h.call(n.h.one.ana, 'messages.list', { params: { ticketId } })
  await expect.poll(() => n.graph.reads).toContain(question.id)
  const { message, sent } = await answer(n.h.one.ana, {
    body: 'Temos sim!',
    clientId: crypto.randomUUID(),
    quotedMsg: { id: question.id },
  })
  expect(sent.body).toMatchObject({ type: 'text', context: { message_id: question.id } })
  expect((sent.body.text as { body: string }).body).toContain('Temos sim!')
  for (const word of ['sent', 'delivered', 'read'])
    await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(sent, word)] }))
  await expect.poll(() => last(message.id)?.ack).toBe(4)
})

it('pictures, voices and documents go both ways', async () => {
  const picture = new Uint8Array(PNG.sync.write(new PNG({ width: 12, height: 8 })))
  const pdf = new Uint8Array(Buffer.from('%PDF-1.4 x'))
  const voice = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])
  for (const [body, type, bytes] of [
    [file(picture, 'pão.png', 'image/png', 'o de hoje'), 'image', picture],
    [file(voice, 'voz.mp3', 'audio/mpeg'), 'audio', voice],
    [file(pdf, 'conta.pdf', 'application/pdf', 'a conta'), 'document', pdf],
  ] as const) {
    const { sent } = await answer(n.h.one.ana, body)
    expect(sent.type).toBe(type)
    const { id } = sent.body[type] as { id: string }
    expect(n.graph.files.get(id)?.bytes.equals(bytes)).toBe(true)
  }
  expect(toLia().at(-1)?.body.document).toMatchObject({ filename: 'conta.pdf' })
  for (const [kind, mime, more] of [
    ['image', 'image/png', { caption: 'assim' }],
    ['audio', 'audio/mpeg', { voice: true }],
    ['document', 'application/pdf', { filename: 'pedido.pdf', caption: 'o pedido' }],
  ] as const) {
    const id = `from-lia-${kind}`
    const bytes = Buffer.from({ image: picture, audio: voice, document: pdf }[kind])
    n.graph.files.set(id, { bytes, mime, name: id })
    const message = {
      ...n.graph.text(LIA, ''),
      text: undefined,
      type: kind,
      [kind]: { id, mime_type: mime, ...more },
    }
    await deliver(message)
    await expect.poll(() => last(message.id)?.mediaType).toBe(kind === 'document' ? 'application' : kind)
  }
})

it('both react to what the other said', async () => {
  const words = n.graph.text(LIA, 'Que lindo')
  await deliver(words)
  await expect.poll(() => last(words.id)?.body).toBe('Que lindo')
  const { status } = await n.h.call(n.h.one.ana, 'messages.react', {
    params: { id: words.id },
    body: { type: '👍' },
  })
  expect(status).toBe(200)
  await expect
    .poll(() => toLia().map(one => one.body.reaction))
    .toContainEqual({ message_id: words.id, emoji: '👍' })
  const { message, sent } = await answer(n.h.one.ana, { body: 'Obrigada', clientId: crypto.randomUUID() })
  const { text: _text, ...base } = n.graph.text(LIA, '')
  await deliver({ ...base, type: 'reaction', reaction: { message_id: sent.wamid, emoji: '❤️' } })
  await expect
    .poll(async () => {
      const { body } = await n.h.call<{ messages: Msg[] }>(n.h.one.ana, 'messages.list', {
        params: { ticketId },
      })
      return body.messages.find(one => one.id === message.id)?.reactions.map(({ type }) => type)
    })
    .toEqual(['❤️'])
})

it('a transfer goes to the other queue, whose agent resolves; the customer hears it, and begins anew', async () => {
  const { vendas } = n.h.one
  await change(n.h.one.ana, {
    status: 'pending',
    queueId: vendas,
    userId: null,
    handoverNote: 'Quer encomendar',
  })
  await expect
    .poll(() =>
      caio.of('ticket').some(event => (event.ticket as { id: number } | undefined)?.id === ticketId),
    )
    .toBe(true)
  await change(n.h.one.caio, { status: 'open', userId: n.h.one.caio.id })
  await answer(n.h.one.caio, { body: 'Encomenda feita.', clientId: crypto.randomUUID() })
  await change(n.h.one.caio, { status: 'closed' })
  await expect.poll(() => wordsTo().at(-1)).toContain('Obrigado, até logo!')
  const before = wordsTo().length
  await say('Só mais uma coisa')
  await expect.poll(() => wordsTo().length).toBe(before + 1)
  expect(wordsTo().at(-1)).toContain('*1* - Suporte')
  const again = await ticketNow()
  expect(again?.id).not.toBe(ticketId)
  expect(again).toMatchObject({ status: 'pending', chatbot: true })
  // Nothing left twice in the whole hour.
  const ids = n.graph.taken.map(one => one.callback).filter(id => id !== null)
  expect(new Set(ids).size).toBe(ids.length)
})
