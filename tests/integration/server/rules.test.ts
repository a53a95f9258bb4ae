/** Rules: asked about what happens, in their order, each once on a cause, and never without an end. */
import {
  type AuditEntry,
  RULE,
  RULE_DEPTH,
  RULE_MESSAGES,
  type Rule,
  type RuleForm,
  type RuleRun,
  type RuleTrial,
  ruleConditions,
} from '@contract'
import { eq, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noteSilence } from '../../../electron/server/automation/rules/work'
import {
  messages,
  quickMessages,
  ratings,
  ruleRuns,
  rules,
  tags,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { soonTicking } from '../../support/soon'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const soon = soonTicking(() => h.tick('rule.run'))
const MINUTE = 60_000

type Draft = Omit<Partial<RuleForm>, 'conditions'> & { conditions?: Partial<RuleForm['conditions']> }
const form = ({ conditions = {}, ...rest }: Draft = {}): RuleForm => ({
  name: 'Urgentes',
  active: true,
  event: { kind: 'arrives', ours: false },
  steps: [{ kind: 'priority', priority: 'urgent' }],
  once: false,
  ...rest,
  conditions: ruleConditions.parse(conditions),
})
const create = async (draft: Draft = {}, who: Person = h.one.admin) =>
  h.call<Rule & { error?: string }>(who, 'rules.create', { body: form(draft) })
const tagOf = async (name: string) =>
  (await h.insert(tags, { companyId: h.one.id, name, color: '#123456' })).id
const retag = (ticketId: number, ids: readonly number[], who: Person = h.one.ana) =>
  h.call(who, 'tags.sync', { body: { ticketId, tags: ids.map(id => ({ id })) } })
const tagsOf = async (ticketId: number) =>
  (await h.db.select().from(ticketTags).where(eq(ticketTags.ticketId, ticketId))).map(({ tagId }) => tagId)
const runsOf = async (ruleId: number) =>
  (await h.call<RuleRun[]>(h.one.admin, 'rules.runs', { params: { id: ruleId } })).body
/** Until nothing waits for its rule. */
const settled = () =>
  soon(async () => expect(await h.db.$count(ruleRuns, ne(ruleRuns.state, 'done'))).toBe(0))
const openTicket = async () => {
  const made = await h.newTicket(h.one, { queueId: h.one.suporte })
  await h.update(tickets, { status: 'open', userId: h.one.ana.id }, eq(tickets.id, made.id))
  return made.id
}
let numbers = 0
const freshNumber = (): string => {
  numbers += 1
  return `5511970${String(numbers).padStart(6, '0')}`
}
/** A customer writes. @returns the ticket. */
async function writes(body: string, number = freshNumber()): Promise<number> {
  const messageId = await h.customer(h.one, number, body)
  const [row] = await h.db.select().from(messages).where(eq(messages.id, messageId))
  return row?.ticketId ?? 0
}

beforeEach(async () => {
  await settled()
  await h.db.platform.delete(rules)
  await h.db.platform.delete(tickets)
})

describe('a rule', () => {
  it('acts on what arrives and meets it, in its name; not on conversations we begin unless it says so', async () => {
    const { ana, admin } = h.one
    const tag = await tagOf('NOVO')
    const { body: rule } = await create({
      name: 'Primeiros contatos',
      conditions: { newContact: true },
      steps: [
        { kind: 'priority', priority: 'high' },
        { kind: 'addTag', tagId: tag },
      ],
    })
    const number = freshNumber()
    const first = await writes('Olá', number)
    await soon(async () => expect((await h.ticket(first)).priority).toBe('high'))
    await settled()
    expect(await tagsOf(first)).toEqual([tag])
    const [run] = await runsOf(rule.id)
    expect(run).toMatchObject({
      ticketId: first,
      steps: [{ kind: 'priority' }, { kind: 'addTag' }],
      outcomes: [
        { state: 'done', code: null },
        { state: 'done', code: null },
      ],
    })
    expect(run?.endedAt).not.toBeNull()
    const log = await h.call<{ records: AuditEntry[] }>(admin, 'audit.list', { query: {} })
    const ours = log.body.records.filter(
      ({ subject, subjectId }) => subject === 'tickets' && subjectId === String(first),
    )
    expect(ours.map(({ userName, userId }) => [userName, userId])).toEqual([
      ['Primeiros contatos', null],
      ['Primeiros contatos', null],
    ])

    // The same customer again is no new contact.
    await h.update(tickets, { status: 'closed' }, eq(tickets.id, first))
    const second = await writes('Olá de novo', number)
    const contact = await h.newContact(h.one, freshNumber())
    const begun = await h.call<{ id: number }>(ana, 'tickets.create', {
      body: { contactId: contact, queueId: h.one.suporte },
    })
    await settled()
    expect((await h.ticket(second)).priority).toBe('normal')
    expect((await h.ticket(begun.body.id)).priority).toBe('normal')

    await h.call(admin, 'rules.update', {
      params: { id: rule.id },
      body: form({ name: 'Todos', event: { kind: 'arrives', ours: true } }),
    })
    const other = await h.newContact(h.one, freshNumber())
    const told = await h.call<{ id: number }>(ana, 'tickets.create', {
      body: { contactId: other, queueId: h.one.suporte },
    })
    await soon(async () => expect((await h.ticket(told.body.id)).priority).toBe('urgent'))
  })

  it('acts where nobody answered for so long, once for each wait', async () => {
    const { body: rule } = await create({ event: { kind: 'silence', minutes: 30 } })
    const id = await openTicket()
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
    await h.update(tickets, { waitingSince: ago(29) }, eq(tickets.id, id))
    const long = await openTicket()
    await h.update(tickets, { waitingSince: ago(31) }, eq(tickets.id, long))
    await noteSilence(h.running.app, new Date())
    await soon(async () => expect((await h.ticket(long)).priority).toBe('urgent'))
    await settled()
    expect((await h.ticket(id)).priority).toBe('normal')
    await h.update(tickets, { waitingSince: ago(40) }, eq(tickets.id, long))
    await noteSilence(h.running.app, new Date())
    await soon(async () => expect(await runsOf(rule.id)).toHaveLength(2))
  })

  it('finds who meets it behind hundreds who wait and do not, and writes nothing about these', async () => {
    const first = await openTicket()
    const [row] = await h.db.select().from(tickets).where(eq(tickets.id, first))
    if (!row) throw new Error('no ticket')
    const waitingSince = new Date(Date.now() - 31 * MINUTE).toISOString()
    const { id: _id, ...values } = row
    const others = Array.from({ length: 450 }, () => ({
      ...{ ...values, uuid: crypto.randomUUID(), status: 'pending' as const, userId: null, waitingSince },
    }))
    await h.db.platform.insert(tickets).values(others)
    const meant = await openTicket()
    const vendas = h.one.vendas
    await h.update(tickets, { waitingSince, queueId: vendas }, eq(tickets.id, meant))
    const { body: rule } = await create({
      event: { kind: 'silence', minutes: 30 },
      conditions: { queueIds: [vendas] },
    })
    await soon(async () => expect((await h.ticket(meant)).priority).toBe('urgent'))
    await settled()
    // Not the writes of the whole database: the server's other jobs write at any time.
    const { app } = h.running
    const company = vi.fn(app.db.company)
    const db: typeof app.db = Object.create(app.db, { company: { value: company } })
    await noteSilence(Object.create(app, { db: { value: db } }), new Date())
    expect(company).not.toHaveBeenCalled()
    expect(await runsOf(rule.id)).toHaveLength(1)
  })

  it('acts on words of the customer, whole ones, whatever their case and accents; once for a ticket where it says so', async () => {
    const { body: rule } = await create({
      event: { kind: 'words', words: ['reclamação', 'quero cancelar'] },
      once: true,
    })
    const number = freshNumber()
    const none = await writes('Reclamações não, cancelar também não quero')
    const said = await writes('RECLAMACAO!', number)
    await soon(async () => expect((await h.ticket(said)).priority).toBe('urgent'))
    await writes('Eu quero  cancelar.', number)
    await settled()
    expect((await h.ticket(none)).priority).toBe('normal')
    expect(await runsOf(rule.id)).toHaveLength(1)
  })

  it('acts on a rating as low as it says', async () => {
    const tag = await tagOf('INSATISFEITO')
    await create({ event: { kind: 'rated', atMost: 1 }, steps: [{ kind: 'addTag', tagId: tag }] })
    const rate = async (answer: string) => {
      const number = freshNumber()
      const id = await writes('Oi', number)
      await h.update(
        tickets,
        { status: 'closed', ratingAskedAt: new Date().toISOString() },
        eq(tickets.id, id),
      )
      await writes(answer, number)
      return id
    }
    const bad = await rate('1')
    const good = await rate('3')
    await soon(async () => expect(await tagsOf(bad)).toEqual([tag]))
    await settled()
    expect(await tagsOf(good)).toEqual([])
    expect(await h.ticket(bad)).toMatchObject({ status: 'closed' })
  })

  it('is asked in its order: what one did is seen by the next', async () => {
    const { vendas, suporte } = h.one
    const vip = await tagOf('VIP')
    const moved = await create({
      name: 'Vendas',
      event: { kind: 'tagged', tagId: vip },
      steps: [{ kind: 'queue', queueId: vendas }],
    })
    const urgent = await create({
      name: 'Urgente no suporte',
      event: { kind: 'tagged', tagId: vip },
      conditions: { queueIds: [suporte] },
    })
    const id = await openTicket()
    await retag(id, [vip])
    await soon(async () => expect((await h.ticket(id)).queueId).toBe(vendas))
    await settled()
    expect((await h.ticket(id)).priority).toBe('normal')

    await h.call(h.one.admin, 'rules.arrange', { body: { ids: [urgent.body.id, moved.body.id] } })
    const list = await h.call<Rule[]>(h.one.admin, 'rules.list')
    expect(list.body.map(({ name }) => name)).toEqual(['Urgente no suporte', 'Vendas'])
    const other = await openTicket()
    await retag(other, [vip])
    await soon(async () => expect((await h.ticket(other)).queueId).toBe(vendas))
    expect((await h.ticket(other)).priority).toBe('urgent')
  })
})

describe('acts of rules', () => {
  it('have rules of their own follow to a depth, and each rule once', async () => {
    const chain = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map(name => tagOf(`FILA ${name}`)))
    for (const [at, tagId] of chain.entries())
      await create({
        name: `Regra ${at}`,
        event: { kind: 'tagged', tagId },
        steps: [{ kind: 'addTag', tagId: chain[(at + 1) % chain.length] as number }],
      })
    const id = await openTicket()
    await retag(id, [chain[0] as number])
    await soon(async () => expect(await tagsOf(id)).toHaveLength(RULE_DEPTH + 2))
    await settled()
    expect((await tagsOf(id)).toSorted((a, b) => a - b)).toEqual(chain.slice(0, RULE_DEPTH + 2))
  })

  it('never go on for ever, whatever the rules', async () => {
    const names = await Promise.all([1, 2, 3, 4].map(at => tagOf(`LAÇO ${at}`)))
    const tag = fc.constantFrom(...names)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('addTag' as const), tagId: tag }),
      fc.record({ kind: fc.constant('removeTag' as const), tagId: tag }),
    )
    const rule = fc.record({ on: tag, steps: fc.array(step, { minLength: 1, maxLength: 4 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 2, maxLength: 8 }),
        fc.uniqueArray(tag, { minLength: 1 }),
        async (made, begin) => {
          await h.db.platform.delete(rules)
          for (const [at, { on, steps }] of made.entries())
            await create({ name: `R${at}`, event: { kind: 'tagged', tagId: on }, steps })
          const id = await openTicket()
          await retag(id, begin)
          await settled()
          const runs = await h.db.select().from(ruleRuns).where(eq(ruleRuns.ticketId, id))
          // One press, one cause: each rule at most once.
          expect(new Set(runs.map(({ ruleId }) => ruleId)).size).toBe(runs.length)
          expect(runs.length).toBeLessThanOrEqual(made.length)
          expect(Math.max(0, ...runs.map(({ depth }) => depth))).toBeLessThanOrEqual(RULE_DEPTH)
        },
      ),
      { numRuns: 8 },
    )
  })
})

