import { type AuditEntry, SECRET_DOTS } from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAudited } from '../../../electron/server/audit/audited'
import { changesBetween, pruneAudit } from '../../../electron/server/audit/record'
import { auditEntries, users } from '../../../electron/server/db/schema'
import { type Harness, type Person, startHarness } from './harness'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

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

  it('is of one company, and for its admins', async () => {
    const other = await log({}, h.two.admin)
    expect(JSON.stringify(other)).not.toContain('Renomeada')
    expect((await h.call(h.one.sup, 'audit.list')).body.error).toBe('ERR_NO_PERMISSION')
    expect((await h.call(h.one.ana, 'audit.export')).body.error).toBe('ERR_NO_PERMISSION')
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
    await pruneAudit(h.db, Date.now() + 31 * 86_400_000)
    expect((await log()).count).toBe(0)
    expect(await h.db.$count(auditEntries, eq(auditEntries.companyId, h.two.id))).toBeGreaterThan(0)
  })
})

describe('what is logged', () => {
  it('is every guarded change, and no daily work', () => {
    expect(
      ['settings.update', 'users.remove', 'queueOptions.attach', 'contacts.export', 'tags.remove'].every(
        name => isAudited(name as never),
      ),
    ).toBe(true)
    expect(
      ['messages.send', 'tickets.update', 'audit.list', 'users.list'].some(name => isAudited(name as never)),
    ).toBe(false)
  })

  it('is cut short where it is long', () => {
    const [change] = changesBetween({ text: '' }, { text: 'x'.repeat(9_000) })
    expect(change?.to.length).toBeLessThan(600)
    expect(changesBetween({ updatedAt: 'a' }, { updatedAt: 'b' })).toEqual([])
  })
})
