/**
 * The workspace under attack, in a process of its own: two companies with marked rows, and somebody who watches the
 * event loop, the memory and every row. Says `{ ready }` once, then answers each `{ ask }` with `{ answer }`.
 */
import { createHash } from 'node:crypto'
import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../../electron/server/platform/db/schema'
import { rowsOfEachKind } from '../integration/server/company-rows'
import {
  type CompanyFixture,
  type Harness,
  PASSWORD,
  type Person,
  startHarness,
} from '../integration/server/harness'

/** Rows an agent of Suporte may not see, and rows of each company: a text that none of the calls sends. */
export const MARKS = { hidden: 'SEGREDO-DA-FILA', one: 'SEGREDO-UM', two: 'SEGREDO-DOIS' } as const

export interface Ids {
  ticketId: number
  hiddenTicketId: number
  uuid: string
  contactId: number
  messageId: string
  hiddenMessageId: string
  tagId: number
  noteId: number
  chatId: number
  scheduleId: number
  userId: number
  companyId: number
  queueId: number
  whatsappId: number
  optionId: number
  holidayId: number
  invoiceId: number
  quickMessageId: number
  promptId: number
  integrationId: number
  contactListId: number
  contactListItemId: number
  fileListId: number
  campaignId: number
  optOutId: number
  webhookId: number
  deliveryId: number
  /** Rows of the platform, the same for every company. */
  planId: number
  helpId: number
  announcementId: number
}

export interface Ready {
  url: string
  people: Record<'agent' | 'supervisor' | 'admin' | 'other' | 'super', Person>
  /** Everybody's. */
  password: string
  /** Somebody whose session may be ended. */
  spare: Person
  /** Tokens of connections of the first company, as other programs show them: each may make so many calls a minute. */
  tokens: string[]
  one: Ids
  two: Ids
}

export interface Lap {
  /** Longest time the event loop did not turn since the last question, milliseconds. */
  heldMs: number
  /** Bytes in use; asked as `heap` after a collection. */
  heapBytes: number
  rssBytes: number
}

/** Rows that change by looking in: sessions and presence. */
const MOVING = new Set(['refresh_tokens', 'report_marks', 'report_state', 'sign_in_places', 'users'])

type Platform = Pick<Ids, 'planId' | 'helpId' | 'announcementId'>

async function marked(h: Harness, at: CompanyFixture, mark: string, platform: Platform): Promise<Ids> {
  const own = await rowsOfEachKind(h, at, mark)
  const hidden = await h.newTicket(at, {
    status: 'open',
    userId: at.caio.id,
    queueId: at.vendas,
    name: `Cliente ${at.id}`,
    lastMessage: MARKS.hidden,
  })
  const [hiddenMessageId = ''] = await h.newMessages(hidden, [MARKS.hidden], true)
  return {
    ...own,
    hiddenTicketId: hidden.id,
    hiddenMessageId,
    userId: at.bia.id,
    queueId: at.suporte,
    ...platform,
  }
}

/** A hash of every row of a company. */
async function rowsOf(h: Harness, companyId: number): Promise<string> {
  const hash = createHash('sha256')
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable) || !('companyId' in table) || MOVING.has(getTableName(table))) continue
    const rows = await h.db.all(
      sql.raw(`select * from ${getTableName(table)} where company_id = ${companyId}`),
    )
    hash.update(JSON.stringify(rows))
  }
  return hash.digest('hex')
}

const STEP_MS = 5
let heldMs = 0
let last = performance.now()
let lastCpu = process.cpuUsage()
setInterval(() => {
  const now = performance.now()
  const { user, system } = process.cpuUsage(lastCpu)
  // A machine that stands still for others costs time and no processor: only what this process computed counts.
  heldMs = Math.max(heldMs, Math.min(now - last - STEP_MS, (user + system) / 1_000))
  last = now
  lastCpu = process.cpuUsage()
}, STEP_MS)

const h = await startHarness({ timeouts: { paceMs: 400, headersMs: 2_000 }, proxies: ['127.0.0.1'] })
const [plan] = await h.db.select({ id: schema.plans.id }).from(schema.plans)
const help = await h.insert(schema.helps, {
  title: 'Primeiros passos',
  description: 'Como começar',
  video: 'abcdefghijk',
})
const announced = await h.insert(schema.announcements, { companyId: h.one.id, title: 'Aviso', text: 'Texto' })
const platform = { planId: plan?.id ?? 0, helpId: help.id, announcementId: announced.id }
const one = await marked(h, h.one, MARKS.one, platform)
const two = await marked(h, h.two, MARKS.two, platform)
const TOKENS = 20
const tokens = Array.from({ length: TOKENS }, (_, i) => `programa-${i}`)
await h.insert(
  schema.whatsapps,
  tokens.map(token => ({ companyId: h.one.id, name: token, status: 'CONNECTED' as const, token })),
)
const ready: Ready = {
  url: h.running.url,
  people: {
    agent: h.one.ana,
    supervisor: h.one.sup,
    admin: h.one.admin,
    other: h.two.admin,
    super: await h.superOf(h.one),
  },
  password: PASSWORD,
  spare: h.one.livia,
  tokens,
  one,
  two,
}

process.on('message', (said: { ask: 'lap' | 'heap' | 'one' | 'two' | 'end' }) => {
  const answer = async (): Promise<unknown> => {
    if (said.ask === 'one' || said.ask === 'two') return rowsOf(h, h[said.ask].id)
    if (said.ask === 'end') return h.close()
    if (said.ask === 'heap') globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    const lap: Lap = { heldMs, heapBytes: heapUsed, rssBytes: rss }
    last = performance.now()
    lastCpu = process.cpuUsage()
    heldMs = 0
    return lap
  }
  void answer().then(value => {
    process.send?.({ answer: value ?? null })
    if (said.ask === 'end') setTimeout(() => process.exit(0), 50)
  })
})
// Whoever attacks may have broken off: nobody would end this then.
process.once('disconnect', () => process.exit())
process.send?.({ ready })
