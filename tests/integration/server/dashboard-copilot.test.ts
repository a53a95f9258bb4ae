/** The copilot's figures on the dashboard, against a slow plain count over the same rows. */
import type { CopilotFigures } from '@contract'
import { PROFILES } from '@contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  copilotCalls,
  copilotSettings,
  messages,
  plans,
  ticketTrackings,
  transcripts,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { CompanyFixture } from './harness'

const h = harnessForFile()

/** The same numbers at every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
const DAY = Date.parse('2026-03-10T12:00:00Z')
const at = (seconds: number): string => new Date(DAY + seconds * 1_000).toISOString()

interface Cycle {
  ticketId: number
  queued: number
  started: number | null
  finished: number | null
}

/** Conversations with calls and messages at random; some out of the period, some begun by an agent. */
async function conversations(company: CompanyFixture, seed: number): Promise<Cycle[]> {
  const next = numbers(seed)
  const cycles: Cycle[] = []
  const people = [company.ana, company.bia]
  for (let one = 0; one < 150; one += 1) {
    const ticket = await h.newTicket(company, { name: `C${one}`, status: 'open' })
    const queued = one % 7 === 0 ? -5 * 86_400 : next(3_600)
    const started = one % 11 === 0 ? null : one % 13 === 0 ? queued : queued + 1 + next(600)
    const finished = started !== null && one % 5 === 0 ? started + 900 : null
    cycles.push({ ticketId: ticket.id, queued, started, finished })
    await h.insert(ticketTrackings, {
      companyId: company.id,
      ticketId: ticket.id,
      queuedAt: at(queued),
      startedAt: started === null ? null : at(started),
      finishedAt: finished === null ? null : at(finished),
    })
    const ids = await h.newMessages(ticket, ['a', 'b', 'c', 'd'])
    for (const [place, id] of ids.entries())
      await h.db.platform
        .update(messages)
        .set({
          createdAt: at(queued + place * next(700)),
          userId: place === 0 || next(3) === 0 ? null : (people[next(2)]?.id ?? null),
        })
        .where(eq(messages.id, id))
    for (let call = 0; call < 3; call += 1)
      await h.insert(copilotCalls, {
        companyId: company.id,
        ticketId: next(9) === 0 ? null : ticket.id,
        userId: people[next(2)]?.id ?? null,
        feature:
          (['suggest', 'suggest', 'rewrite', 'summarise', 'transcribe'] as const)[next(5)] ?? 'suggest',
        outcome:
          (['taken', 'changed', 'changed', 'dropped', 'failed', 'asked', 'answered'] as const)[next(7)] ??
          'taken',
        changed: next(100),
        promptTokens: next(900),
        completionTokens: next(90),
        costMicros: next(4) === 0 ? null : next(5_000),
        createdAt: at((started ?? queued) + next(200) - 20),
      })
  }
  return cycles
}

const plainMedian = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
  return { count: sorted.length, median: sorted.length < 10 ? null : median }
}

/** One by one, without a word of SQL. */
async function plain(company: CompanyFixture, cycles: readonly Cycle[]): Promise<CopilotFigures> {
  const isIn = (seconds: number) => seconds >= -12 * 3_600 && seconds < 12 * 3_600 + 3 * 3_600
  const secondsOf = (instant: string) => (Date.parse(instant) - DAY) / 1_000
  const all = (await h.db.select().from(copilotCalls)).filter(call => call.companyId === company.id)
  const ended = all.filter(call => isIn(secondsOf(call.createdAt)) && call.outcome !== 'asked')
  const suggested = (outcome: string) =>
    ended.filter(call => call.feature === 'suggest' && call.outcome === outcome)
  const answers: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (const { ticketId, queued, started, finished } of cycles) {
    if (!isIn(queued) || started === null || started === queued) continue
    const said = (await h.db.select().from(messages).where(eq(messages.ticketId, ticketId))).sort(
      (a, b) => a.seq - b.seq,
    )
    const first = said.find(
      ({ userId, createdAt }) =>
        userId !== null &&
        secondsOf(createdAt) >= started &&
        (finished === null || secondsOf(createdAt) <= finished),
    )
    if (!first) continue
    const until = secondsOf(first.createdAt)
    const taken = all.some(
      call =>
        call.ticketId === ticketId &&
        call.userId === first.userId &&
        ['suggest', 'rewrite'].includes(call.feature) &&
        ['taken', 'changed'].includes(call.outcome) &&
        secondsOf(call.createdAt) >= started &&
        secondsOf(call.createdAt) <= until,
    )
    answers[taken ? 'with' : 'without'].push(until - started)
  }
  const about = ended.filter(call => call.ticketId !== null)
  const tickets = new Set(about.map(call => call.ticketId)).size
  const sum = (of: (call: (typeof about)[number]) => number) =>
    about.reduce((total, call) => total + of(call), 0)
  return {
    taken: suggested('taken').length,
    changed: suggested('changed').length,
    dropped: suggested('dropped').length,
    changedPercent: plainMedian(suggested('changed').map(call => call.changed)),
    firstAnswerWith: plainMedian(answers.with),
    firstAnswerWithout: plainMedian(answers.without),
    transcripts: 0,
    tickets,
    tokensPerTicket: Math.round(sum(call => call.promptTokens + call.completionTokens) / tickets),
    dollarsPerTicket: sum(call => call.costMicros ?? 0) / 1_000_000 / tickets,
    unpriced: about.filter(call => call.costMicros === null).length,
  }
}

