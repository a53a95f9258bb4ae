/** The copilot's figures on the dashboard: what counts in them, and what does not. */
import { type CopilotFigures, PROFILES } from '@contract'
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
import type { CompanyFixture, Person } from './harness'

const h = harnessForFile()
const DAY = Date.parse('2026-03-10T12:00:00Z')
/** Seconds after noon of that day. */
const at = (seconds: number): string => new Date(DAY + seconds * 1_000).toISOString()
const EARLIER = -5 * 86_400

interface Conversation {
  queued?: number
  started?: number | null
  finished?: number
  /** When Ana answered, after it was accepted; null for never. */
  answered?: number | null
  call?: Partial<typeof copilotCalls.$inferInsert> | null
}

/** A conversation that a customer began and Ana accepted a minute later, with a call of the copilot five seconds after that. */
async function conversation(company: CompanyFixture, one: Conversation): Promise<void> {
  const { queued = 0, started = queued + 60, finished, answered = 30, call = {} } = one
  const { id: companyId, ana } = company
  const ticket = await h.newTicket(company, { name: 'Rosa', status: 'open' })
  await h.insert(ticketTrackings, {
    ...{ companyId, ticketId: ticket.id, queuedAt: at(queued) },
    startedAt: started === null ? null : at(started),
    finishedAt: finished === undefined ? null : at(finished),
  })
  const from = started ?? queued
  const [, answer = ''] = await h.newMessages(ticket, answered === null ? ['oi'] : ['oi', 'olá'])
  if (answered !== null)
    await h.update(messages, { createdAt: at(from + answered), userId: ana.id }, eq(messages.id, answer))
  const usual = { outcome: 'taken', promptTokens: 40, completionTokens: 10, costMicros: 1_000 } as const
  const about = { companyId, ticketId: ticket.id, userId: ana.id, feature: 'suggest' as const }
  if (call) await h.insert(copilotCalls, { ...about, ...usual, createdAt: at(from + 5), ...call })
}

const turnOn = (company: CompanyFixture, on = true) => {
  const features = { suggest: { on, queueIds: [], profiles: [...PROFILES] } }
  return h.db.platform
    .insert(copilotSettings)
    .values({ companyId: company.id, features, masks: [] })
    .onConflictDoUpdate({ target: copilotSettings.companyId, set: { features } })
}
const asked = async (who: Person = h.one.admin) => {
  const query = { date_from: '2026-03-10', date_to: '2026-03-10' }
  type Answer = { figures: CopilotFigures | null }
  const { status, body } = await h.call<Answer>(who, 'dashboard.copilot', { query })
  expect(status).toBe(200)
  return body.figures
}

it('are of the company and the period alone, once it is on and in the plan', async () => {
  expect(await asked()).toBeNull()
  await turnOn(h.one, false)
  expect(await asked()).toBeNull()
  await turnOn(h.one)
  const none = { count: 0, median: null }
  expect(await asked()).toEqual({
    ...{ taken: 0, changed: 0, dropped: 0, changedPercent: none, firstAnswerWith: none },
    ...{ firstAnswerWithout: none, transcripts: 0, tickets: 0, tokensPerTicket: 0 },
    ...{ dollarsPerTicket: null, unpriced: 0 },
  })
  const { one, two } = h
  // First answers after 10 to 100 seconds, each from a suggestion.
  for (let n = 1; n <= 10; n += 1)
    await conversation(one, { answered: n * 10, call: { outcome: 'changed', changed: n * 2 } })
  const withoutTheirs: Conversation[] = [
    { call: { userId: one.bia.id } },
    { call: { createdAt: at(59) } },
    { call: { createdAt: at(60 + 31) } },
    { call: { outcome: 'dropped' } },
    { call: { feature: 'summarise' } },
    { call: { ticketId: null } },
    { call: null },
    { call: null },
    { call: null },
    { answered: 50, call: { outcome: 'failed', costMicros: null } },
  ]
  for (const each of withoutTheirs) await conversation(one, each)
  // None of these was answered first in the period by somebody who had accepted a customer's conversation.
  for (const each of [
    { queued: EARLIER },
    { started: null },
    { started: 0 },
    { finished: 70, answered: 20 },
    { answered: null },
  ])
    await conversation(one, { ...each, call: { feature: 'rewrite', outcome: 'asked' } })
  for (let n = 0; n < 12; n += 1) await conversation(two, { call: { outcome: 'changed', changed: 99 } })
  await conversation(two, {})
  expect(await asked()).toEqual({
    ...{ taken: 4, changed: 10, dropped: 1, changedPercent: { count: 10, median: 11 } },
    firstAnswerWith: { count: 10, median: 55 },
    firstAnswerWithout: { count: 10, median: 30 },
    ...{ transcripts: 0, tickets: 16, tokensPerTicket: 50, dollarsPerTicket: 0.0009375, unpriced: 1 },
  })
  await h.db.platform.update(plans).set({ useOpenAi: false })
  expect(await asked()).toBeNull()
  await h.db.platform.update(plans).set({ useOpenAi: true })
})

it('count transcripts that were made, and say no median of fewer than ten', async () => {
  const { two } = h
  await turnOn(two)
  const ticket = await h.newTicket(two, { name: 'Voz', status: 'open' })
  const ids = await h.newMessages(ticket, ['x', 'y', 'z'])
  for (const [place, state] of (['done', 'failed', 'done'] as const).entries()) {
    const [row] = await h.db
      .select()
      .from(messages)
      .where(eq(messages.id, ids[place] ?? ''))
    const when = { nextAt: at(0), createdAt: at(place === 2 ? EARLIER : 0) }
    await h.insert(transcripts, { messageSeq: row?.seq ?? 0, companyId: two.id, state, ...when })
  }
  await h.db.platform.delete(copilotCalls)
  for (let n = 0; n < 9; n += 1) await conversation(two, { call: { outcome: 'changed', costMicros: null } })
  expect(await asked(two.admin)).toMatchObject({
    ...{ transcripts: 1, changed: 9, changedPercent: { count: 9, median: null } },
    ...{ tickets: 9, dollarsPerTicket: null, unpriced: 9 },
  })
})
