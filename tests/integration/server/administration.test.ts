/**
 * Administration as a whole (docs/specification.md part 2): a new company's first days by a clock that the test moves, the same company
 * with each setting turned the other way, a super-administrator's day, and two admins at the same thing.
 */
import { companyEvent, WEEKDAYS } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAYS_AFTER_MS } from '../../../electron/demo/bank'
import { CALLS_REFUSED } from '../../../electron/server/automation/auto-replies/answers'
import { runTimers } from '../../../electron/server/desk/tickets/timers'
import * as schema from '../../../electron/server/platform/db/schema'
import { pollPendingCharges } from '../../../electron/server/platform/payments/charges'
import { makeInvoices } from '../../../electron/server/platform/payments/invoices'
import { chooseSimulatedBank } from '../../../electron/server/platform/payments/settings-row'
import { cheapHash } from '../../support/cheap-hash'
import { harnessForFile } from './for-file'
import type { Harness, Person } from './harness'

/** 10:00 on a Wednesday in São Paulo, and 3:00 on the Sunday after. */
const WEDNESDAY = new Date('2031-03-05T13:00:00.000Z')
const SUNDAY_NIGHT = new Date('2031-03-09T06:00:00.000Z')
const MINUTE_MS = 60_000

const h = harnessForFile()
let root: Person
let planId = 0
beforeAll(async () => {
  root = await h.superOf(h.one)
  const plan = await h.insert(schema.plans, {
    name: 'Equipe',
    users: 3,
    connections: 1,
    queues: 3,
    value: 99.9,
  })
  planId = plan.id
  // The longest trial: the days of the test lie within it.
  await h.setting(h.one, 'trial', '7')
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: WEDNESDAY })
})
afterEach(() => {
  vi.useRealTimers()
})

type Name = Parameters<Harness['call']>[1]
type Input = Parameters<Harness['call']>[2]
interface Refused {
  error?: string
  what?: string
}
/** When each token was given out: a clock that is moved ends it. */
const givenAt = new Map<string, number>()
async function asked<T>(who: Person, name: Name, input: Input = {}) {
  const age = Date.now() - (givenAt.get(who.token) ?? 0)
  if (age < 0 || age > 5 * MINUTE_MS) {
    who.token = (await h.signIn(who.email)).body.token
    givenAt.set(who.token, Date.now())
  }
  return h.call<T>(who, name, input)
}
async function must<T = { id: number }>(who: Person, name: Name, input: Input = {}): Promise<T> {
  const { status, body } = await asked<T>(who, name, input)
  expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(300)
  return body as T
}
/** Signs in by the clock of the test. The next sign-in, after a move of the clock, costs no tenth of a second of computing. */
async function entered(email: string, password = 'segredo123'): Promise<Person> {
  const { body } = await h.signIn(email, password)
  await h.update(schema.users, { passwordHash: cheapHash(password) }, eq(schema.users.email, email))
  const user = body.user as unknown as Person
  return { ...user, email, token: body.token, cookie: '' }
}

interface Company {
  admin: Person
  agent: Person
  whatsappId: number
  queueId: number
  /** A customer nobody knows yet. */
  customer(): {
    says(text: string, mediaType?: string): Promise<void>
    heard(): Promise<string[]>
    ticket(): Promise<Ticket>
  }
  set(key: string, value: string): Promise<void>
}
type Ticket = typeof schema.tickets.$inferSelect

const workdays = WEEKDAYS.map(weekdayEn => {
  const closed = weekdayEn === 'saturday' || weekdayEn === 'sunday'
  return {
    weekday: weekdayEn,
    weekdayEn,
    startTime: closed ? '00:00' : '08:00',
    endTime: closed ? '00:00' : '18:00',
  }
})