describe('a rule that tickets wait for', () => {
  it('acts no more once it is switched off or edited: what waits and the steps that are not done yet are left out', async () => {
    const steps: RuleForm['steps'] = [
      { kind: 'note', note: 'Primeira' },
      { kind: 'note', note: 'Segunda' },
    ]
    const { body: rule } = await create({ event: { kind: 'rated', atMost: 1 }, steps })
    const ticketId = await openTicket()
    const left = { state: 'left', code: null }
    const cut = async (cause: string, values: Partial<Rule>, state: 'begun' | 'waiting' = 'begun') => {
      await h.update(rules, values, eq(rules.id, rule.id))
      const run = { companyId: h.one.id, ruleId: rule.id, ticketId, cause, depth: 0, steps }
      await h.insert(ruleRuns, { ...run, state })
      await settled()
      return (await runsOf(rule.id))[0]?.outcomes
    }
    expect(await cut('waiting', { active: false }, 'waiting')).toBeUndefined()
    expect(await cut('off', { active: false })).toEqual([left, left])
    expect(await cut('edited', { active: true, steps: steps.slice(1) })).toEqual([left, left])
    expect(await cut('as it was', { steps })).toEqual([
      { state: 'done', code: null },
      { state: 'done', code: null },
    ])
  })
})

