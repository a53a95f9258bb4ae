/** POST /messages/send for other programs: who may, what it does, keys, limits, refusals (docs/specification.md 3.2, 3.5, 3.7). */

import { EXTERNAL_API, endpoints } from '@contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetOld } from '../../../electron/server/doors/work/forget'
import {
  apiRequests,
  companies,
  contacts,
  messages,
  plans,
  tickets,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import en from '../../../src/locales/en/apiErrors.json'
import es from '../../../src/locales/es/apiErrors.json'
import pt from '../../../src/locales/pt/apiErrors.json'
import { didSomethingTheDayBefore } from './day-before'
import { harnessForFile } from './for-file'
import type { Answer } from './harness'

const h = harnessForFile()

/** Each test speaks for a connection of its own: calls are counted by connection. */
let token = ''
let whatsappId = 0
let serial = 0
beforeEach(async () => {
  serial += 1
  token = `token-${serial}-abcdefghijklmnop`
  const row = await h.insert(whatsapps, {
    companyId: h.one.id,
    name: `Externa ${serial}`,
    status: 'CONNECTED',
    token,
  })
  whatsappId = row.id
  h.channel.sent.length = 0
  h.channel.refuseWith = null
})

type Sent = Answer<{
  mensagem: string
  messageIds: string[]
  ticketId: number
  contactId: number
  error?: string
  message?: string
  issues?: { path: string }[]
  retryAfter?: number
}>

async function send(body: unknown, headers: Record<string, string> = {}, bearer = token): Promise<Sent> {
  const isForm = body instanceof FormData
  const response = await h.raw(null, '/api/messages/send', {
    method: 'POST',
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Sent['body'] }
}

const numberOf = (n: number): string => `55119${String(serial).padStart(4, '0')}${String(n).padStart(4, '0')}`
const stored = (ticketId: number) => h.db.select().from(messages).where(eq(messages.ticketId, ticketId))

describe('a message of another program', () => {
  it('finds or makes contact and ticket, and leaves through the connection whose token was shown', async () => {
    const first = await send({ number: `+55 (11) 9${numberOf(1).slice(5)}`, body: 'Seu pedido saiu' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ mensagem: 'Mensagem enviada', messageIds: [expect.any(String)] })
    const ticket = await h.ticket(first.body.ticketId)
    expect(ticket).toMatchObject({
      status: 'pending',
      userId: null,
      whatsappId,
      companyId: h.one.id,
      fromMe: true,
    })
    const [contact] = await h.db.select().from(contacts).where(eq(contacts.id, first.body.contactId))
    expect(contact).toMatchObject({ number: numberOf(1), name: numberOf(1), companyId: h.one.id })
    expect(h.channel.sent).toMatchObject([
      {
        whatsappId,
        body: 'Seu pedido saiu',
        to: { number: numberOf(1) },
        messageId: first.body.messageIds[0],
      },
    ])
    const second = await send({ number: numberOf(1), body: 'Chegou' })
    expect([second.body.ticketId, second.body.contactId]).toEqual([ticket.id, contact?.id])
    expect((await stored(ticket.id)).map(row => [row.body, row.userId])).toEqual([
      ['Seu pedido saiu', null],
      ['Chegou', null],
    ])
  })

  it('carries files with captions, and is refused without a word or a file', async () => {
    const form = new FormData()
    form.set('number', numberOf(1))
    form.set('body', 'O boleto')
    form.append('medias', new File(['%PDF-1.4 um'], 'boleto.pdf', { type: 'application/pdf' }))
    form.append('medias', new File(['olá'], 'leia.txt', { type: 'text/plain' }))
    const answer = await send(form)
    expect([answer.status, answer.body.messageIds?.length]).toEqual([200, 2])
    expect((await stored(answer.body.ticketId)).map(row => [row.body, row.mediaName])).toEqual([
      ['O boleto', 'boleto.pdf'],
      ['', 'leia.txt'],
    ])
    expect(h.channel.sent.map(sent => sent.media?.name)).toEqual(['boleto.pdf', 'leia.txt'])
    const empty = await send({ number: numberOf(1), body: '  ' })
    expect([empty.status, empty.body.error]).toEqual([400, 'ERR_VALIDATION'])
    const many = new FormData()
    many.set('number', numberOf(1))
    for (let i = 0; i <= EXTERNAL_API.maxFiles; i++) many.append('medias', new File(['x'], `${i}.txt`))
    expect((await send(many)).body.error).toBe('ERR_VALIDATION')
  })

  it('waits for its connection: nothing is stored while it is down, and a refused one stands as failed', async () => {
    h.channel.down.add(whatsappId)
    const down = await send({ number: numberOf(1), body: 'oi' })
    expect([down.status, down.body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
    expect(await h.db.$count(tickets, eq(tickets.whatsappId, whatsappId))).toBe(0)
    h.channel.down.delete(whatsappId)
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    const refused = await send({ number: numberOf(1), body: 'oi' }, { 'idempotency-key': 'k' })
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_SENDING_WAPP_MSG'])
    expect(refused.body.message).toBe(pt.ERR_SENDING_WAPP_MSG)
    h.channel.refuseWith = null
    const again = await send({ number: numberOf(1), body: 'oi' }, { 'idempotency-key': 'k' })
    expect(again.status).toBe(200)
    expect((await stored(again.body.ticketId)).map(row => row.failure)).toEqual([null])
    expect(h.channel.sent).toHaveLength(1)
  })

  it('closes the conversation on request, unless a person holds it', async () => {
    const closed = await send({ number: numberOf(1), body: 'aviso', closeTicket: true })
    expect((await h.ticket(closed.body.ticketId)).status).toBe('closed')
    const held = await send({ number: numberOf(2), body: 'aviso' })
    await h.update(tickets, { status: 'open', userId: h.one.ana.id }, eq(tickets.id, held.body.ticketId))
    const again = await send({ number: numberOf(2), body: 'aviso', closeTicket: true })
    expect(again.body.ticketId).toBe(held.body.ticketId)
    expect(await h.ticket(held.body.ticketId)).toMatchObject({ status: 'open', userId: h.one.ana.id })
  })
})

describe('an idempotency key', () => {
  const body = () => ({ number: numberOf(1), body: 'uma vez' })

  it('makes one message and one answer of any number of calls, also at once', async () => {
    const headers = { 'idempotency-key': 'pedido-17' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body(), headers)))
    const after = await send(body(), headers)
    expect(new Set([...answers, after].map(one => JSON.stringify(one.body))).size).toBe(1)
    expect(after.headers.get('idempotent-replayed')).toBe('true')
    expect(h.channel.sent).toHaveLength(1)
    expect(await stored(after.body.ticketId)).toHaveLength(1)
  })

  it('is refused with another text, another file or another number, and is each connection’s own', async () => {
    const headers = { 'idempotency-key': 'pedido-18' }
    expect((await send(body(), headers)).status).toBe(200)
    for (const other of [
      { ...body(), body: 'outra' },
      { ...body(), number: numberOf(2) },
    ]) {
      const answer = await send(other, headers)
      expect([answer.status, answer.body.error]).toEqual([422, 'ERR_IDEMPOTENCY_KEY'])
    }
    const form = (text: string): FormData => {
      const made = new FormData()
      made.set('number', numberOf(1))
      made.append('medias', new File([text], 'a.txt'))
      return made
    }
    const files = { 'idempotency-key': 'arquivo' }
    const first = await send(form('um'), files)
    expect((await send(form('um'), files)).body).toEqual(first.body)
    expect((await send(form('dois'), files)).status).toBe(422)
    const own = `own-${serial}`
    await h.update(whatsapps, { token: own }, eq(whatsapps.id, h.one.whatsappId))
    const elsewhere = await send({ ...body(), body: 'outra' }, headers, own)
    expect(elsewhere.status).toBe(200)
  })

  it('of a call that a kill cut off sends what had not left and nothing twice', async () => {
    const headers = { 'idempotency-key': 'cortada' }
    const first = await send(body(), headers)
    // What a kill between the message and its answer leaves behind.
    await h.update(apiRequests, { answer: null }, eq(apiRequests.key, 'cortada'))
    const again = await send(body(), headers)
    expect(again.body).toEqual(first.body)
    expect(h.channel.sent).toHaveLength(1)
  })

  it('is forgotten after a day, and must be one', async () => {
    const headers = { 'idempotency-key': 'ontem' }
    await send(body(), headers)
    const later = Date.now() + EXTERNAL_API.keyLifeMs + 1_000
    await didSomethingTheDayBefore(h, later)
    await forgetOld(h.running.app.db, later)
    expect(await h.db.$count(apiRequests)).toBe(0)
    for (const key of ['', ' ', 'a b', 'x'.repeat(201)])
      expect((await send(body(), { 'idempotency-key': key })).body.error, key).toBe('ERR_VALIDATION')
  })
})

describe('who may send', () => {
  const body = () => ({ number: numberOf(1), body: 'oi' })

  it('is whoever shows the token of a connection as a bearer token, and nobody else', async () => {
    for (const wrong of ['', 'wrong', `${token}x`, h.one.admin.token]) {
      const answer = await send(body(), {}, wrong)
      expect([answer.status, answer.body.error]).toEqual([401, 'ERR_API_TOKEN'])
    }
    expect((await send(body(), { authorization: `Basic ${token}` }, '')).status).toBe(401)
    await h.update(whatsapps, { token: '' }, eq(whatsapps.id, whatsappId))
    expect((await send(body(), { authorization: 'Bearer ' }, '')).status).toBe(401)
  })

  it('says why in the language that was asked for', async () => {
    const said = async (language: string) =>
      (await send(body(), { 'accept-language': language }, 'x')).body.message
    expect([await said('en-GB,pt;q=0.5'), await said('fr, es'), await said('fr')]).toEqual(
      [en, es, pt].map(words => words.ERR_API_TOKEN),
    )
  })

  it('needs a plan that has the API, and a company whose time is not over', async () => {
    const [company] = await h.db.select().from(companies).where(eq(companies.id, h.one.id))
    const planId = company?.planId ?? 0
    await h.update(plans, { useExternalApi: false }, eq(plans.id, planId))
    const lacking = await send(body())
    await h.update(plans, { useExternalApi: true }, eq(plans.id, planId))
    expect([lacking.status, lacking.body.error]).toEqual([403, 'ERR_PLAN_LACKS'])
    await h.update(companies, { dueDate: '2020-01-01T00:00:00.000Z' }, eq(companies.id, h.one.id))
    const over = await send(body())
    await h.update(companies, { dueDate: company?.dueDate ?? null }, eq(companies.id, h.one.id))
    expect([over.status, over.body.error]).toEqual([403, 'ERR_COMPANY_EXPIRED'])
    expect(h.channel.sent).toEqual([])
  })

  it('is held to so many calls a minute, and told how long to wait', async () => {
    const statuses: number[] = []
    for (let i = 0; i < EXTERNAL_API.calls; i++)
      statuses.push((await send({ number: 'x', body: 'y' })).status)
    expect(new Set(statuses)).toEqual(new Set([400]))
    const limited = await send(body())
    expect([limited.status, limited.body.error]).toEqual([429, 'ERR_RATE_LIMIT'])
    const wait = Number(limited.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(EXTERNAL_API.windowMs / 1_000)
    expect(limited.body.retryAfter).toBe(wait)
  })

  it('is refused numbers that are none, or not on WhatsApp', async () => {
    for (const number of ['', 'abc', '123', '5'.repeat(30), null, {}])
      expect((await send({ number, body: 'oi' })).body.error, String(number)).toBe('ERR_VALIDATION')
    h.channel.invalidNumbers.add(numberOf(9))
    const nobody = await send({ number: numberOf(9), body: 'oi' })
    expect([nobody.status, nobody.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
    expect(await h.db.$count(contacts, eq(contacts.number, numberOf(9)))).toBe(0)
  })
})

describe('what a call may hold', () => {
  it('is what the description names: any other field is refused by its name, and nothing leaves', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      number: numberOf(1),
      body: 'oi',
      mediaUrl: 'https://a.b/c',
    }))
      form.append(name, value)
    for (const body of [{ number: numberOf(1), body: 'oi', mediaUrl: 'https://a.b/c' }, form]) {
      const answer = await send(body)
      expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
      expect(answer.body.issues).toEqual([expect.objectContaining({ path: 'mediaUrl' })])
    }
    expect(h.channel.sent).toEqual([])
  })

  it('comes as JSON or as a form; any other type of content is called so', async () => {
    const answer = await send({ number: numberOf(1), body: 'oi' }, { 'content-type': 'text/csv' })
    expect([answer.status, answer.body.error]).toEqual([415, 'ERR_CONTENT_TYPE'])
    expect(answer.body.message).toBe(pt.ERR_CONTENT_TYPE)
  })
})

describe('the description', () => {
  it('is valid OpenAPI 3.1, names the server as it was asked, and every refusal of the call', async () => {
    const response = await h.raw(null, '/api/openapi.json')
    const found = (await response.json()) as {
      servers: { url: string }[]
      paths: Record<string, { post: { responses: Record<string, { description: string }> } }>
      webhooks: object
    }
    expect(await new Validator().validate(found as unknown as Record<string, unknown>)).toMatchObject({
      valid: true,
    })
    expect(found.servers).toEqual([{ url: `${h.running.url}/api` }])
    const responses = found.paths['/messages/send']?.post.responses ?? {}
    const said = Object.values(responses)
      .map(one => one.description)
      .join('\n')
    for (const code of endpoints['externalApi.send'].errors) expect(said).toContain(code)
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '413', '415', '422', '429']),
    )
    expect(responses['429']).toHaveProperty('headers.Retry-After')
    expect(Object.keys(found.webhooks)).toContain('message.created')
  })
})
