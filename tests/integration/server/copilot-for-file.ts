/** A workspace whose copilot asks a double of a model, for the tests of one file: empty of conversations and settings before each. */
import { type CopilotFeature, MASKED_KINDS, PROFILES } from '@contract'
import { beforeAll, beforeEach } from 'vitest'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { copilotCalls, copilotSettings, tickets } from '../../../electron/server/platform/db/schema'
import { startChatModelDouble } from '../../support/chat-model-double'
import { forFile, harnessForFile } from './for-file'
import type { Harness, Person, startHarness } from './harness'

/** A feature that everybody has in every queue. */
export const ON = { on: true, queueIds: [] as number[], profiles: [...PROFILES] }

/** Posts, and reads the lines of the answer. */
export async function postLines<T = Record<string, unknown>>(
  h: Harness,
  who: Person,
  path: string,
  body: object,
  signal?: AbortSignal,
) {
  const headers = { 'content-type': 'application/json' }
  const left = signal ? { signal } : {}
  const answer = await h.raw(who, path, { method: 'POST', headers, body: JSON.stringify(body), ...left })
  const text = await answer.text()
  const lines = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as T)
  return { status: answer.status, lines }
}

/** @param options of the workspace; its limits of time are set anew before each test. */
export function copilotForFile({ modelTimeouts, ...options }: Parameters<typeof startHarness>[0] = {}) {
  const model = forFile(startChatModelDouble)
  const timeouts = { ...MODEL_TIMEOUTS }
  const h = harnessForFile({ modelTimeouts: timeouts, ...options })
  beforeAll(() => h.setting(h.one, 'localProviders', 'enabled'))
  beforeEach(async () => {
    // A busy machine is no slow provider.
    Object.assign(timeouts, MODEL_TIMEOUTS, { question: 10_000 }, modelTimeouts)
    const { asked, next, heard, nextHeard, embedded, nextEmbedded } = model
    for (const list of [asked, next, heard, nextHeard, embedded, nextEmbedded]) list.length = 0
    model.left = 0
    for (const table of [tickets, copilotCalls, copilotSettings]) await h.db.platform.delete(table)
  })
  /** As an administrator saves it: these features, and all is masked. */
  const turnOn = (
    features: Partial<Record<CopilotFeature, typeof ON>>,
    more: Partial<typeof copilotSettings.$inferInsert> = {},
  ) =>
    h.db.platform
      .insert(copilotSettings)
      .values({ companyId: h.one.id, baseUrl: model.url, features, masks: [...MASKED_KINDS], ...more })
  /** A conversation that Ana holds, in which a customer said these. */
  const said = async (...bodies: string[]) => {
    const ticket = await h.newTicket(h.one, { name: 'Rosa', userId: h.one.ana.id, status: 'open' })
    return { ticket, ids: await h.newMessages(ticket, bodies) }
  }
  return { h, model, timeouts, turnOn, said }
}