let companies = 0
let numbers = 0
/** A company that signs up and is put to work through its calls alone. */
async function newCompany(): Promise<Company> {
  companies += 1
  const email = `dona${companies}@padaria.test`
  const made = await h.call<{ id: number }>(null, 'companies.register', {
    body: {
      name: `Padaria ${companies}`,
      email,
      phone: '11988887777',
      password: 'segredo123',
      planId,
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const admin = await entered(email)
  const line = await must(admin, 'whatsapps.create', {
    body: {
      name: 'Balcão',
      greetingMessage: 'Olá, {{firstName}}!',
      complationMessage: 'Obrigado, {{firstName}}.',
      ratingMessage: 'Que nota você dá?',
      transferMessage: 'Vou passar você adiante.',
    },
  })
  const queue = await must(admin, 'queues.create', {
    body: {
      name: 'Pedidos',
      color: '#0072a2',
      greetingMessage: 'Pedidos da padaria.',
      outOfHoursMessage: 'Abrimos às 8h, {{firstName}}.',
      schedules: workdays,
    },
  })
  const other = await must(admin, 'queues.create', {
    body: { name: 'Reclamações', color: '#cc2a42', greetingMessage: 'Sentimos muito.', schedules: workdays },
  })
  const breads = await must(admin, 'queueOptions.create', { body: { queueId: queue.id, title: 'Pães' } })
  await must(admin, 'queueOptions.create', {
    body: { queueId: queue.id, title: 'Preços', parentId: breads.id, message: 'O quilo custa 18 reais.' },
  })
  await must(admin, 'queueOptions.create', {
    body: { queueId: queue.id, title: 'Falar com alguém', exitChatbot: true, message: 'Já vem alguém.' },
  })
  await must(admin, 'whatsapps.update', {
    params: { id: line.id },
    body: { queueIds: [queue.id, other.id] },
  })
  for (const name of ['Rita', 'Nilo'])
    await must(admin, 'users.create', {
      body: {
        name,
        email: `${name.toLowerCase()}${companies}@padaria.test`,
        password: 'segredo123',
        profile: 'user',
        queueIds: [queue.id],
        whatsappId: line.id,
      },
    })
  const set = (key: string, value: string) =>
    must<unknown>(admin, 'settings.update', { params: { key }, body: { value } }).then(() => undefined)
  return {
    admin,
    agent: await entered(`rita${companies}@padaria.test`),
    whatsappId: line.id,
    queueId: queue.id,
    set,
    customer() {
      const number = `55119${String(++numbers).padStart(8, '0')}`
      let count = 0
      const ticket = async (): Promise<Ticket> => {
        const rows = await h.db
          .select({ ticket: schema.tickets })
          .from(schema.tickets)
          .innerJoin(schema.contacts, eq(schema.contacts.id, schema.tickets.contactId))
          .where(and(eq(schema.contacts.number, number), eq(schema.tickets.companyId, admin.companyId)))
          .orderBy(asc(schema.tickets.id))
        const last = rows.at(-1)
        if (!last) throw new Error('no ticket')
        return last.ticket
      }
      return {
        ticket,
        async says(body, mediaType = 'conversation') {
          await h.channel.sink.incoming([
            {
              whatsappId: line.id,
              id: `${number}-${++count}`,
              from: { number, name: 'Lia Prado', isGroup: false },
              body,
              mediaType,
              at: new Date().toISOString(),
            },
          ])
        },
        async heard() {
          const rows = await h.db
            .select({ body: schema.messages.body })
            .from(schema.messages)
            .where(and(eq(schema.messages.ticketId, (await ticket()).id), eq(schema.messages.fromMe, true)))
            .orderBy(asc(schema.messages.seq))
          return rows.map(row => row.body)
        },
      }
    },
  }
}
const status = (who: Person, { id }: Ticket, body: object) =>
  must<unknown>(who, 'tickets.update', { params: { id }, body })

it('a new company is put to work: its phone is paired by the code, closed at night, a tree by day, an agent resolves, the customer rates, the invoice is paid', async () => {
  const shop = await newCompany()
  // The code reaches the console that waits for it, and then that it worked.
  const ear = await h.connect(shop.admin)
  const params = { id: shop.whatsappId }
  const session = (wanted: string) =>
    ear.until(
      ({ event, payload }) =>
        event === companyEvent(shop.admin.companyId, 'whatsappSession') &&
        (payload.session as { status?: string }).status === wanted,
    )
  await must<unknown>(shop.admin, 'whatsapps.newCode', { params })
  expect((await session('qrcode')).payload.session).toMatchObject({ id: shop.whatsappId, qrcode: 'code' })
  expect(await must(shop.admin, 'whatsapps.get', { params })).toMatchObject({ qrcode: 'code' })
  await h.channel.sink.status({ whatsappId: shop.whatsappId, status: 'CONNECTED', number: '5511955554444' })
  expect((await session('CONNECTED')).payload.session).toMatchObject({ qrcode: '', number: '5511955554444' })
  ear.close()
  await shop.set('scheduleType', 'queue')
  await shop.set('userRating', 'enabled')

  vi.setSystemTime(SUNDAY_NIGHT)
  const night = shop.customer()
  await night.says('Oi')
  await night.says('1')
  await night.says('2')
  expect((await night.heard()).at(-1)).toBe('Abrimos às 8h, Lia.')
  expect(await night.ticket()).toMatchObject({ status: 'pending', queueId: shop.queueId, chatbot: false })

  vi.setSystemTime(WEDNESDAY)
  const day = shop.customer()
  for (const said of ['Oi', 'Pedidos', '1', '1', '0', '0', '2']) await day.says(said)
  const heard = await day.heard()
  expect(heard[0]).toBe('Olá, Lia!\n\n*1* - Pedidos\n*2* - Reclamações')
  expect(heard).toContainEqual(expect.stringContaining('O quilo custa 18 reais.'))
  expect(heard.at(-1)).toBe('Já vem alguém.')
  const agent = await entered(shop.agent.email)
  await status(agent, await day.ticket(), { status: 'open', userId: agent.id })
  const waiting = await day.ticket()
  await must(agent, 'messages.send', { params: { ticketId: waiting.id }, body: { body: 'Pois não?' } })
  await status(agent, waiting, { status: 'closed', userId: agent.id })
  expect((await day.heard()).at(-1)).toBe('Que nota você dá?')
  await day.says('3')
  expect((await day.heard()).at(-1)).toBe('Obrigado, Lia.')
  const rated = await h.db.select().from(schema.ratings).where(eq(schema.ratings.ticketId, waiting.id))
  expect(rated).toMatchObject([{ rate: 3, userId: agent.id }])
  expect((await day.ticket()).status).toBe('closed')

  // Its trial ends within the week: the invoice that was made for it is paid by Pix, and the bank says so.
  await h.db.platform.write(tx => chooseSimulatedBank(tx))
  await makeInvoices(h.running.app, WEDNESDAY)
  const open = await must<{ invoices: { id: number; status: string; value: number }[] }>(
    shop.admin,
    'invoices.page',
  )
  expect(open.invoices).toMatchObject([{ status: 'open', value: 99.9 }])
  const dueDate = async () => {
    const [row] = await h.db
      .select()
      .from(schema.companies)
      .where(eq(schema.companies.id, shop.admin.companyId))
    return new Date(row?.dueDate ?? 0)
  }
  const before = await dueDate()
  const pix = await must<{ qrcode: { qrcode: string }; valor: { original: string } }>(
    shop.admin,
    'subscription.pay',
    {
      body: {
        invoiceId: open.invoices[0]?.id,
        firstName: 'Dona Aurora',
        address2: 'Rua das Flores, 10',
        city: 'Recife',
        zipcode: '50000-000',
        country: 'BR',
      },
    },
  )
  expect(pix).toMatchObject({
    valor: { original: '99.90' },
    qrcode: { qrcode: expect.stringMatching(/^0002/) },
  })
  vi.setSystemTime(WEDNESDAY.getTime() + PAYS_AFTER_MS + 1_000)
  await pollPendingCharges(h.running.app, await pollPendingCharges(h.running.app))
  const paid = await must<typeof open>(shop.admin, 'invoices.page')
  expect(paid.invoices[0]?.status).toBe('paid')
  const after = await dueDate()
  expect(after.getTime() - before.getTime()).toBe(31 * 24 * 60 * MINUTE_MS)
})

describe('the same company with a setting turned the other way', () => {
  let shop: Company
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: WEDNESDAY })
    shop = await newCompany()
  })

  /** One customer's story under both values: what was heard last and where the ticket stands. */
  async function both(key: string, values: [string, string], story: () => Promise<unknown>) {
    const told: unknown[] = []
    for (const value of values) {
      await shop.set(key, value)
      told.push(await story())
    }
    return told
  }
  const resolved = async () => {
    const lia = shop.customer()
    await lia.says('Oi')
    const agent = shop.agent
    await status(shop.admin, await lia.ticket(), { status: 'open', userId: agent.id, queueId: shop.queueId })
    return { lia, agent }
  }

  it('userRating', async () => {
    const story = async () => {
      const { lia } = await resolved()
      await status(shop.admin, await lia.ticket(), { status: 'closed', userId: shop.admin.id })
      return (await lia.heard()).at(-1)
    }
    expect(await both('userRating', ['enabled', 'disabled'], story)).toEqual([
      'Que nota você dá?',
      'Obrigado, Lia.',
    ])
  })

  it('scheduleType and outOfHoursAction', async () => {
    vi.setSystemTime(SUNDAY_NIGHT)
    const { admin } = shop
    await must(admin, 'companies.schedules', {
      params: { id: admin.companyId },
      body: { id: admin.companyId, schedules: workdays },
    })
    await must(admin, 'whatsapps.update', {
      params: { id: shop.whatsappId },
      body: { outOfHoursMessage: 'A padaria está fechada.' },
    })
    const story = async () => {
      const lia = shop.customer()
      for (const said of ['Oi', '1', '2']) await lia.says(said)
      return [(await lia.heard()).at(-1), (await lia.ticket()).status]
    }
    await shop.set('outOfHoursAction', 'pending')
    expect(await both('scheduleType', ['disabled', 'queue'], story)).toEqual([
      ['Já vem alguém.', 'pending'],
      ['Abrimos às 8h, Lia.', 'pending'],
    ])
    expect(await both('outOfHoursAction', ['closed', 'pending'], story)).toEqual([
      ['Abrimos às 8h, Lia.', 'closed'],
      ['Abrimos às 8h, Lia.', 'pending'],
    ])
    await shop.set('scheduleType', 'company')
    expect((await story())[0]).toBe('A padaria está fechada.')
    // A holiday closes a workday as well, in the company's own zone.
    vi.setSystemTime(WEDNESDAY)
    await must(admin, 'holidays.create', { body: { day: '2031-03-05', name: 'Cinzas' } })
    expect((await story())[0]).toBe('A padaria está fechada.')
    await shop.set('timezone', 'Pacific/Kiritimati')
    await must(admin, 'companies.schedules', {
      params: { id: admin.companyId },
      body: {
        id: admin.companyId,
        schedules: workdays.map(day => ({ ...day, startTime: '00:00', endTime: '24:00' })),
      },
    })
    expect((await story())[0]).not.toBe('A padaria está fechada.')
    await shop.set('timezone', 'America/Sao_Paulo')
    await shop.set('scheduleType', 'disabled')
  })

  it('call', async () => {
    const story = async () => {
      const lia = shop.customer()
      await lia.says('Chamada de voz perdida', 'call_log')
      return (await lia.heard()).includes(CALLS_REFUSED)
    }
    expect(await both('call', ['enabled', 'disabled'], story)).toEqual([false, true])
  })

  it('chatbotAutoExit', async () => {
    const story = async () => {
      const lia = shop.customer()
      for (const said of ['Oi', '1', '1', '1']) await lia.says(said)
      return (await lia.ticket()).chatbot
    }
    expect(await both('chatbotAutoExit', ['enabled', 'disabled'], story)).toEqual([false, true])
  })

  it('sendGreetingAccepted', async () => {
    const story = async () => {
      const lia = shop.customer()
      await lia.says('Oi')
      await status(shop.admin, await lia.ticket(), {
        status: 'open',
        userId: shop.admin.id,
        queueId: shop.queueId,
      })
      return (await lia.heard()).some(text => text.includes('vou continuar o seu atendimento'))
    }
    expect(await both('sendGreetingAccepted', ['enabled', 'disabled'], story)).toEqual([true, false])
  })

  it('sendMsgTransfTicket', async () => {
    const story = async () => {
      const { lia } = await resolved()
      await status(shop.admin, await lia.ticket(), { status: 'pending', userId: null, queueId: shop.queueId })
      return (await lia.heard()).includes('Vou passar você adiante.')
    }
    expect(await both('sendMsgTransfTicket', ['enabled', 'disabled'], story)).toEqual([true, false])
  })

  it('sendGreetingMessageOneQueues', async () => {
    const all = (
      await must<{ queues: { id: number }[] }>(shop.admin, 'whatsapps.get', {
        params: { id: shop.whatsappId },
      })
    ).queues
    const serve = (queueIds: number[]) =>
      must(shop.admin, 'whatsapps.update', { params: { id: shop.whatsappId }, body: { queueIds } })
    await serve([shop.queueId])
    const story = async () => {
      const lia = shop.customer()
      await lia.says('Oi')
      return (await lia.heard()).includes('Olá, Lia!')
    }
    expect(await both('sendGreetingMessageOneQueues', ['enabled', 'disabled'], story)).toEqual([true, false])
    await serve(all.map(({ id }) => id))
  })

  it('CheckMsgIsGroup', async () => {
    const story = async () => {
      const before = await h.db.$count(schema.tickets, eq(schema.tickets.companyId, shop.admin.companyId))
      const id = `grupo-${++numbers}`
      await h.channel.sink.incoming([
        {
          whatsappId: shop.whatsappId,
          id,
          from: { number: `1203630${numbers}`, name: 'Família', isGroup: true },
          body: 'Oi, grupo',
          mediaType: 'conversation',
          at: new Date().toISOString(),
        },
      ])
      return (await h.db.$count(schema.tickets, eq(schema.tickets.companyId, shop.admin.companyId))) - before
    }
    expect(await both('CheckMsgIsGroup', ['enabled', 'disabled'], story)).toEqual([0, 1])
  })
})