describe('a rule that another robot answers', () => {
  it('rests for that customer after three messages, says so once, and goes on with others', async () => {
    const quick = { companyId: h.one.id, shortcode: 'robo', message: 'Tempestade?', geral: true }
    const { id: quickMessageId } = await h.insert(quickMessages, quick)
    const steps: RuleForm['steps'] = [
      { kind: 'message', quickMessageId },
      { kind: 'resolve', silently: true },
    ]
    const { body: rule } = await create({ event: { kind: 'words', words: ['tempestade'] }, steps })
    const robot = freshNumber()
    for (let at = 0; at < RULE_MESSAGES.most + 2; at += 1) {
      // Each begins a ticket of its own, as the rule resolves the one before.
      await writes('Tempestade!', robot)
      await settled()
    }
    const done = { state: 'done', code: null }
    const rests = { state: 'left', code: 'ERR_RULE_RESTS' }
    expect((await runsOf(rule.id)).map(({ outcomes }) => outcomes)).toEqual([
      [rests, rests],
      ...Array(RULE_MESSAGES.most).fill([done, done]),
    ])
    const other = await writes('tempestade')
    await settled()
    // Of two messages a run the second run would be the fourth.
    const two = [steps[0], ...steps] as RuleForm['steps']
    const { body: twice } = await create({ event: { kind: 'words', words: ['granizo'] }, steps: two })
    for (let at = 0; at < 2; at += 1) {
      await writes('Granizo!', robot)
      await settled()
    }
    expect((await runsOf(twice.id)).map(({ outcomes }) => outcomes)).toEqual([
      [rests, rests, rests],
      [done, done, done],
    ])
    expect((await runsOf(rule.id))[0]).toMatchObject({ ticketId: other, outcomes: [done, done] })
    // One run alone writes no more either, and has the rule rest.
    const five = Array<RuleForm['steps'][number]>(5).fill({ kind: 'message', quickMessageId })
    const { body: flood } = await create({ event: { kind: 'words', words: ['vendaval'] }, steps: five })
    for (let at = 0; at < 2; at += 1) {
      await writes('Vendaval!', robot)
      await settled()
    }
    expect((await runsOf(flood.id)).map(({ outcomes }) => outcomes)).toEqual([
      [done, done, done, rests, rests],
    ])
  })
})

