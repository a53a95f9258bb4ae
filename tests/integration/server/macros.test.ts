/** Macros people keep: who may use, change and delete which, and what the audit log keeps of it. */
import { type AuditEntry, MACRO, MACRO_RUN_MS, type Macro, type MacroForm } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  macroRuns,
  macros,
  messages,
  queues,
  quickMessages,
  tags,
  users,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

const form = (extra: Partial<MacroForm> = {}): MacroForm => ({
  name: 'Encerrar',
  steps: [{ kind: 'resolve', silently: true }],
  sharedWith: null,
  ...extra,
})
const create = (who: Person, extra: Partial<MacroForm> = {}) =>
  h.call<Macro & { error?: string }>(who, 'macros.create', { body: form(extra) })
const update = (who: Person, id: number, extra: Partial<MacroForm> = {}) =>
  h.call<Macro & { error?: string }>(who, 'macros.update', { params: { id }, body: form(extra) })
const remove = (who: Person, id: number) => h.call(who, 'macros.remove', { params: { id } })
const namesOf = async (who: Person) =>
  (await h.call<Macro[]>(who, 'macros.list')).body.map(({ name }) => name)

beforeEach(async () => {
  await h.db.platform.delete(macros)
})

describe('macros', () => {
  it('are one’s own, or used by the people of queues who change nothing of them', async () => {
    const { ana, bia, caio, sup, admin, suporte } = h.one
    const own = await create(ana, { name: 'Minha' })
    expect(own).toMatchObject({ status: 200, body: { userId: ana.id, userName: ana.name, sharedWith: null } })
    expect((await create(ana, { sharedWith: [suporte] })).status).toBe(403)
    const shared = await create(sup, { name: 'Do suporte', sharedWith: [suporte] })
    const all = await create(admin, { name: 'De todos', sharedWith: [] })
    expect([shared.status, all.status]).toEqual([200, 200])
    expect(await namesOf(ana)).toEqual(['De todos', 'Do suporte', 'Minha'])
    expect(await namesOf(caio)).toEqual(['De todos'])
    expect(await namesOf(h.two.admin)).toEqual([])

    for (const { body } of [shared, all]) {
      expect((await update(ana, body.id, { name: 'Outra' })).status).toBe(403)
      expect((await remove(ana, body.id)).status).toBe(403)
    }
    expect((await remove(bia, own.body.id)).status).toBe(404)
    expect((await update(h.two.admin, all.body.id)).status).toBe(404)
    expect((await update(sup, shared.body.id, { name: 'Nova', sharedWith: [suporte] })).body.name).toBe(
      'Nova',
    )
    expect((await remove(admin, shared.body.id)).status).toBe(200)

    const log = await h.call<{ records: AuditEntry[] }>(admin, 'audit.list', { query: {} })
    const ours = log.body.records.filter(({ subject }) => subject === 'macros')
    // One’s own are nobody else’s to read about.
    expect(ours.map(({ action, subjectName }) => `${action} ${subjectName}`)).toEqual([
      'remove Nova',
      'update Nova',
      'create De todos',
      'create Do suporte',
    ])
  })

  it('name nothing that is not there for whoever presses them', async () => {
    const { ana, admin } = h.one
    const theirs = {
      tagId: (await h.insert(tags, { companyId: h.two.id, name: 'X', color: '#000000' })).id,
      queueId: h.two.vendas,
      userId: h.two.ana.id,
    }
    const own = { companyId: h.one.id, shortcode: 'oi', message: 'Oi', geral: false, userId: ana.id }
    const quick = await h.insert(quickMessages, own)
    const answers = [
      await create(ana, { steps: [{ kind: 'addTag', tagId: theirs.tagId }] }),
      await create(ana, { steps: [{ kind: 'queue', queueId: theirs.queueId }] }),
      await create(ana, { steps: [{ kind: 'assign', userId: theirs.userId }] }),
      await create(ana, { steps: [{ kind: 'notify', users: [theirs.userId], queues: [], note: 'Oi' }] }),
      await create(admin, { steps: [{ kind: 'message', quickMessageId: quick.id }] }),
      await create(ana, { steps: [] }),
    ]
    expect(answers.map(({ body }) => body.error)).toEqual([
      'ERR_NO_TAG_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUICKMESSAGE_FOUND',
      'ERR_VALIDATION',
    ])
    expect((await create(ana, { steps: [{ kind: 'message', quickMessageId: quick.id }] })).status).toBe(200)
  })

  it('may go on naming what was deleted, but share no message that is one’s own', async () => {
    const { sup, suporte } = h.one
    const own = { companyId: h.one.id, userId: sup.id, shortcode: 'so-meu', message: 'Oi', geral: false }
    const quick = await h.insert(quickMessages, own)
    const steps: MacroForm['steps'] = [{ kind: 'message', quickMessageId: quick.id }]
    const { id } = (await create(sup, { steps })).body
    const share = () => update(sup, id, { steps, sharedWith: [suporte] })
    expect((await share()).body.error).toBe('ERR_NO_QUICKMESSAGE_FOUND')
    await h.db.platform.delete(quickMessages).where(eq(quickMessages.id, quick.id))
    expect((await share()).body).toMatchObject({ steps, sharedWith: [suporte] })
    expect((await create(sup, { steps })).body.error).toBe('ERR_NO_QUICKMESSAGE_FOUND')
  })

  it('run one person at a time on a ticket, and on what that person saw', async () => {
    const { ana, bia } = h.one
    const ticket = await h.newTicket(h.one, { status: 'open', userId: ana.id })
    const { id } = ticket
    const [seen = ''] = await h.newMessages(ticket, ['Bom dia'])
    const expected = { userId: ana.id, status: 'open' as const, lastMessageId: seen }
    const begin = (who: Person) => h.call(who, 'tickets.beginMacro', { params: { id }, body: { expected } })
    const end = (who: Person) => h.call(who, 'tickets.endMacro', { params: { id } })
    const both = await Promise.all([begin(ana), begin(bia)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toEqual({ error: 'ERR_MACRO_RUNNING' })
    const [first, second] = both[0]?.status === 200 ? [ana, bia] : [bia, ana]
    // Nobody ends what a colleague does.
    await end(second)
    expect((await begin(second)).body).toEqual({ error: 'ERR_MACRO_RUNNING' })
    const [said = ''] = await h.newMessages(ticket, ['Até logo'], true)
    await h.update(messages, { userId: first.id }, eq(messages.id, said))
    await end(first)
    expect((await begin(second)).body).toMatchObject({ error: 'ERR_TICKET_CHANGED', lastMessageId: said })
    // One whose window went away holds nobody up for ever.
    await begin(first)
    await h.update(macroRuns, { at: new Date(Date.now() - MACRO_RUN_MS).toISOString() })
    expect((await begin(second)).body).toMatchObject({ error: 'ERR_TICKET_CHANGED' })
  })

  it('stay for the others when their owner goes, and are so many at the most', async () => {
    const { admin, suporte } = h.one
    const carla = await h.insert(users, {
      companyId: h.one.id,
      name: 'Carla',
      email: 'carla@macros.example',
      passwordHash: '',
      profile: 'admin',
    })
    await h.insert(macros, { companyId: h.one.id, userId: carla.id, ...form({ sharedWith: [suporte] }) })
    await h.db.platform.delete(users).where(eq(users.id, carla.id))
    expect((await h.call<Macro[]>(admin, 'macros.list')).body).toMatchObject([
      { userId: null, userName: null },
    ])
    for (let made = 0; made < MACRO.most; made += 1)
      await h.insert(macros, { companyId: h.one.id, userId: admin.id, ...form() })
    expect((await create(admin)).body.error).toBe('ERR_TOO_MANY_MACROS')
    expect(await h.db.$count(queues, eq(queues.id, suporte))).toBe(1)
  })
})