describe('a setting of the platform turned the other way', () => {
  const set = (key: string, value: string) =>
    must<unknown>(root, 'settings.update', { params: { key }, body: { value } })
  let strangers = 0
  const signUp = () => {
    strangers += 1
    const body = {
      name: `Bazar ${strangers}`,
      email: `bazar${strangers}@bazar.test`,
      phone: '11988887777',
      password: 'segredo123',
      planId,
    }
    return h.call<{ error?: string; dueDate?: string }>(null, 'companies.register', { body })
  }
  const publicly = async (key: string) =>
    (await h.call<{ value: string }>(null, 'settings.public', { params: { key } })).body.value

  it('allowregister', async () => {
    await set('allowregister', 'disabled')
    expect([(await signUp()).body.error, await publicly('allowregister')]).toEqual([
      'ERR_USER_CREATION_DISABLED',
      'disabled',
    ])
    await set('allowregister', 'enabled')
    expect((await signUp()).status).toBe(200)
  })

  it('viewregister', async () => {
    // Whether the link is shown; signing up stays possible.
    await set('viewregister', 'disabled')
    expect([await publicly('viewregister'), (await signUp()).status]).toEqual(['disabled', 200])
    await set('viewregister', 'enabled')
    expect(await publicly('viewregister')).toBe('enabled')
  })

  it('trial', async () => {
    const days: number[] = []
    for (const value of ['1', '7']) {
      await set('trial', value)
      const { dueDate } = (await signUp()).body
      days.push(Math.round((Date.parse(dueDate ?? '') - WEDNESDAY.getTime()) / 86_400_000))
    }
    expect(days).toEqual([1, 7])
  })

  it('userCreation', async () => {
    const shop = await newCompany()
    await h.update(schema.plans, { users: 0 })
    const added = async (name: string) =>
      (
        await asked<Refused>(shop.admin, 'users.create', {
          body: { name, email: `${name}${companies}@padaria.test`, password: 'segredo123' },
        })
      ).body.error
    await set('userCreation', 'disabled')
    expect(await added('Eva')).toBe('ERR_USER_CREATION_DISABLED')
    await set('userCreation', 'enabled')
    expect(await added('Eva')).toBeUndefined()
  })
})

