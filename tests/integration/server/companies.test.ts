/** Companies, plans and help videos over HTTP and sockets (docs/specification.md 2.2, 2.4, 2.5, 2.7 and 2.9). */
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { companyEvent, type EndpointName } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { announceCompany } from '../../../electron/server/platform/companies/announce'
import { DEFAULT_SETTINGS } from '../../../electron/server/platform/companies/defaults'
import * as schema from '../../../electron/server/platform/db/schema'
import { mediaFolder } from '../../../electron/server/platform/media/folder'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
let root: Person
let planId: number
beforeAll(async () => {
  root = await h.superOf(h.one)
  const plan = await h.insert(schema.plans, {
    name: 'Aberto',
    users: 2,
    connections: 1,
    queues: 1,
    value: 99.9,
  })
  planId = plan.id
})

const DAY_MS = 86_400_000
let serial = 0
const signUp = (body: Record<string, unknown> = {}) => {
  serial += 1
  return h.call(null, 'companies.register', {
    body: {
      name: `Padaria ${serial}`,
      email: `dono${serial}@padaria.test`,
      phone: '(11) 98888-7777',
      password: 'segredo123',
      planId,
      recurrence: 'MENSAL',
      dueDate: '2099-01-01T00:00:00.000Z',
      status: 't',
      campaignsEnabled: true,
      ...body,
    },
  })
}
const add = async (body: Record<string, unknown> = {}) => {
  serial += 1
  return h.call(root, 'companies.create', {
    body: {
      name: `Oficina ${serial}`,
      email: `dona${serial}@oficina.test`,
      password: 'segredo123',
      planId,
      ...body,
    },
  })
}
const counts = async () => [
  await h.db.$count(schema.companies),
  await h.db.$count(schema.users),
  await h.db.$count(schema.settings),
]

