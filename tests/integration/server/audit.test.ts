import { type AuditEntry, SECRET_DOTS } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesBetween, pruneAudit } from '../../../electron/server/platform/audit/record'
import { auditEntries, users } from '../../../electron/server/platform/db/schema'
import { didSomethingTheDayBefore } from './day-before'
import { harnessForFile } from './for-file'
import { PASSWORD, type Person } from './harness'

const h = harnessForFile()

const log = async (query: Record<string, unknown> = {}, who: Person = h.one.admin) =>
  (await h.call<{ records: AuditEntry[]; count: number; hasMore: boolean }>(who, 'audit.list', { query }))
    .body
const newest = async (query: Record<string, unknown> = {}) => (await log(query)).records[0]

describe('the audit log', () => {
  it('says who changed a setting, from what to what', async () => {
    await h.call(h.one.admin, 'settings.update', {
      params: { key: 'userRating' },
      body: { value: 'disabled' },
    })
    await h.call(h.one.admin, 'settings.update', {
      params: { key: 'userRating' },
      body: { value: 'enabled' },
    })
    expect(await newest()).toMatchObject({
      userName: h.one.admin.name,
      action: 'update',
      subject: 'settings',
      subjectName: 'userRating',
      changes: [{ field: 'userRating', from: 'disabled', to: 'enabled' }],
    })
  })

  it('names what came, changed and went, and leaves out what was saved as it was', async () => {
    const made = await h.call<{ id: number }>(h.one.admin, 'queues.create', {
      body: { name: 'Auditada', color: '#0a0b0c' },
    })
    const params = { id: made.body.id }
    expect(await newest()).toMatchObject({ action: 'create', subject: 'queues', subjectName: 'Auditada' })
    await h.call(h.one.admin, 'queues.update', { params, body: { name: 'Renomeada' } })
    expect((await newest())?.changes).toEqual([{ field: 'name', from: 'Auditada', to: 'Renomeada' }])
    const { count } = await log()
    await h.call(h.one.admin, 'queues.update', { params, body: { name: 'Renomeada' } })
    expect((await log()).count).toBe(count)
    await h.call(h.one.admin, 'queues.remove', { params })
    expect(await newest()).toMatchObject({ action: 'remove', subjectName: 'Renomeada' })
  })

  it('names the parts of a form that are rows of their own, where nothing else of it was changed', async () => {
    const { id, name, email } = h.one.bia
    const [{ suporte, vendas }, call] = [h.one, h.call]
    const tag = { name: 'Inglês', color: '#0a0b0d', kanban: 0 }
    const skill = await call<{ id: number }>(h.one.admin, 'tags.create', { body: tag })
    const save = (queueIds: number[], skillIds: number[]) =>
      call(h.one.admin, 'users.update', { params: { id }, body: { name, email, queueIds, skillIds } })
    await save([vendas, suporte], [skill.body.id])
    await save([suporte], [])
    expect((await newest())?.changes).toEqual([
      { field: 'queueIds', from: 'Suporte, Vendas', to: 'Suporte' },
      { field: 'skillIds', from: 'Inglês', to: '' },
    ])
    const list = (...names: string[]) => ({
      ...{ name: 'Preços', message: 'Segue', options: names.map(name => ({ name })) },
    })
    const made = await call<{ id: number }>(h.one.admin, 'files.create', { body: list('Tabela', 'Catálogo') })
    await call(h.one.admin, 'files.update', { params: { id: made.body.id }, body: list('Catálogo') })
    expect((await newest())?.changes).toEqual([
      { field: 'options', from: 'Tabela, Catálogo', to: 'Catálogo' },
    ])
    const params = { id: h.one.whatsappId }
    await call(h.one.admin, 'whatsapps.update', { params, body: { queueIds: [vendas] } })
    expect((await newest())?.changes).toEqual([{ field: 'queueIds', from: 'Suporte', to: 'Vendas' }])
    await call(h.one.admin, 'whatsapps.update', { params, body: { queueIds: [suporte] } })
  })

  it('says who brought in contacts by the file', async () => {
    const form = new FormData()
    form.append(
      'contacts',
      new File(['name,number,email\nRita,5511944443333,'], 'a.csv', { type: 'text/csv' }),
    )
    await h.call(h.one.ana, 'contacts.importCsv', { body: form })
    expect(await newest()).toMatchObject({
      ...{ userName: h.one.ana.name, action: 'run', subject: 'contacts' },
      changes: [{ field: 'operation', from: '', to: 'contacts.importCsv' }],
    })
  })

  it('says what was done to a connection that nobody deleted', async () => {
    const params = { id: h.one.whatsappId }
    await h.call(h.one.admin, 'whatsapps.disconnect', { params })
    expect(await newest()).toMatchObject({
      action: 'run',
      subject: 'whatsapps',
      subjectId: String(h.one.whatsappId),
      changes: expect.arrayContaining([{ field: 'operation', from: '', to: 'whatsapps.disconnect' }]),
    })
  })

  it('never holds a secret', async () => {
    const params = { id: h.one.whatsappId }
    await h.call(h.one.admin, 'whatsapps.update', { params, body: { token: 'muito-secreto-1' } })
    await h.call(h.one.admin, 'users.update', {
      params: { id: h.one.caio.id },
      body: { name: 'Caio Novo', email: h.one.caio.email, password: 'senha-nova-7' },
    })
    const [row] = await h.db.select().from(users).where(eq(users.id, h.one.caio.id))
    const everything = JSON.stringify(await h.db.select().from(auditEntries))
    for (const secret of ['muito-secreto-1', 'senha-nova-7', row?.passwordHash ?? 'hash'])
      expect(everything).not.toContain(secret)
    const password = (await newest({ subject: 'users' }))?.changes.find(one => one.field === 'passwordHash')
    expect(password).toEqual({ field: 'passwordHash', from: SECRET_DOTS, to: SECRET_DOTS })
  })

  it('hears of sign-ins, refused ones too, and of nobody it does not know', async () => {
    await h.signIn(h.one.bia.email)
    expect(await newest()).toMatchObject({ action: 'signIn', userName: h.one.bia.name })
    await h.signIn(h.one.bia.email, 'errada-errada')
    expect(await newest()).toMatchObject({ action: 'signInRefused', userName: h.one.bia.name })
    const { count } = await log()
    await h.signIn('ninguem@nenhum.turno', 'errada-errada')
    expect((await log()).count).toBe(count)
  })

  it('does not tell of what was refused', async () => {
    const { count } = await log()
    await h.call(h.one.admin, 'whatsapps.update', {
      params: { id: h.two.whatsappId },
      body: { name: 'Invadida' },
    })
    await h.call(h.one.ana, 'settings.update', { params: { key: 'call' }, body: { value: 'enabled' } })
    expect((await log()).count).toBe(count)
  })

  it('is searched, filtered by person, thing and day, and exported, which it tells too', async () => {
    expect((await log({ searchParam: 'renomeada' })).records.length).toBeGreaterThan(0)
    expect((await log({ subject: 'queues' })).records.every(one => one.subject === 'queues')).toBe(true)
    expect((await log({ userId: h.one.bia.id })).records.every(one => one.userId === h.one.bia.id)).toBe(true)
    expect((await log({ dateEnd: '2001-01-01' })).count).toBe(0)
    const answer = await h.raw(h.one.admin, '/api/audit/export?subject=queues')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines[0]).toBe('when,who,action,subject,id,name,changes,program,address')
    expect(lines.some(line => line.includes('name: Auditada → Renomeada'))).toBe(true)
    expect(await newest()).toMatchObject({ action: 'export', subject: 'audit' })
  })

  it('is found by what a reader’s language calls things, every word of it, and by what was changed', async () => {
    const found = async (...words: string[][]) =>
      (await log({ meanings: JSON.stringify(words) })).records.map(one => `${one.action} ${one.subject}`)
    const settings = await found(['Alterou', 'update'], ['avaliação', 'userRating'])
    expect(new Set(settings)).toEqual(new Set(['update settings']))
    // A value that was put in the place of another.
    expect(await found(['ÁUDITADA'], ['Alterou', 'update'])).toContain('update queues')
    // A choice by its word, whether it was chosen or left.
    const { id, name, email } = h.one.bia
    const body = (profile: string) => ({ params: { id }, body: { name, email, profile } })
    expect((await h.call(h.one.admin, 'users.update', body('supervisor'))).status).toBe(200)
    expect(await found(['supervisor-nome', 'supervisor'])).toEqual(['update users'])
    expect(await found(['Atendente', 'user'], ['Alterou', 'update'])).toContain('update users')
    // A key is meant whole, and every word is wanted.
    expect(await found(['nota', 'userRat'])).toEqual([])
    expect(await found(['Alterou', 'update'], ['100%'])).toEqual([])
    for (const broken of ['x', '{}', '[[]]', '[[1]]', '[["a",2]]'])
      expect((await h.call(h.one.admin, 'audit.list', { query: { meanings: broken } })).status).toBe(400)
  })

  it('is exported as entries for a console, with the same filters', async () => {
    const meanings = encodeURIComponent(JSON.stringify([['Alterou', 'update']]))
    const answer = await h.raw(
      h.one.admin,
      `/api/audit/export?subject=queues&as=entries&meanings=${meanings}`,
    )
    const entries = (await answer.json()) as AuditEntry[]
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(one => one.subject === 'queues' && one.action === 'update')).toBe(true)
    expect(entries.flatMap(one => one.changes)).toContainEqual({
      field: 'name',
      from: 'Auditada',
      to: 'Renomeada',
    })
  })

  it('outlives the people in it and forgets after the days a company chose', async () => {
    await h.setting(h.one, 'auditRetentionDays', '30')
    const { count } = await log()
    await pruneAudit(h.db, Date.now() + 29 * 86_400_000)
    expect((await log()).count).toBe(count)
    // Nobody did anything in all that time: it is the clock that is wrong.
    await pruneAudit(h.db, Date.now() + 365 * 86_400_000)
    expect((await log()).count).toBe(count)
    const later = Date.now() + 32 * 86_400_000
    await didSomethingTheDayBefore(h, later)
    await pruneAudit(h.db, later)
    expect((await log()).count).toBe(0)
    expect(await h.db.$count(auditEntries, eq(auditEntries.companyId, h.two.id))).toBeGreaterThan(0)
  })
})

