/** Templates of a Cloud API number: listed, filled in and sent, against a double of Meta's Graph API. */
import type { ConnectionTemplates, ExpectedTicket, Message } from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import { WINDOW_MS } from '../../../electron/server/desk/channel/window'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { messages, outgoing, replyWindows } from '../../../electron/server/platform/db/schema'
import { startWorkspace } from '../../../electron/server/start'
import { ACCOUNT } from '../../support/graph-double'
import { template, usualTemplates } from '../../support/graph-templates'
import { type CloudNumber, cloudHub, startCloudNumber } from './cloud-number'
import { FakeChannel } from './fake-channel'

let n: CloudNumber
beforeAll(async () => {
  n = await startCloudNumber({ graceMs: 60_000 })
  n.graph.templates.all.push(...usualTemplates())
})
afterAll(() => n.close())

const list = async (refresh = false, whatsappId = n.whatsappId) =>
  n.h.call<ConnectionTemplates & { error?: string }>(n.h.one.ana, 'whatsapps.templates', {
    params: { id: whatsappId },
    query: { refresh },
  })
interface Sending {
  name: string
  language?: string
  values?: Record<string, string>
  clientId?: string
  expected?: ExpectedTicket
  file?: { name: string; type: string; bytes: string }
}
const send = (ticketId: number, { name, language = 'pt_BR', values = {}, file, ...more }: Sending) => {
  const body = { name, language, values, clientId: crypto.randomUUID(), ...more }
  const form = new FormData()
  for (const [key, value] of Object.entries(body))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  if (file) form.append('medias', new File([file.bytes], file.name, { type: file.type }))
  return n.h.call<{ message: Message; error?: string; field?: string }>(
    n.h.one.ana,
    'messages.sendTemplate',
    {
      params: { ticketId },
      body: file ? form : body,
    },
  )
}
let customers = 0
/** A conversation with somebody who wrote too long ago, for the workspace and for Meta. */
const quiet = async () => {
  const number = `55119${String(30_000_000 + ++customers)}`
  n.graph.quiet.add(number)
  const ticket = await n.conversation(number, new Date(Date.now() - WINDOW_MS - 60_000).toISOString())
  return { ticket, number, taken: () => n.graph.taken.filter(one => one.to === number) }
}
const RESUME = { name: 'retomar_conversa', values: { 'body:1': 'Rita', 'body:2': 'a internet' } }

describe('the templates of a number', () => {
  it('are read page by page, kept with the time, and asked for anew on demand', async () => {
    const first = await list()
    expect(first.status).toBe(200)
    expect(first.body.templates.map(({ name, status }) => [name, status])).toEqual([
      ['retomar_conversa', 'APPROVED'],
      ['boleto', 'APPROVED'],
      ['promo', 'PENDING'],
      ['reopen_conversation', 'APPROVED'],
      ['cobranca_dura', 'REJECTED'],
      ['aviso_antigo', 'PAUSED'],
      ['codigo', 'APPROVED'],
    ])
    expect(first.body.reason).toBe('')
    expect(n.graph.templates.asked).toBe(4)
    n.graph.templates.all.push(template('novo', 'Chegou.'))
    expect((await list()).body).toEqual(first.body)
    const again = (await list(true)).body
    expect(again.templates.at(-1)).toMatchObject({ name: 'novo', body: 'Chegou.' })
    expect(Date.parse(again.askedAt ?? '')).toBeGreaterThan(Date.parse(first.body.askedAt ?? ''))
  })

  it('say what they consist of: header, buttons, examples, why one was rejected, and which are beyond us', async () => {
    const { templates } = (await list()).body
    const of = (name: string) => templates.find(one => one.name === name)
    expect(of('boleto')).toMatchObject({
      header: { kind: 'document' },
      isKnown: true,
      buttons: [
        { kind: 'url', text: 'Abrir fatura', url: 'https://aurora.example/f/{{1}}' },
        { kind: 'copy', text: 'Copiar código' },
      ],
      examples: { 'body:nome': 'Rita', 'body:vencimento': '10/12', 'button:0': 'a1', 'button:1': 'PIX10' },
    })
    expect(of('retomar_conversa')).toMatchObject({ footer: 'Padaria Aurora', examples: { 'body:1': 'Rita' } })
    expect(of('cobranca_dura')?.reason).toBe('ABUSIVE_CONTENT')
    expect(of('codigo')?.isKnown).toBe(false)
  })

  it('are those kept last, with the reason, while Meta does not say; and none where the account is not known', async () => {
    const kept = (await list()).body
    n.graph.away = true
    expect((await list(true)).body).toEqual({ ...kept, reason: 'unreachable' })
    n.graph.away = false
    const at = { companyId: n.h.one.id, whatsappId: n.whatsappId }
    const { keys } = n.h.running.app
    await saveAccount(n.h.db, keys, at, { businessAccountId: '' })
    expect((await list(true)).body.reason).toBe('noCredentials')
    await saveAccount(n.h.db, keys, at, { businessAccountId: '999999999' })
    expect((await list(true)).body.reason).toBe('noRight')
    await saveAccount(n.h.db, keys, at, { businessAccountId: ACCOUNT })
    expect((await list(true)).body.reason).toBe('')
  })

  it('are none of a number that has no templates', async () => {
    const { body } = await list(false, n.h.one.whatsappId)
    expect(body).toEqual({ templates: [], askedAt: null, reason: 'noProvider' })
  })
})

