import { and, eq } from 'drizzle-orm'
import { parsePix } from 'pix-utils'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PAYS_AFTER_MS } from '../../../electron/demo/bank'
import {
  charges,
  companies,
  invoices,
  paymentSettings,
  plans,
  users,
} from '../../../electron/server/platform/db/schema'
import { pollPendingCharges } from '../../../electron/server/platform/payments/charges'
import { makeInvoices } from '../../../electron/server/platform/payments/invoices'
import { chooseSimulatedBank } from '../../../electron/server/platform/payments/settings-row'
import { fileClock } from '../../support/clock'
import { storedBytes } from '../../support/engine'
import { type PixBank, startPixBank } from '../../support/pix-bank'
import { type Harness, type Person, startHarness } from './harness'

const DAY = 86_400_000
const DUE = '2026-12-10T02:59:00.000Z' // 9 December, 23:59 in São Paulo

// The companies are paid for until then.
fileClock()
let h: Harness
let bank: PixBank
let root: Person
beforeAll(async () => {
  bank = await startPixBank()
  h = await startHarness({ bankAuthority: bank.ca })
  root = h.one.livia
  await h.update(users, { super: true }, eq(users.id, root.id))
  root.token = (await h.signIn(root.email)).body.token
})
afterAll(async () => {
  await h.close()
  await bank.close()
})
beforeEach(async () => {
  await h.db.platform.delete(invoices)
  await h.db.platform.delete(paymentSettings)
  bank.spoil = {}
  bank.locationOnly = false
  for (const { id } of [h.one, h.two])
    await h.update(
      companies,
      { dueDate: DUE, dueDay: null, recurrence: 'MENSAL', status: true },
      eq(companies.id, id),
    )
  await h.update(plans, { value: 197.9 })
  h.running.app.log.warn = (event: string) => void warned.push(event)
  h.running.app.log.error = (event: string) => void warned.push(event)
  warned.length = 0
})
const warned: string[] = []

const ASKED_AT = new Date('2026-11-22T12:00:00.000Z')
const person = {
  firstName: 'Ana Souza',
  address2: 'Rua das Flores, 10',
  city: 'Recife',
  zipcode: '50000-000',
  country: 'BR',
}
const STATIC = {
  provider: 'static',
  pixKey: 'financeiro@turno.app',
  merchantName: 'Turno São João',
  merchantCity: 'São Paulo',
}
const apiPix = () => ({
  ...STATIC,
  provider: 'apiPix',
  baseUrl: bank.baseUrl,
  tokenUrl: bank.tokenUrl,
  clientId: 'turno-client',
  clientSecret: 'turno-secret',
  certificate: bank.client,
})
interface Told {
  id: number
  status: string
  error?: string
  invoices: {
    id: number
    status: string
    value: number
    dueDate: string
    detail: string
    companyId: number
  }[]
  count: number
  hasMore: boolean
  qrcode: { qrcode: string }
  valor: { original: string }
  txid: string
  expiresAt: string | null
  settledBy: string
}
const configure = async (body: object) => {
  const answer = await h.call<Told>(root, 'payments.saveSettings', { body })
  expect(answer.body.error).toBeUndefined()
}
const invoiceOf = async (at = h.one) => {
  await makeInvoices(h.running.app, ASKED_AT)
  const [row] = await h.db.select().from(invoices).where(eq(invoices.companyId, at.id))
  if (!row) throw new Error('no invoice')
  return row
}
const pay = (invoiceId: number, more: object = {}) =>
  h.call<Told>(h.one.admin, 'subscription.pay', { body: { ...person, invoiceId, ...more } })