describe('a dry run', () => {
  it('shows on which tickets of the last week a rule would have acted, and does nothing', async () => {
    const { admin } = h.one
    const number = freshNumber()
    const said = await writes('Quero cancelar', number)
    await writes('Cancelar já', number)
    const other = await writes('Bom dia')
    const rated = await openTicket()
    await h.insert(ratings, { companyId: h.one.id, ticketId: rated, userId: h.one.ana.id, rate: 1 })
    await h.customer(h.two, freshNumber(), 'cancelar')
    const attempt = async (draft: Draft) =>
      (await h.call<RuleTrial>(admin, 'rules.try', { body: form(draft) })).body
    const words = { kind: 'words' as const, words: ['cancelar'] }
    const found = await attempt({ event: words })
    expect(found).toMatchObject({ count: 1, cut: false, tickets: [{ ticketId: said, times: 2 }] })
    expect((await attempt({ event: words, once: true })).tickets[0]?.times).toBe(1)
    expect(await attempt({ event: words, conditions: { queueIds: [h.one.vendas] } })).toMatchObject({
      count: 0,
    })
    const arrived = await attempt({ event: { kind: 'arrives', ours: false } })
    expect(arrived.tickets.map(({ ticketId }) => ticketId)).toEqual(expect.arrayContaining([said, other]))
    expect((await attempt({ event: { kind: 'rated', atMost: 2 } })).tickets).toMatchObject([
      { ticketId: rated },
    ])
    await h.update(
      messages,
      { createdAt: new Date(Date.now() - 20 * MINUTE).toISOString() },
      eq(messages.ticketId, other),
    )
    expect((await attempt({ event: { kind: 'silence', minutes: 15 } })).tickets).toMatchObject([
      { ticketId: other },
    ])
    expect(await h.db.$count(ruleRuns)).toBe(0)
    expect((await h.ticket(said)).priority).toBe('normal')
    // What is older is not looked at.
    const old = new Date(Date.now() - 8 * 1_440 * MINUTE).toISOString()
    await h.update(tickets, { updatedAt: old }, eq(tickets.id, said))
    expect(await attempt({ event: words })).toMatchObject({ count: 0 })
  })
})