describe('the log of the platform', () => {
  type Page = { records: AuditEntry[]; count: number }
  let keeper: Person
  beforeAll(async () => {
    keeper = await h.superOf(h.one)
  })
  const platform = async (query: Record<string, unknown> = {}) =>
    (await h.call<Page>(keeper, 'audit.platform', { query })).body
  const move = async (dueDate: string) => {
    const answer = await h.call(keeper, 'companies.update', { params: { id: h.two.id }, body: { dueDate } })
    expect(answer.status).toBe(200)
  }

  it('tells what was done to another company, to it as well, and to nobody of the own company', async () => {
    await move('2031-05-06T15:00:00.000Z')
    const moved = { subject: 'companies', action: 'update' }
    const [told] = (await platform()).records
    expect(told).toMatchObject({ ...moved, userName: keeper.name, companyName: 'Dois', byPlatform: false })
    expect(told?.changes).toContainEqual(
      expect.objectContaining({ field: 'dueDate', to: '2031-05-06T15:00:00.000Z' }),
    )
    const [theirs] = (await log({}, h.two.admin)).records
    expect(theirs).toMatchObject({ subject: 'companies', byPlatform: true, userName: keeper.name })
    expect(theirs?.changes).toEqual(told?.changes)
    // Where the platform's people work is not the company's to know.
    expect([theirs?.address, theirs?.program, theirs?.userId]).toEqual(['', '', null])
    const own = await log()
    expect(own.records.filter(one => one.subject === 'companies')).toEqual([])
    const file = await (await h.raw(h.one.admin, '/api/audit/export')).text()
    expect(file).not.toContain('2031-05-06')
  })

  it('holds everything else that is the platform’s, and what a plan’s companies have by it', async () => {
    const created = await h.call<{ id: number }>(keeper, 'plans.create', {
      body: { name: 'Plano Auditado', users: 3, connections: 1, queues: 1, value: 10 },
    })
    expect(created.status).toBe(200)
    const plan = { params: { id: created.body.id } }
    await h.call(keeper, 'companies.update', { params: { id: h.two.id }, body: { planId: created.body.id } })
    const body = { name: 'Plano Auditado', users: 4, connections: 1, queues: 1, value: 10 }
    expect((await h.call(keeper, 'plans.update', { ...plan, body })).status).toBe(200)
    await h.call(keeper, 'helps.create', {
      body: { title: 'Vídeo auditado', video: 'dQw4w9WgXcQ', description: 'Como fazer' },
    })
    await h.call(keeper, 'settings.update', { params: { key: 'trial' }, body: { value: '5' } })
    await h.call(keeper, 'mail.saveSettings', { body: { host: '', port: 587, user: '', from: '' } })
    const said = (await platform()).records.map(one => `${one.action} ${one.subject} ${one.subjectName}`)
    for (const wanted of [
      'create plans Plano Auditado',
      'update plans Plano Auditado',
      'create helps Vídeo auditado',
      'update settings trial',
    ])
      expect(said).toContain(wanted)
    expect((await platform()).records.find(one => one.subjectName === 'trial')?.changes).toEqual([
      { field: 'trial', from: expect.any(String), to: '5' },
    ])
    const subjects = (await log()).records.map(one => one.subject)
    for (const foreign of ['plans', 'helps', 'mail']) expect(subjects).not.toContain(foreign)
    const [theirs] = (await log({ subject: 'plans' }, h.two.admin)).records
    expect(theirs?.changes).toEqual([{ field: 'users', from: '3', to: '4' }])
    // What he changes of his own company like any admin is its own.
    await h.call(keeper, 'settings.update', { params: { key: 'userRating' }, body: { value: 'disabled' } })
    expect(await newest()).toMatchObject({
      subject: 'settings',
      subjectName: 'userRating',
      byPlatform: false,
    })
  })

  it('is for super-administrators, filtered by company and exported, which it tells too', async () => {
    for (const name of ['audit.platform', 'audit.exportPlatform'] as const)
      expect((await h.call(h.one.admin, name)).body.error).toBe('ERR_NO_PERMISSION')
    const of = await platform({ companyId: h.two.id })
    expect(of.records.length).toBeGreaterThan(1)
    expect(new Set(of.records.map(one => one.companyName))).toEqual(new Set(['Dois']))
    const file = await (
      await h.raw(keeper, `/api/audit/platform/export?companyId=${h.two.id}&as=entries`)
    ).json()
    expect(file).toEqual(of.records)
    expect((await platform()).records[0]).toMatchObject({ action: 'export', subject: 'audit' })
    expect((await log({ action: 'export' })).records.some(one => one.byPlatform)).toBe(false)
  })

  it('keeps that a company was deleted, and nothing of what stood in it', async () => {
    const made = await h.call<{ id: number }>(keeper, 'companies.create', {
      body: {
        name: 'Padaria Passageira',
        email: 'dona@passageira.example',
        phone: '11955554444',
        planId: 1,
        password: PASSWORD,
      },
    })
    expect(made.status).toBe(200)
    await h.call(keeper, 'companies.remove', { params: { id: made.body.id } })
    const told = (await platform({ searchParam: 'passageira' })).records
    expect(told.map(one => one.action)).toEqual(['remove', 'create'])
    expect(JSON.stringify(told)).not.toMatch(/dona@|11955554444/)
  })
})

describe('what is logged', () => {
  it('is cut short where it is long', () => {
    const [change] = changesBetween({ text: '' }, { text: 'x'.repeat(9_000) })
    expect(change?.to.length).toBeLessThan(600)
    expect(changesBetween({ updatedAt: 'a' }, { updatedAt: 'b' })).toEqual([])
  })
})