describe('the timers of a company', () => {
  it('fire once after a clock that was a year ahead is set right, and not at once', async () => {
    const shop = await newCompany()
    await must(shop.admin, 'whatsapps.update', {
      params: { id: shop.whatsappId },
      body: {
        expiresTicket: 30,
        expiresInactiveMessage: 'Até logo.',
        timeToTransfer: 10,
        transferQueueId: shop.queueId,
      },
    })
    vi.setSystemTime(new Date('2032-03-05T13:00:00.000Z'))
    await h.update(schema.companies, { dueDate: null })
    const { admin } = shop
    const [silent, unplaced] = [shop.customer(), shop.customer()]
    await silent.says('Oi')
    await unplaced.says('Oi')
    await status(admin, await silent.ticket(), { status: 'open', userId: admin.id, queueId: shop.queueId })
    await must(admin, 'messages.send', {
      params: { ticketId: (await silent.ticket()).id },
      body: { body: 'Ainda aí?' },
    })
    const run = (minutes: number) =>
      runTimers(h.running.app, new Date(WEDNESDAY.getTime() + minutes * MINUTE_MS))
    vi.setSystemTime(WEDNESDAY)
    await run(0)
    await run(9)
    expect([(await silent.ticket()).status, (await unplaced.ticket()).queueId]).toEqual(['open', null])
    await run(11)
    expect((await unplaced.ticket()).queueId).toBe(shop.queueId)
    await run(29)
    expect((await silent.ticket()).status).toBe('open')
    await run(31)
    await run(31)
    await run(300)
    expect((await silent.ticket()).status).toBe('closed')
    expect((await silent.heard()).filter(text => text === 'Até logo.')).toHaveLength(1)
  })
})