const dueDateOf = async (at = h.one) => {
  const [row] = await h.db.select().from(companies).where(eq(companies.id, at.id))
  return row?.dueDate
}
const webhook = async (pix: object[], path = '') => {
  const [row] = await h.db.select().from(paymentSettings)
  return h.raw(null, `/api/subscription/webhook/${row?.webhookKey}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix }),
  })
}

describe('invoices', () => {
  it('are made once per company and due date, less than twenty days ahead, by the plan', async () => {
    const before = new Date(Date.parse(DUE) - 20 * DAY)
    expect(await makeInvoices(h.running.app, before)).toBe(0)
    const listener = await h.connect(h.one.admin)
    const agent = await h.connect(h.one.ana)
    expect(await makeInvoices(h.running.app, new Date(before.getTime() + 1_000))).toBe(2)
    expect(await makeInvoices(h.running.app, ASKED_AT)).toBe(0)
    const { body } = await h.call<Told>(h.one.admin, 'invoices.page')
    expect(body).toMatchObject({ count: 1, hasMore: false })
    expect(body.invoices[0]).toMatchObject({
      status: 'open',
      value: 197.9,
      dueDate: '2026-12-09',
      companyId: h.one.id,
    })
    await listener.until(heard => heard.payload.action === 'create' && heard.event.endsWith('-payment'))
    await agent.settled()
    expect(agent.of('payment')).toEqual([])
    listener.close()
    agent.close()
  })

  it('are not made for companies that are off, have no due date, or pay nothing', async () => {
    await h.update(companies, { status: false }, eq(companies.id, h.one.id))
    await h.update(companies, { dueDate: null }, eq(companies.id, h.two.id))
    expect(await makeInvoices(h.running.app, ASKED_AT)).toBe(0)
    await h.update(companies, { status: true, dueDate: DUE })
    await h.update(plans, { value: 0 })
    expect(await makeInvoices(h.running.app, ASKED_AT)).toBe(0)
  })

  it('are paged, the latest due date first, and found by words, amount and day', async () => {
    await h.insert(
      invoices,
      Array.from({ length: 25 }, (_, at) => ({
        companyId: h.one.id,
        detail: at === 3 ? 'Plano Órfão' : 'Completo',
        cents: 10_000 + at,
        dueDate: `2026-10-${String(at + 1).padStart(2, '0')}`,
      })),
    )
    const page = (query: object) => h.call<Told>(h.one.admin, 'invoices.page', { query: { ...query } })
    const first = await page({})
    expect([first.body.count, first.body.invoices.length, first.body.hasMore]).toEqual([25, 20, true])
    expect(first.body.invoices[0]?.dueDate).toBe('2026-10-25')
    const second = await page({ pageNumber: 2 })
    expect([second.body.invoices.length, second.body.hasMore]).toEqual([5, false])
    for (const searchParam of ['orfao', '100,03', '04/10/2026'])
      expect(
        (await page({ searchParam })).body.invoices.map(one => one.detail),
        searchParam,
      ).toEqual(['Plano Órfão'])
  })

  it('of all companies are the super-administrator’s, who settles by hand and once', async () => {
    const own = await invoiceOf()
    const other = await invoiceOf(h.two)
    const every = await h.call<Told>(root, 'invoices.everyCompany', { query: { searchParam: 'DÓIS' } })
    expect(every.body.invoices.map(one => one.id)).toEqual([other.id])
    expect(
      (await h.call<Told>(root, 'invoices.everyCompany')).body.invoices.map(one => one.id).sort(),
    ).toEqual([own.id, other.id].sort())
    expect((await h.call(h.one.admin, 'invoices.everyCompany')).status).toBe(403)
    const settle = (who: Person) =>
      h.call<Told>(who, 'invoices.settle', {
        params: { id: other.id },
        body: { id: other.id, status: 'paid' },
      })
    expect((await settle(h.two.admin)).status).toBe(403)
    const agent = await h.connect(h.two.ana)
    const elsewhere = await h.connect(root)
    const stranger = await h.connect(h.one.admin)
    expect((await settle(root)).body.status).toBe('paid')
    // A second console of the platform sees it paid, with whose it is; nobody else of that company does.
    const seen = await elsewhere.until(heard => heard.event.endsWith('-payment'))
    expect(seen.payload).toMatchObject({
      action: 'update',
      invoice: { id: other.id, status: 'paid', company: { id: h.two.id, name: expect.stringMatching(/./) } },
    })
    await stranger.settled()
    expect(stranger.of('payment')).toEqual([])
    elsewhere.close()
    stranger.close()
    expect(await dueDateOf(h.two)).toBe('2027-01-10T02:59:00.000Z')
    const { payload } = await agent.until(heard => heard.payload.action === 'CONCLUIDA')
    expect(payload.company).toEqual({ id: h.two.id, dueDate: '2027-01-10T02:59:00.000Z' })
    agent.close()
    expect((await settle(root)).body.error).toBe('ERR_INVOICE_PAID')
    expect(await dueDateOf(h.two)).toBe('2027-01-10T02:59:00.000Z')
  })
})

describe('a company that is due on the 31st', () => {
  it('is due on it again after months that are shorter, however often it pays', async () => {
    await h.update(
      companies,
      { dueDate: '2027-01-31T15:00:00.000Z', dueDay: null },
      eq(companies.id, h.one.id),
    )
    const days: (string | null | undefined)[] = []
    for (const at of ['2027-01-20', '2027-02-20', '2027-03-20', '2027-04-20']) {
      await makeInvoices(h.running.app, new Date(`${at}T12:00:00.000Z`))
      const [open] = await h.db
        .select()
        .from(invoices)
        .where(and(eq(invoices.companyId, h.one.id), eq(invoices.status, 'open')))
      const settled = await h.call<Told>(root, 'invoices.settle', {
        params: { id: open?.id ?? 0 },
        body: { id: open?.id, status: 'paid' },
      })
      expect(settled.body.status).toBe('paid')
      days.push((await dueDateOf())?.slice(0, 10))
    }
    expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })
})

describe('a checkout', () => {
  it('asks for what docs/specification.md 2.5 demands, and for an invoice of its own company', async () => {
    await configure(STATIC)
    const invoice = await invoiceOf()
    const refused = await h.call<{ issues: { message: string }[] }>(h.one.admin, 'subscription.pay', {
      body: { invoiceId: invoice.id, firstName: ' ', address2: '', city: '', zipcode: '', country: 'XX' },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.issues.map(one => one.message)).toEqual([
      'O nome completo é obrigatório',
      'O Endereço é obrigatório',
      'Cidade é obrigatória',
      'CEP é obrigatório',
      'País é obrigatório',
    ])
    expect((await pay((await invoiceOf(h.two)).id)).body.error).toBe('ERR_NO_INVOICE_FOUND')
    expect((await pay(invoice.id, { price: '1.00' })).body.error).toBe('ERR_PAYMENT_AMOUNT')
    const asAgent = await h.call(h.one.ana, 'subscription.pay', {
      body: { ...person, invoiceId: invoice.id },
    })
    expect(asAgent.status).toBe(403)
  })

  it('remembers the billing data for the next one, for administrators of the company', async () => {
    await configure(STATIC)
    await pay((await invoiceOf()).id)
    const { body } = await h.call(h.one.admin, 'subscription.billing')
    expect(body).toMatchObject({ billingName: 'Ana Souza', addressCity: 'Recife', country: 'BR' })
    expect((await h.call(h.two.admin, 'subscription.billing')).body).toMatchObject({ billingName: '' })
  })

  it('says that payment is not set up', async () => {
    expect((await pay((await invoiceOf()).id)).body.error).toBe('ERR_PAYMENT_NOT_SET_UP')
  })
})

describe('a static code', () => {
  it('carries key, amount and a txid, and is the same when asked for again', async () => {
    await configure(STATIC)
    const invoice = await invoiceOf()
    const { body } = await pay(invoice.id, { price: '197.90' })
    expect(body).toMatchObject({ valor: { original: '197.90' }, settledBy: 'hand', expiresAt: null })
    expect(parsePix(body.qrcode.qrcode)).toMatchObject({
      pixKey: 'financeiro@turno.app',
      transactionAmount: 197.9,
      merchantName: 'TURNO SAO JOAO',
      merchantCity: 'SAO PAULO',
      txid: body.txid,
    })
    expect((await pay(invoice.id)).body.txid).toBe(body.txid)
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe(DUE)
  })

  it('is made anew once key, name or city are others, and the former one is ended', async () => {
    await configure(STATIC)
    const invoice = await invoiceOf()
    const txids = [(await pay(invoice.id)).body.txid]
    for (const change of [
      { pixKey: '529.982.247-25' },
      { merchantName: 'Outro Nome' },
      { merchantCity: 'Recife' },
    ]) {
      await configure({ ...STATIC, ...change })
      const { body } = await pay(invoice.id)
      expect(txids).not.toContain(body.txid)
      expect((await pay(invoice.id)).body.txid).toBe(body.txid)
      txids.push(body.txid)
    }
    const rows = await h.db.select().from(charges).where(eq(charges.invoiceId, invoice.id))
    expect(rows.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended', 'active'])
    expect(parsePix(rows[1]?.code ?? '')).toMatchObject({ pixKey: '52998224725' })
  })
})

describe('a bank (API Pix)', () => {
  it('charges over TLS with the client’s certificate, and is believed when it says paid', async () => {
    await configure(apiPix())
    const invoice = await invoiceOf()
    const { body } = await pay(invoice.id)
    expect(body.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)
    expect(body).toMatchObject({ valor: { original: '197.90' }, settledBy: 'bank' })
    expect(body.qrcode.qrcode).toContain(body.txid)
    expect(Date.parse(body.expiresAt ?? '') - Date.now()).toBeGreaterThan(3_000_000)
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe(DUE)
    bank.pay(body.txid)
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe('2027-01-10T02:59:00.000Z')
    expect((await pay(invoice.id)).body.error).toBe('ERR_INVOICE_PAID')
  })

  it('moves the due date once however often and in whatever way it tells', async () => {
    await configure(apiPix())
    const { body } = await pay((await invoiceOf()).id)
    bank.pay(body.txid)
    const told = [{ txid: body.txid, valor: '197.90', endToEndId: 'E1', horario: '2026-11-22T12:00:00Z' }]
    const answers = await Promise.all([
      webhook(told),
      webhook([...told, ...told], '/pix'),
      pollPendingCharges(h.running.app).then(() => null),
      webhook(told),
    ])
    expect(answers.map(answer => answer?.status)).toEqual([200, 200, undefined, 200])
    await webhook(told)
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe('2027-01-10T02:59:00.000Z')
    expect(warned).toEqual([])
  })

  it('is not believed when somebody else tells: words at the webhook pay nothing', async () => {
    await configure(apiPix())
    const { body } = await pay((await invoiceOf()).id)
    expect((await webhook([{ txid: body.txid, valor: '197.90' }])).status).toBe(200)
    expect(await dueDateOf()).toBe(DUE)
    expect((await webhook([{ txid: 'f'.repeat(32), valor: '197.90' }])).status).toBe(404)
    expect(warned).toEqual(['a payment for an unknown txid'])
    const stranger = await h.raw(null, '/api/subscription/webhook/0000', { method: 'POST' })
    expect(stranger.status).toBe(404)
  })

  it.each([
    ['another amount', { pix: [{ valor: '1.90' }] }, 'payment of another amount'],
    ['another charge', { txid: 'a'.repeat(32) }, 'a charge cannot be looked after'],
    ['another receiver', { chave: 'ladrao@example.com' }, 'a charge cannot be looked after'],
  ])('is refused when it speaks of %s', async (_what, spoil, event) => {
    await configure(apiPix())
    const { body } = await pay((await invoiceOf()).id)
    bank.pay(body.txid)
    bank.spoil = spoil
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe(DUE)
    // The workspace looks by itself as well, now and then.
    expect([...new Set(warned)]).toEqual([event])
  })

  it('takes back what the payer got back', async () => {
    await configure(apiPix())
    const { body } = await pay((await invoiceOf()).id)
    bank.pay(body.txid)
    bank.spoil = { pix: [{ valor: '197.90', devolucoes: [{ valor: '97.90', status: 'DEVOLVIDO' }] }] }
    await pollPendingCharges(h.running.app)
    expect([await dueDateOf(), warned]).toEqual([DUE, ['payment of another amount']])
  })

  it('gets a new token when it ended the one before', async () => {
    await configure(apiPix())
    await pay((await invoiceOf()).id)
    bank.tokens.clear()
    await h.db.platform.delete(charges)
    expect((await pay((await invoiceOf()).id)).status).toBe(200)
  })

  it('may give an address in the place of a code', async () => {
    bank.locationOnly = true
    await configure(apiPix())
    const { body } = await pay((await invoiceOf()).id)
    expect(parsePix(body.qrcode.qrcode)).toMatchObject({ url: `pix.example.com/qr/v2/${body.txid}` })
  })

  it('that refuses or cannot be reached is said so, and the charge is over', async () => {
    await configure({ ...apiPix(), clientSecret: 'wrong' })
    const invoice = await invoiceOf()
    expect((await pay(invoice.id)).body.error).toBe('ERR_PAYMENT_PROVIDER')
    await configure({ ...apiPix(), tokenUrl: 'https://127.0.0.1:1/token' })
    expect((await pay(invoice.id)).body.error).toBe('ERR_PAYMENT_PROVIDER')
    expect((await h.db.select().from(charges)).map(one => one.status)).toEqual(['ended', 'ended'])
  })

  it('whose certificate nobody vouches for is not spoken to', async () => {
    await configure(apiPix())
    h.running.app.bankAuthority = null
    await configure(apiPix())
    expect((await pay((await invoiceOf()).id)).body.error).toBe('ERR_PAYMENT_PROVIDER')
    h.running.app.bankAuthority = bank.ca
  })
})

describe('the demo’s bank', () => {
  it('can only be chosen in a demo, and pays after a moment', async () => {
    const refused = await h.call<Told>(root, 'payments.saveSettings', {
      body: { ...STATIC, provider: 'simulated' },
    })
    expect(refused.body.error).toBe('ERR_VALIDATION')
    await h.db.platform.write(chooseSimulatedBank)
    const { body } = await pay((await invoiceOf()).id)
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe(DUE)
    await h.update(
      charges,
      { createdAt: new Date(Date.now() - PAYS_AFTER_MS).toISOString() },
      eq(charges.txid, body.txid),
    )
    await pollPendingCharges(h.running.app)
    expect(await dueDateOf()).toBe('2027-01-10T02:59:00.000Z')
  })
})

describe('the settings of payment', () => {
  it('keep secrets from everybody, sealed on disk, and when they are left out', async () => {
    const mate = await h.connect(root)
    await configure(apiPix())
    const told = await mate.until(({ event }) => event.endsWith('-platformSettings'))
    expect(told.payload).toEqual({ action: 'update', part: 'payments' })
    mate.close()
    await configure({ ...apiPix(), clientSecret: '', certificate: undefined, merchantName: 'Outro Nome' })
    const { body } = await h.call(root, 'payments.settings')
    expect(body).toMatchObject({ hasClientSecret: true, hasCertificate: true, merchantName: 'Outro Nome' })
    expect(JSON.stringify(body)).not.toMatch(/turno-secret|PRIVATE KEY/)
    expect((await h.call(h.one.admin, 'payments.settings')).status).toBe(403)
    const disk = (await storedBytes(h.db, h.folder, 'payment_settings')).toString('latin1')
    expect(disk).not.toMatch(/turno-secret|PRIVATE KEY/)
    expect((await pay((await invoiceOf()).id)).status).toBe(200)
  })

  it('name what is missing or cannot be read', async () => {
    const save = (body: object) =>
      h.call<{ error: string; issues?: { path: string }[] }>(root, 'payments.saveSettings', { body })
    const empty = await save({ ...STATIC, provider: 'apiPix' })
    expect(empty.body.issues?.map(one => one.path)).toEqual([
      'baseUrl',
      'tokenUrl',
      'clientId',
      'clientSecret',
      'certificate',
    ])
    expect((await save({ ...apiPix(), certificate: 'no pem' })).body.error).toBe('ERR_PAYMENT_CERTIFICATE')
    expect((await save({ ...apiPix(), baseUrl: 'http://bank.example/v2' })).status).toBe(400)
    for (const [path, value] of [
      ['pixKey', 'dona aurora'],
      ['merchantName', '日本'],
    ] as const)
      expect((await save({ ...STATIC, [path]: value })).body.issues).toMatchObject([{ path }])
  })
})

describe('/subscription', () => {
  it('says how long the trial lasts until something is paid', async () => {
    const get = async () =>
      (await h.call<{ trialExpiration: string | null }>(h.one.ana, 'subscription.get')).body
    expect(await get()).toMatchObject({
      trialExpiration: DUE,
      dueDate: DUE,
      contact: { name: expect.any(String) },
    })
    const { id } = await invoiceOf()
    await h.call(root, 'invoices.settle', { params: { id }, body: { id, status: 'paid' } })
    expect((await get()).trialExpiration).toBeNull()
  })
})
