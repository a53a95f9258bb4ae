/**
 * An hour at the counter, whichever channel is behind the number: a customer talks to the chatbot, then to people who work
 * over HTTP and sockets as the console does. A channel plays the customer's phone.
 */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueOptions, tickets, whatsappQueues, whatsapps } from '../../../electron/server/platform/db/schema'
import type { Harness, Listener, Person } from './harness'

export type FileKind = 'image' | 'audio' | 'document'

/** What arrived on the customer's phone under an id of ours. */
interface Received {
  kind: 'text' | FileKind
  /** The message it answers, as the channel names it. */
  quoted: string | null
  /** SHA-256 of a file, in hexadecimal; null for none. */
  hash: string | null
  name: string | null
}

/** The customer's phone, and the number it writes to. */
export interface Phone {
  h: Harness
  whatsappId: number
  /** Each resolves with the id of the message. */
  say(body: string): Promise<string>
  sendFile(
    kind: FileKind,
    file: { bytes: Buffer; mime: string; name: string; words: string },
  ): Promise<string>
  reactTo(messageId: string, emoji: string): Promise<void>
  /** The customer reads a message of ours. */
  read(messageId: string): Promise<void>
  /** Texts that arrived, oldest first. */
  words(): string[]
  /** Ids of ours that arrived, oldest first. */
  arrived(): string[]
  received(messageId: string): Received | undefined
  /** Whether the phone was told that we have read a message of the customer's. */
  knowsRead(messageId: string): boolean
  /** Our reactions to messages of the customer's. */
  reactions(): { to: string; emoji: string }[]
  close(): Promise<void>
}

interface Msg {
  id: string
  body: string
  ack: number
  fromMe: boolean
  mediaType: string | null
  mediaName: string | null
  reactions: { type: string }[]
}

/** Runs the hour. @param make a number that is up and the phone of a customer nobody knows. */
export function agentHour(make: () => Promise<Phone>): void {
  let n: Phone
  let ana: Listener
  let caio: Listener
  let ticketId = 0

  beforeAll(async () => {
    n = await make()
    const { id: companyId, suporte, vendas } = n.h.one
    await n.h.update(
      whatsapps,
      { greetingMessage: 'Bem-vindo à padaria!', complationMessage: 'Obrigado, até logo!' },
      eq(whatsapps.id, n.whatsappId),
    )
    await n.h.setting(n.h.one, 'chatBotType', 'text')
    await n.h.insert(
      whatsappQueues,
      [suporte, vendas].map(queueId => ({ companyId, whatsappId: n.whatsappId, queueId })),
    )
    await n.h.insert(queueOptions, [
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

  const say = (words: string) => n.say(words)
  const wordsTo = () => n.words()
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
    await expect.poll(() => n.arrived().filter(id => id === message.id)).toHaveLength(1)
    return { message, received: n.received(message.id) }
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
    const question = await say('Vocês têm pão sem glúten?')
    await expect.poll(() => last(question)?.body).toBe('Vocês têm pão sem glúten?')
    await n.h.call(n.h.one.ana, 'messages.list', { params: { ticketId } })
    await expect.poll(() => n.knowsRead(question)).toBe(true)
    const { message, received } = await answer(n.h.one.ana, {
      body: 'Temos sim!',
      clientId: crypto.randomUUID(),
      quotedMsg: { id: question },
    })
    expect(received).toMatchObject({ kind: 'text', quoted: question })
    expect(wordsTo().at(-1)).toContain('Temos sim!')
    await n.read(message.id)
    await expect.poll(() => last(message.id)?.ack).toBe(4)
  })

  it('pictures, voices and documents go both ways', async () => {
    const picture = Buffer.from(PNG.sync.write(new PNG({ width: 12, height: 8 })))
    const pdf = Buffer.from('%PDF-1.4 x')
    const voice = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])
    const files = [
      ['image', picture, 'image/png', 'pão.png', 'o de hoje'],
      ['audio', voice, 'audio/mpeg', 'voz.mp3', ''],
      ['document', pdf, 'application/pdf', 'conta.pdf', 'a conta'],
    ] as const
    for (const [kind, bytes, mime, name, words] of files) {
      const { received } = await answer(n.h.one.ana, file(new Uint8Array(bytes), name, mime, words))
      expect([received?.kind, received?.hash]).toEqual([
        kind,
        createHash('sha256').update(bytes).digest('hex'),
      ])
      if (kind === 'document') expect(received?.name).toBe('conta.pdf')
    }
    for (const [kind, bytes, mime, name, words] of files) {
      const id = await n.sendFile(kind, { bytes, mime, name, words })
      await expect.poll(() => last(id)?.mediaType).toBe(kind === 'document' ? 'application' : kind)
    }
  })

  it('both react to what the other said', async () => {
    const words = await say('Que lindo')
    await expect.poll(() => last(words)?.body).toBe('Que lindo')
    const { status } = await n.h.call(n.h.one.ana, 'messages.react', {
      params: { id: words },
      body: { type: '👍' },
    })
    expect(status).toBe(200)
    await expect.poll(() => n.reactions()).toContainEqual({ to: words, emoji: '👍' })
    const { message } = await answer(n.h.one.ana, { body: 'Obrigada', clientId: crypto.randomUUID() })
    await n.reactTo(message.id, '❤️')
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
    const ids = n.arrived()
    expect(new Set(ids).size).toBe(ids.length)
  })
}