it('a super-administrator’s day: a plan, a company on it, its limits by name, its renewal, its end', async () => {
  // A year ahead and back: nobody's sign-in is what it was.
  givenAt.clear()
  const plan = await must(root, 'plans.create', {
    body: {
      name: 'Começo',
      users: 2,
      connections: 1,
      queues: 1,
      value: 49.9,
      useCampaigns: false,
      useSchedules: true,
      useInternalChat: true,
      useExternalApi: false,
      useKanban: false,
      useOpenAi: false,
      useIntegrations: false,
      useInternal: false,
    },
  })
  const dueDate = new Date(WEDNESDAY.getTime() + 5 * 86_400_000).toISOString()
  const company = await must<{ id: number; dueDate: string }>(root, 'companies.create', {
    body: {
      name: 'Floricultura',
      email: 'flor@flor.test',
      phone: '11977776666',
      password: 'segredo123',
      planId: plan.id,
      status: true,
      campaignsEnabled: true,
      dueDate,
      recurrence: 'MENSAL',
    },
  })
  const admin = await entered('flor@flor.test')
  await must(admin, 'users.create', {
    body: { name: 'Rosa', email: 'rosa@flor.test', password: 'segredo123' },
  })
  const third = await asked<Refused>(admin, 'users.create', {
    body: { name: 'Íris', email: 'iris@flor.test', password: 'segredo123' },
  })
  expect(third.body).toMatchObject({ error: 'ERR_PLAN_LIMIT', what: 'users', limit: 2 })

  // What the plan leaves out is refused by its name, wherever it could be reached.
  const line = await must(admin, 'whatsapps.create', { body: { name: 'Loja' } })
  const queue = await must(admin, 'queues.create', { body: { name: 'Flores', color: '#0072a2' } })
  const prompt = await h.insert(schema.prompts, { companyId: admin.companyId, name: 'Assistente' })
  const integration = await h.insert(schema.queueIntegrations, {
    companyId: admin.companyId,
    type: 'ixc',
    name: 'Provedor',
  })
  const lacking = async (): Promise<unknown[]> => {
    const answers = [
      await asked<Refused>(admin, 'whatsapps.renewToken', { params: { id: line.id } }),
      await asked<Refused>(admin, 'tags.create', { body: { name: `Raia ${Date.now()}`, kanban: 1 } }),
      await asked<Refused>(admin, 'prompts.list'),
      await asked<Refused>(admin, 'integrations.list'),
      await asked<Refused>(admin, 'whatsapps.update', {
        params: { id: line.id },
        body: { promptId: prompt.id },
      }),
      await asked<Refused>(admin, 'queues.update', {
        params: { id: queue.id },
        body: { promptId: prompt.id },
      }),
      await asked<Refused>(admin, 'queues.update', {
        params: { id: queue.id },
        body: { integrationId: integration.id },
      }),
    ]
    return answers.map(({ body }) => body.what ?? body.error ?? 'done')
  }
  expect(await lacking()).toEqual([
    'useExternalApi',
    'useKanban',
    'useOpenAi',
    'useIntegrations',
    'useOpenAi',
    'useOpenAi',
    'useIntegrations',
  ])
  const wider = { useExternalApi: true, useKanban: true, useOpenAi: true, useIntegrations: true, users: 3 }
  const kept = await must<Record<string, unknown>>(root, 'plans.get', { params: { id: plan.id } })
  const { id: _id, createdAt: _at, companiesCount: _count, ...form } = kept
  await must(root, 'plans.update', { params: { id: plan.id }, body: { ...form, ...wider } })
  expect(await lacking()).toEqual(Array(7).fill('done'))
  const saved = await must<{ promptId: number; provider: string }>(admin, 'whatsapps.get', {
    params: { id: line.id },
  })
  expect(saved).toMatchObject({ promptId: prompt.id, provider: 'beta' })
  // Another company's prompt is none.
  const foreign = await h.insert(schema.prompts, { companyId: h.two.id, name: 'Deles' })
  const stolen = await asked<Refused>(admin, 'queues.update', {
    params: { id: queue.id },
    body: { promptId: foreign.id },
  })
  expect([stolen.status, stolen.body.error]).toEqual([404, 'ERR_NO_PROMPT_FOUND'])
  expect(JSON.stringify(await must(admin, 'prompts.list'))).not.toContain('Deles')

  // It runs out, is let in again by a later due date, and goes with everything it had.
  vi.setSystemTime(new Date(WEDNESDAY.getTime() + 20 * 86_400_000))
  const again = await entered(root.email)
  // Who may pay is let in to pay, and to nothing else (./unpaid.test.ts).
  const late = await entered('flor@flor.test')
  expect((await asked<Refused>(late, 'queues.list')).body.error).toBe('ERR_COMPANY_EXPIRED')
  await must(again, 'companies.update', {
    params: { id: company.id },
    body: {
      name: 'Floricultura',
      email: 'flor@flor.test',
      planId: plan.id,
      dueDate: '2031-04-10T13:00:00.000Z',
    },
  })
  expect((await h.signIn('flor@flor.test', 'segredo123')).status).toBe(200)
  expect((await asked<Refused>(again, 'plans.remove', { params: { id: plan.id } })).body.error).toBe(
    'ERR_PLAN_IN_USE',
  )
  await must<unknown>(again, 'companies.remove', { params: { id: company.id } })
  await must<unknown>(again, 'plans.remove', { params: { id: plan.id } })
  for (const table of [
    schema.users,
    schema.queues,
    schema.whatsapps,
    schema.prompts,
    schema.queueIntegrations,
  ])
    expect(await h.db.$count(table, eq(table.companyId, company.id))).toBe(0)
})