describe('signing up', () => {
  it('is refused while the platform does not allow it', async () => {
    await h.setting(h.one, 'allowregister', 'disabled')
    const before = await counts()
    const refused = await signUp()
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
    expect(await counts()).toEqual(before)
    await h.setting(h.one, 'allowregister', 'enabled')
  })

  it('makes a company with its admin and every setting, due after the days of the trial', async () => {
    await h.setting(h.one, 'trial', '5')
    const made = await signUp()
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const id = Number(made.body.id)
    const [row] = await h.db.select().from(schema.companies).where(eq(schema.companies.id, id))
    expect(row).toMatchObject({ status: true, recurrence: 'MENSAL', planId, phone: '11988887777' })
    const days = (Date.parse(row?.dueDate ?? '') - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(4.9)
    expect(days).toBeLessThan(5.1)
    expect(row?.trialExpiration).toBe(row?.dueDate)
    const own = await h.db.select().from(schema.settings).where(eq(schema.settings.companyId, id))
    expect(Object.fromEntries(own.map(one => [one.key, one.value]))).toEqual(DEFAULT_SETTINGS)
    expect(DEFAULT_SETTINGS.campaignsEnabled).toBe('true')
    const signed = await h.signIn(String(made.body.email), 'segredo123')
    expect(signed.body.user).toMatchObject({ profile: 'admin', super: false, companyId: id })
    expect(JSON.stringify(made.body)).not.toContain('segredo123')
  })

  it('takes three days where the platform says nonsense', async () => {
    await h.setting(h.one, 'trial', '400')
    const made = await signUp()
    const days = (Date.parse(String(made.body.dueDate)) - Date.now()) / DAY_MS
    expect(Math.round(days)).toBe(3)
  })

  it('leaves nothing behind when a name, an e-mail or a plan is refused', async () => {
    const first = await signUp({ name: 'Única', email: 'unica@padaria.test' })
    expect(first.status).toBe(200)
    const internal = await h.insert(schema.plans, { name: 'Da casa', useInternal: true })
    const before = await counts()
    const refused = [
      await signUp({ name: 'ÚNICA'.toLowerCase().replace('ú', 'Ú') }),
      await signUp({ email: 'UNICA@padaria.test' }),
      await signUp({ planId: 999_999 }),
      await signUp({ planId: internal.id }),
      await signUp({ password: '1234' }),
      await signUp({ phone: '123' }),
    ].map(({ body }) => body.error)
    expect(refused).toEqual([
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_DUPLICATED_USER',
      'ERR_NO_PLAN_FOUND',
      'ERR_NO_PLAN_FOUND',
      'ERR_VALIDATION',
      'ERR_VALIDATION',
    ])
    expect(await counts()).toEqual(before)
  })

  it('is offered the plans that are not the platform’s own, and not how many have them', async () => {
    for (const name of ['plans.offered', 'plans.register'] as const) {
      const { body } = await h.call<Record<string, unknown>[]>(null, name)
      expect(body.map(plan => plan.name)).toContain('Aberto')
      expect(body.map(plan => plan.name)).not.toContain('Da casa')
      expect(body.every(plan => plan.companiesCount == null)).toBe(true)
    }
  })
})

describe('companies', () => {
  it('are added whole or not at all, and found by name without accents, page by page', async () => {
    const before = await counts()
    for (const body of [
      { email: h.one.ana.email },
      { name: 'Um' },
      { planId: 999_999 },
      { password: '' },
      { email: '' },
    ]) {
      const refused = await add(body)
      expect([refused.status >= 400, await counts()]).toEqual([true, before])
    }
    const made = await add({ name: 'Ótica Luz', recurrence: 'ANUAL', campaignsEnabled: false })
    expect(made.body).toMatchObject({ name: 'Ótica Luz', recurrence: 'ANUAL', status: true, dueDate: null })
    expect(made.body.settings).toMatchObject([{ key: 'campaignsEnabled', value: 'false' }])
    const found = await h.call<{ companies: { name: string; plan: object }[]; count: number }>(
      root,
      'companies.list',
      { query: { searchParam: 'otica' } },
    )
    expect(found.body.companies.map(one => one.name)).toEqual(['Ótica Luz'])
    expect(found.body.companies[0]?.plan).toMatchObject({ name: 'Aberto', value: 99.9 })
    for (let i = 0; i < 25; i++)
      await h.insert(schema.companies, { name: `Rede ${String(i).padStart(2, '0')}`, planId })
    const pages = [1, 2].map(pageNumber =>
      h.call<{ companies: { name: string }[]; count: number; hasMore: boolean }>(root, 'companies.list', {
        query: { searchParam: 'rede', pageNumber },
      }),
    )
    const [first, second] = (await Promise.all(pages)).map(page => page.body)
    expect([first?.count, first?.hasMore, first?.companies.length]).toEqual([25, true, 20])
    expect([second?.hasMore, second?.companies.at(-1)?.name]).toEqual([false, 'Rede 24'])
  })

  it('keep null for an empty or invalid due date, and leave alone what a form leaves out', async () => {
    const { body } = await add({ dueDate: '2030-05-31T12:00:00.000Z', phone: '+55 11 98888-7777' })
    const params = { id: Number(body.id) }
    expect(body).toMatchObject({ dueDate: '2030-05-31T12:00:00.000Z', phone: '5511988887777' })
    const untouched = await h.call(root, 'companies.update', { params, body: { status: true } })
    expect(untouched.body.dueDate).toBe('2030-05-31T12:00:00.000Z')
    for (const dueDate of ['', 'amanhã', '2030-02-31T99:00', null, '99999-01-01']) {
      await h.call(root, 'companies.update', { params, body: { dueDate: '2030-05-31T12:00:00.000Z' } })
      const emptied = await h.call(root, 'companies.update', { params, body: { dueDate } })
      expect([dueDate, emptied.status, emptied.body.dueDate]).toEqual([dueDate, 200, null])
    }
    const taken = await h.call(root, 'companies.update', { params, body: { name: 'Dois' } })
    expect(taken.body).toMatchObject({ error: 'ERR_COMPANY_NAME_ALREADY_EXISTS', field: 'name' })
  })

  it('that are due on the 31st are due on it again after February, until somebody chooses another day', async () => {
    const { body } = await add({ dueDate: '2030-01-31T12:00:00.000Z' })
    const params = { id: Number(body.id) }
    const move = async (dueDate: string) =>
      (await h.call<{ dueDay: number | null }>(root, 'companies.update', { params, body: { dueDate } })).body
        .dueDay
    expect(await move('2030-02-28T12:00:00.000Z')).toBe(31)
    expect(await move('2030-03-31T12:00:00.000Z')).toBe(31)
    expect(await move('2030-04-30T12:00:00.000Z')).toBe(31)
    expect(await move('2030-05-30T12:00:00.000Z')).toBe(30)
    expect(await move('')).toBeNull()
    expect(await move('2030-02-28T12:00:00.000Z')).toBe(28)
  })

  it('have hours that their admin sets, and nobody else’s', async () => {
    const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' }
    const body = { schedules: [monday] }
    const own = await h.call(h.one.admin, 'companies.schedules', { params: { id: h.one.id }, body })
    expect(own.body.schedules).toEqual([monday])
    const foreign = await h.call(h.one.admin, 'companies.schedules', { params: { id: h.two.id }, body })
    expect([foreign.status, foreign.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    const agent = await h.call(h.one.ana, 'companies.schedules', { params: { id: h.one.id }, body })
    expect(agent.status).toBe(403)
    const bySuper = await h.call(root, 'companies.schedules', { params: { id: h.two.id }, body })
    expect(bySuper.body.schedules).toEqual([monday])
    const set = (schedules: object[]) =>
      h.call(root, 'companies.schedules', { params: { id: h.two.id }, body: { schedules } })
    const night = { ...monday, startTime: '22:00', endTime: '02:00' }
    expect((await set([night])).status).toBe(200)
    expect((await set([night, { ...monday, endTime: '23:00' }])).body.error).toBe('ERR_VALIDATION')
  })

  it('tell their billing data to their admins and the platform alone', async () => {
    await h.update(schema.companies, { billingName: 'Razão Social Ltda' }, eq(schema.companies.id, h.one.id))
    const read = async (who: Person) =>
      (await h.call(who, 'companies.get', { params: { id: h.one.id } })).body.billingName
    expect([await read(h.one.admin), await read(root), await read(h.one.ana)]).toEqual([
      'Razão Social Ltda',
      'Razão Social Ltda',
      undefined,
    ])
    const signed = await h.signIn(h.one.ana.email)
    expect(JSON.stringify(signed.body)).not.toContain('Razão Social Ltda')
  })

  it('are told to every super-administrator, and to nobody of another company', async () => {
    const [ear, admin] = [await h.connect(root), await h.connect(h.one.admin)]
    const { body } = await add()
    const id = Number(body.id)
    await h.call(root, 'companies.update', { params: { id }, body: { name: `Nova ${serial}` } })
    await h.call(root, 'companies.remove', { params: { id } })
    await ear.until(one => one.payload.action === 'delete' && one.payload.companyId === id)
    await admin.settled()
    const mine = ear.of('company').filter(one => {
      const { company, companyId } = one as { company?: { id: number }; companyId?: number }
      return (company?.id ?? companyId) === id
    })
    expect(mine.map(one => one.action)).toEqual(['create', 'update', 'delete'])
    expect(admin.of('company')).toEqual([])
    ear.close()
    admin.close()
  })
})

describe('deleting a company', () => {
  it('takes every row, file and session of it, and counts them before', async () => {
    const { body } = await add({ planId })
    const id = Number(body.id)
    const signed = await h.signIn(String(body.email), 'segredo123')
    const admin = { ...h.one.admin, companyId: id, token: signed.body.token }
    const queue = await h.call(admin, 'queues.create', { body: { name: 'Geral', color: '#112233' } })
    const line = await h.call(admin, 'whatsapps.create', { body: { name: 'Linha' } })
    expect([queue.status, line.status]).toEqual([200, 200])
    const company = { ...h.one, id, suporte: Number(queue.body.id), whatsappId: Number(line.body.id) }
    const ticket = await h.newTicket(company, { name: 'Cliente' })
    await h.newMessages(ticket, ['um', 'dois'])
    const folder = mediaFolder(h.folder, id)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'foto.png'), 'x')
    const params = { id }
    expect((await h.call(root, 'companies.contents', { params })).body).toEqual({
      users: 1,
      connections: 1,
      queues: 1,
      contacts: 1,
      tickets: 1,
      messages: 2,
    })
    const ear = await h.connect(admin)
    const gone = new Promise(resolve => ear.socket.once('disconnect', resolve))
    expect((await h.call(root, 'companies.remove', { params })).status).toBe(200)
    await gone
    const left: Record<string, number> = {}
    for (const [name, table] of Object.entries(schema))
      if (typeof table === 'object' && 'companyId' in table)
        left[name] = await h.db.$count(
          table as typeof schema.users,
          eq((table as typeof schema.users).companyId, id),
        )
    expect(Object.entries(left).filter(([, rows]) => rows > 0)).toEqual([])
    expect(Object.keys(left).length).toBeGreaterThan(20)
    await expect(access(folder)).rejects.toThrow()
    expect((await h.call(admin, 'auth.me')).status).toBe(403)
    expect((await h.call(root, 'companies.remove', { params })).body.error).toBe('ERR_NO_COMPANY_FOUND')
  })

  it('is refused for the company of the platform', async () => {
    const refused = await h.call(root, 'companies.remove', { params: { id: h.one.id } })
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_COMPANY_OF_PLATFORM'])
    expect(await h.db.$count(schema.companies, eq(schema.companies.id, h.one.id))).toBe(1)
  })
})

describe('a company whose time is over', () => {
  const dueDate = (at: string | null, status = true) =>
    h.db.platform
      .update(schema.companies)
      .set({ dueDate: at, status })
      .where(eq(schema.companies.id, h.two.id))

  it('ends its people’s requests and sockets at once, and takes them in again when it is renewed', async () => {
    for (const over of [
      { dueDate: new Date(Date.now() - 1000).toISOString() },
      { dueDate: null, status: false },
    ]) {
      const ear = await h.connect(h.two.ana)
      const gone = new Promise(resolve => ear.socket.once('disconnect', resolve))
      expect((await h.call(h.two.ana, 'auth.me')).status).toBe(200)
      await h.call(root, 'companies.update', { params: { id: h.two.id }, body: over })
      await gone
      const refused = await h.call(h.two.ana, 'auth.me')
      expect(refused.status).toBe(403)
      // Not a code: the console refreshes, and is told there why it may not stay.
      expect(String(refused.body.error)).not.toMatch(/^ERR_/)
      const refresh = await h.raw(null, '/api/auth/refresh_token', {
        method: 'POST',
        headers: { cookie: h.two.ana.cookie },
      })
      expect([refresh.status, (await refresh.json()).error]).toEqual([403, 'ERR_COMPANY_EXPIRED'])
      const renewed = { status: true, dueDate: new Date(Date.now() + DAY_MS).toISOString() }
      await h.call(root, 'companies.update', { params: { id: h.two.id }, body: renewed })
      const again = await h.signIn(h.two.ana.email)
      h.two.ana.token = again.body.token
      h.two.ana.cookie = (again.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
      expect((await h.call(h.two.ana, 'auth.me')).status).toBe(200)
    }
  })

  it('does not lose the platform’s super-administrator', async () => {
    await dueDate(new Date(Date.now() - DAY_MS).toISOString())
    const keeper = await h.superOf({ ...h.two })
    const ear = await h.connect(keeper)
    const { app } = h.running
    await h.db.platform.write(tx => announceCompany(app, tx, h.two.id, 'update'))
    await ear.settled()
    expect([ear.socket.connected, (await h.call(keeper, 'auth.me')).status]).toEqual([true, 200])
    ear.close()
    await dueDate(new Date(Date.now() + DAY_MS).toISOString())
  })
})

describe('plans', () => {
  const form = { name: 'Ouro', users: 3, connections: 2, queues: 4, value: 149.5 }

  it('begin with every feature, change live, and cannot be deleted while a company has them', async () => {
    const made = await h.call(root, 'plans.create', { body: form })
    expect(made.body).toMatchObject({
      ...form,
      useCampaigns: true,
      useSchedules: true,
      useInternalChat: true,
      useExternalApi: true,
      useKanban: true,
      useOpenAi: true,
      useIntegrations: true,
      useInternal: false,
      companiesCount: 0,
    })
    const params = { id: Number(made.body.id) }
    const twin = await h.call(root, 'plans.create', { body: { ...form, name: 'OURO' } })
    expect(twin.body).toMatchObject({ error: 'ERR_PLAN_NAME_ALREADY_EXISTS', field: 'name' })
    await add({ planId: params.id })
    const refused = await h.call(root, 'plans.remove', { params })
    expect(refused.body).toMatchObject({ error: 'ERR_PLAN_IN_USE', count: 1 })
    const ear = await h.connect(h.two.ana)
    await h.call(root, 'plans.update', { params, body: { ...form, useKanban: false } })
    const heard = await ear.until(one => one.event === companyEvent(h.two.id, 'plan'))
    expect(heard.payload).toMatchObject({ action: 'update', plan: { id: params.id, useKanban: false } })
    expect((heard.payload.plan as object) ?? {}).not.toHaveProperty('companiesCount')
    ear.close()
    await h.update(schema.companies, { planId }, eq(schema.companies.planId, params.id))
    expect((await h.call(root, 'plans.remove', { params })).status).toBe(200)
    expect((await h.call(root, 'plans.get', { params })).body.error).toBe('ERR_NO_PLAN_FOUND')
  })

  it('limit users, connections and queues by name and figure', async () => {
    const { body } = await add()
    const id = Number(body.id)
    const signed = await h.signIn(String(body.email), 'segredo123')
    const admin = { ...h.one.admin, companyId: id, token: signed.body.token }
    const person = (n: number) => ({
      name: `Pessoa ${n}`,
      email: `p${n}@limite.test`,
      password: 'segredo123',
    })
    const tries: [EndpointName, object, string, number][] = [
      ['users.create', person(1), 'users', 2],
      ['users.create', person(2), 'users', 2],
      ['whatsapps.create', { name: 'Linha 1' }, 'connections', 1],
      ['whatsapps.create', { name: 'Linha 2' }, 'connections', 1],
      ['queues.create', { name: 'Fila 1', color: '#101010' }, 'queues', 1],
      ['queues.create', { name: 'Fila 2', color: '#202020' }, 'queues', 1],
    ]
    for (const [at, [name, input, what, limit]] of tries.entries()) {
      const answer = await h.call(admin, name, { body: input })
      if (at % 2 === 0) expect([name, answer.status]).toEqual([name, 200])
      else expect(answer.body).toMatchObject({ error: 'ERR_PLAN_LIMIT', what, limit })
    }
  })
})

describe('help videos', () => {
  it('are read by everybody, kept by the platform, and told live', async () => {
    const ear = await h.connect(h.two.ana)
    const body = {
      title: 'Primeiros passos',
      video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
      description: 'Como começar',
    }
    const made = await h.call(root, 'helps.create', { body })
    expect(made.body).toMatchObject({ title: 'Primeiros passos', video: 'dQw4w9WgXcQ' })
    const params = { id: Number(made.body.id) }
    const found = await h.call(h.two.ana, 'helps.list', { query: { searchParam: 'comecar' } })
    expect(found.body).toMatchObject({ count: 1, hasMore: false, records: [{ id: params.id }] })
    await h.call(root, 'helps.update', { params, body: { ...body, title: 'Ajuda' } })
    await h.call(root, 'helps.remove', { params })
    await ear.until(one => one.payload.action === 'delete' && one.payload.id === params.id)
    expect(ear.of('help').map(one => one.action)).toEqual(['create', 'update', 'delete'])
    expect((await h.call(root, 'helps.remove', { params })).body.error).toBe('ERR_NO_HELP_FOUND')
    for (const wrong of [{ title: 'a' }, { video: '"><script>' }, { description: '' }])
      expect((await h.call(root, 'helps.create', { body: { ...body, ...wrong } })).body.error).toBe(
        'ERR_VALIDATION',
      )
    ear.close()
  })
})