describe('rules', () => {
  it('are administrators’, name nothing that is not there, and are so many at the most', async () => {
    const { ana, sup, admin } = h.one
    for (const who of [ana, sup]) expect((await create({}, who)).status).toBe(403)
    const quick = { companyId: h.one.id, shortcode: 'x', message: 'x', geral: false, userId: admin.id }
    const own = await h.insert(quickMessages, quick)
    const refused = [
      await create({ event: { kind: 'tagged', tagId: 999_999 } }),
      await create({ conditions: { queueIds: [h.two.vendas] } }),
      await create({ conditions: { whatsappIds: [h.two.whatsappId] } }),
      await create({ steps: [{ kind: 'message', quickMessageId: own.id }] }),
      await create({ steps: [] }),
    ]
    expect(refused.map(({ body }) => body.error)).toEqual([
      'ERR_NO_TAG_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_QUICKMESSAGE_FOUND',
      'ERR_VALIDATION',
    ])
    // What it named before stays named when it is gone, until somebody takes it out.
    const gone = await tagOf('PASSAGEIRA')
    const names = { conditions: { tagIds: [gone] }, steps: [{ kind: 'addTag' as const, tagId: gone }] }
    const named = await create(names)
    await h.call(admin, 'tags.remove', { params: { id: gone } })
    const body = form({ name: 'Outro nome', ...names })
    const kept = await h.call<Rule>(admin, 'rules.update', { params: { id: named.body.id }, body })
    expect(kept.body).toMatchObject({ name: 'Outro nome', ...names })
    await h.call(admin, 'rules.remove', { params: { id: named.body.id } })
    const made = await create()
    expect((await h.call(admin, 'rules.remove', { params: { id: made.body.id } })).status).toBe(200)
    expect((await h.call(admin, 'rules.runs', { params: { id: made.body.id } })).status).toBe(404)
    for (let at = 0; at < RULE.most; at += 1)
      await h.insert(rules, {
        ...form(),
        companyId: h.one.id,
        position: at,
        eventKind: 'arrives',
        active: false,
      })
    expect((await create()).body.error).toBe('ERR_TOO_MANY_RULES')
  })
})