it('two admins at the same queue and setting: each hears of the other’s change, and no field is put back', async () => {
  const shop = await newCompany()
  await must(shop.admin, 'users.update', {
    params: { id: shop.agent.id },
    body: { name: 'Rita', email: shop.agent.email, profile: 'admin' },
  })
  const mate = await entered(shop.agent.email)
  const ear = await h.connect(mate)
  const params = { id: shop.queueId }
  await must(shop.admin, 'queues.update', { params, body: { greetingMessage: 'Da primeira' } })
  await ear.until(
    ({ event, payload }) =>
      event === companyEvent(mate.companyId, 'queue') &&
      (payload.queue as { greetingMessage?: string }).greetingMessage === 'Da primeira',
  )
  const both = await Promise.all([
    asked(shop.admin, 'queues.update', { params, body: { orderQueue: 7 } }),
    asked(mate, 'queues.update', { params, body: { outOfHoursMessage: 'Da segunda' } }),
  ])
  expect(both.map(one => one.status)).toEqual([200, 200])
  expect(await must(mate, 'queues.get', { params })).toMatchObject({
    greetingMessage: 'Da primeira',
    orderQueue: 7,
    outOfHoursMessage: 'Da segunda',
  })
  await shop.set('call', 'disabled')
  await ear.until(
    ({ event, payload }) =>
      event === companyEvent(mate.companyId, 'settings') &&
      (payload.setting as { key?: string; value?: string }).value === 'disabled',
  )
  ear.close()
})