describe('a template', () => {
  it('reaches a customer who went quiet, once, and stands in the thread as the customer reads it', async () => {
    const { ticket, taken } = await quiet()
    const expected = { userId: n.h.one.bia.id, status: 'open' as const }
    expect((await send(ticket.id, { ...RESUME, expected })).body.error).toBe('ERR_TICKET_CHANGED')
    const clientId = crypto.randomUUID()
    const sent = await send(ticket.id, { ...RESUME, clientId })
    expect(sent.status).toBe(200)
    expect(sent.body.message).toMatchObject({
      body: 'Olá, Rita! Podemos continuar o seu atendimento sobre a internet?\n\n_Padaria Aurora_',
      failure: null,
      template: {
        name: 'retomar_conversa',
        buttons: [
          { kind: 'reply', text: 'Sim, continuar' },
          { kind: 'reply', text: 'Agora não' },
        ],
      },
    })
    const again = await send(ticket.id, { ...RESUME, clientId })
    expect(again.body.message.id).toBe(sent.body.message.id)
    // Nobody knows whether it left: a call that is repeated does not decide that.
    const failure = 'ERR_WAPP_UNSURE'
    await n.h.update(messages, { failure }, eq(messages.clientId, clientId))
    expect((await send(ticket.id, { ...RESUME, clientId })).body.message).toMatchObject({ failure })
    expect(taken().map(({ body }) => body.template)).toEqual([
      {
        name: 'retomar_conversa',
        language: { code: 'pt_BR' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Rita' },
              { type: 'text', text: 'a internet' },
            ],
          },
        ],
      },
    ])
    // The window stays closed: the customer has not written.
    expect((await n.send(ticket.id, 'e aí?')).body).toMatchObject({ error: 'ERR_WAPP_WINDOW_CLOSED' })
  })

  it('takes a file, names and codes where it has a place for them', async () => {
    const { ticket, taken } = await quiet()
    const boleto = {
      name: 'boleto',
      values: { 'body:nome': 'Rita', 'body:vencimento': '10/12', 'button:0': 'f123', 'button:1': 'PIX10' },
    }
    const pdf = { name: 'boleto.pdf', type: 'application/pdf', bytes: '%PDF-1.4 boleto' }
    const sent = await send(ticket.id, { ...boleto, file: pdf })
    expect([sent.status, sent.body.message?.mediaName]).toEqual([200, 'boleto.pdf'])
    const [template] = taken().map(one => one.body.template as { components: unknown[] })
    expect(template?.components).toMatchObject([
      { type: 'header', parameters: [{ type: 'document', document: { filename: 'boleto.pdf' } }] },
      {
        type: 'body',
        parameters: [
          { parameter_name: 'nome', text: 'Rita' },
          { parameter_name: 'vencimento', text: '10/12' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'f123' }] },
      { type: 'button', sub_type: 'copy_code', index: '1', parameters: [{ coupon_code: 'PIX10' }] },
    ])
    const without = await send(ticket.id, boleto)
    expect([without.body.error, without.body.field]).toEqual(['ERR_VALIDATION', 'header'])
    const picture = { name: 'boleto.pdf', type: 'application/pdf', bytes: '\x89PNG\r\n\x1a\n' }
    expect((await send(ticket.id, { ...boleto, file: picture })).body.error).toBe('ERR_FILE_TYPE')
    expect(taken()).toHaveLength(1)
  })

  it('is refused with nothing stored while a gap is empty, it is not approved, or the ticket is not open', async () => {
    const { ticket, taken } = await quiet()
    const before = await n.h.db.$count(messages)
    for (const [wrong, error] of [
      [{ name: 'retomar_conversa', values: { 'body:1': 'Rita', 'body:2': ' ' } }, 'ERR_VALIDATION'],
      [{ name: 'retomar_conversa', values: { 'body:1': 'R', 'body:2': 'a\nb' } }, 'ERR_VALIDATION'],
      [
        { name: 'retomar_conversa', values: { 'body:1': 'R', 'body:2': 'x'.repeat(1_100) } },
        'ERR_VALIDATION',
      ],
      [{ name: 'promo', values: { 'header:1': 'Rita' } }, 'ERR_TEMPLATE_NOT_APPROVED'],
      [{ name: 'codigo', values: { 'body:1': '1234' } }, 'ERR_TEMPLATE_MISSING'],
      [{ ...RESUME, language: 'en_US' }, 'ERR_TEMPLATE_MISSING'],
    ] as const)
      expect((await send(ticket.id, wrong)).body.error).toBe(error)
    const waiting = await n.h.newTicket(n.h.one, { whatsappId: n.whatsappId })
    expect((await send(waiting.id, RESUME)).body.error).toBe('ERR_TICKET_NOT_OPEN')
    const elsewhere = await n.h.newTicket(n.h.one, { status: 'open', userId: n.h.one.ana.id })
    expect((await send(elsewhere.id, RESUME)).body.error).toBe('ERR_WAPP_UNSUPPORTED')
    expect([await n.h.db.$count(messages), taken()]).toEqual([before, []])
  })

  it('that Meta refuses stands in the thread with the reason', async () => {
    const { ticket } = await quiet()
    n.graph.troubles.push({ kind: 'refuse', code: 132007 })
    const clientId = crypto.randomUUID()
    const answer = await send(ticket.id, { ...RESUME, clientId })
    const row = await n.h.row(messages, eq(messages.clientId, clientId))
    const failure = 'ERR_TEMPLATE_POLICY'
    expect([answer.status, answer.body.error, row?.failure]).toEqual([400, failure, failure])
    // Paused since it was listed.
    const one = n.graph.templates.all.find(({ name }) => name === 'novo')
    if (one) one.status = 'PAUSED'
    expect((await send(ticket.id, { name: 'novo' })).body.error).toBe('ERR_TEMPLATE_PAUSED')
  })

  it('goes on where the server was killed: once, before what follows it, with its window still closed', async () => {
    const { ticket, number, taken } = await quiet()
    const rest = { ticketId: ticket.id, companyId: n.h.one.id, userId: n.h.one.ana.id, fromMe: true }
    const parts = (text: string) => {
      const body = [text, 'x'].map(one => ({ name: null, text: one }))
      const of = { name: 'retomar_conversa', language: 'pt_BR', header: null, body, buttons: [] }
      return { parts: of, buttons: [] }
    }
    const at = new Date().toISOString()
    const stored = async (id: string, state: 'queued' | 'handed') => {
      const row = await n.h.insert(messages, { ...rest, id, body: id, template: parts(id), createdAt: at })
      const job = { messageSeq: row.seq, companyId: rest.companyId, state }
      await n.h.insert(outgoing, { ...job, createdAt: at, updatedAt: at })
    }
    // Killed before Meta was asked at all, and before it was its turn.
    await stored('KILLED-1', 'handed')
    await stored('KILLED-2', 'queued')
    const life = await startWorkspace({
      folder: n.h.folder,
      lock: false,
      log: silentLog,
      handlers,
      createChannel: deps => {
        const others = new FakeChannel(deps.sink)
        others.down.add(n.whatsappId)
        return cloudHub(n.graph)(others, deps)
      },
    })
    await expect.poll(() => taken().map(one => one.callback)).toEqual(['KILLED-1', 'KILLED-2'])
    await life.close()
    await n.h.running.app.channel.restart(n.whatsappId)
    await expect.poll(() => n.status()).toBe('CONNECTED')
    expect(taken().map(one => one.type)).toEqual(['template', 'template'])
    expect(await n.h.db.$count(replyWindows, eq(replyWindows.contactId, ticket.contactId))).toBe(1)
    expect(n.graph.quiet.has(number)).toBe(true)
  })
})