const turnOn = (company: CompanyFixture, on = true) =>
  h.db.platform
    .insert(copilotSettings)
    .values({
      companyId: company.id,
      features: { suggest: { on, queueIds: [], profiles: [...PROFILES] } },
      masks: [],
    })
    .onConflictDoUpdate({
      target: copilotSettings.companyId,
      set: { features: { suggest: { on, queueIds: [], profiles: [...PROFILES] } } },
    })
const asked = async (company: CompanyFixture) => {
  const query = { date_from: '2026-03-10', date_to: '2026-03-10' }
  const { status, body } = await h.call<{ figures: CopilotFigures | null }>(
    company.admin,
    'dashboard.copilot',
    { query },
  )
  expect(status).toBe(200)
  return body.figures
}

it('are those a plain count finds, of the company and the period alone', async () => {
  // Nothing where none of it is on, or the plan lacks it.
  expect(await asked(h.one)).toBeNull()
  await turnOn(h.one, false)
  expect(await asked(h.one)).toBeNull()
  await turnOn(h.one)
  expect(await asked(h.one)).toEqual({
    taken: 0,
    changed: 0,
    dropped: 0,
    changedPercent: { count: 0, median: null },
    firstAnswerWith: { count: 0, median: null },
    firstAnswerWithout: { count: 0, median: null },
    transcripts: 0,
    tickets: 0,
    tokensPerTicket: 0,
    dollarsPerTicket: null,
    unpriced: 0,
  })
  const cycles = await conversations(h.one, 7)
  await conversations(h.two, 8)
  const counted = await plain(h.one, cycles)
  // What is compared is there to be compared.
  for (const figure of [counted.changedPercent, counted.firstAnswerWith, counted.firstAnswerWithout])
    expect(figure.median).not.toBeNull()
  const { dollarsPerTicket, ...rest } = (await asked(h.one)) as CopilotFigures
  expect({ ...rest, dollarsPerTicket: dollarsPerTicket?.toFixed(9) }).toEqual({
    ...counted,
    dollarsPerTicket: counted.dollarsPerTicket?.toFixed(9),
  })
  await h.db.platform.update(plans).set({ useOpenAi: false })
  expect(await asked(h.one)).toBeNull()
  await h.db.platform.update(plans).set({ useOpenAi: true })
})

it('count transcripts that were made, and say no median of fewer than ten', async () => {
  await turnOn(h.two)
  const ticket = await h.newTicket(h.two, { name: 'Voz', status: 'open' })
  const seqs = []
  for (const id of await h.newMessages(ticket, ['x', 'y', 'z'])) {
    const [row] = await h.db.select().from(messages).where(eq(messages.id, id))
    seqs.push(row?.seq ?? 0)
  }
  const states = ['done', 'failed', 'done'] as const
  for (const [place, state] of states.entries())
    await h.insert(transcripts, {
      messageSeq: seqs[place] ?? 0,
      companyId: h.two.id,
      state,
      nextAt: at(0),
      createdAt: at(place === 2 ? -5 * 86_400 : 0),
    })
  await h.db.platform.delete(copilotCalls)
  for (let one = 0; one < 9; one += 1)
    await h.insert(copilotCalls, {
      companyId: h.two.id,
      ticketId: ticket.id,
      feature: 'suggest',
      outcome: 'changed',
      changed: 10,
      promptTokens: 5,
      createdAt: at(0),
    })
  const found = await asked(h.two)
  expect(found).toMatchObject({
    transcripts: 1,
    changed: 9,
    changedPercent: { count: 9, median: null },
    tickets: 1,
    tokensPerTicket: 45,
    dollarsPerTicket: null,
    unpriced: 9,
  })
})
