/**
 * A workspace whose campaign runs by a clock of the bench, in a process of its own: ten thousand recipients would take
 * days by the world's. The engine, the channel and everything that is told of it are the real ones. Arguments: JSON of
 * `CampaignOrder`; says `{ url, campaignId }`, begins at the message `go`.
 */
import { CAMPAIGN_DEFAULTS, RUSH_MS } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import { createSimulator } from '../../../electron/demo/simulator'
import { runCampaigns } from '../../../electron/server/automation/campaigns/job'
import { handlers } from '../../../electron/server/doors/routes'
import { lineLog } from '../../../electron/server/log'
import {
  campaignSettings,
  campaigns,
  contactLists,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { settlePurpose } from '../../../electron/server/purpose'
import { startWorkspace } from '../../../electron/server/start'

export interface CampaignOrder {
  folder: string
  recipients: number
  /** Recipients written to in a second of the world's. */
  perSecond: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as CampaignOrder
/** The engine looks as often as this (electron/server/automation/campaigns/job.ts), by its own clock. */
const TICK_MS = 500
/** How often the bench lets its clock go on, in milliseconds of the world's. */
const BEAT_MS = 50

const log = lineLog((level, line) => {
  if (level === 'error') process.stderr.write(`${line}\n`)
})
const running = await startWorkspace({
  folder: order.folder,
  log,
  handlers,
  campaigns: false,
  createChannel: deps => createSimulator({ ...deps, customers: false }),
  prepare: async db => void (await settlePurpose(db, order.folder, true)),
})
const { app } = running

const companyId = 1
const [connection] = await app.db
  .select()
  .from(whatsapps)
  .where(and(eq(whatsapps.companyId, companyId), eq(whatsapps.status, 'CONNECTED')))
  .limit(1)
const [list] = await app.db.platform
  .insert(contactLists)
  .values({ companyId, name: 'Dez mil', search: 'dez mil' })
  .returning({ id: contactLists.id })
if (!connection || !list) throw new Error('no connection is up, or no list could be made')
await app.db.platform.write(tx =>
  tx.run(sql`
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${order.recipients})
  insert into contact_list_items
    (company_id, contact_list_id, name, number, email, number_state, search, created_at, updated_at)
  select ${companyId}, ${list.id}, 'Pessoa ' || i, '55119' || (60000001 + i * 10), '', 'valid', 'pessoa ' || i, 0, 0 from n`),
)
await app.db.platform.delete(campaignSettings)
for (const [key, value] of Object.entries({
  ...CAMPAIGN_DEFAULTS,
  messageInterval: 0,
  longerIntervalAfter: 0,
}))
  if (typeof value === 'number')
    await app.db.platform.insert(campaignSettings).values({ companyId, key, value: String(value) })
const [campaign] = await app.db.platform
  .insert(campaigns)
  .values({
    companyId,
    name: 'Dez mil',
    search: 'dez mil',
    message1: 'Oi {nome}, a tabela nova chegou.',
    status: 'PROGRAMADA',
    scheduledAt: new Date().toISOString(),
    whatsappId: connection.id,
    contactListId: list.id,
  })
  .returning({ id: campaigns.id })

let stopped = false
let clock = Date.now()
/** Ticks of the engine that are due, with what is left of one. */
let owed = 0
async function goOn(): Promise<void> {
  while (!stopped) {
    const began = performance.now()
    owed += (order.perSecond * RUSH_MS * BEAT_MS) / (1_000 * TICK_MS)
    for (; owed >= 1 && !stopped; owed -= 1) {
      await runCampaigns(app, new Date(clock))
      clock += TICK_MS
    }
    // A slow machine lets the clock go slower: nothing is caught up with.
    owed = Math.min(owed, 1)
    await new Promise(resolve => setTimeout(resolve, Math.max(1, BEAT_MS - (performance.now() - began))))
  }
}
let going: Promise<void> = Promise.resolve()
process.on('message', (word: unknown) => {
  if (word === 'go') going = goOn()
})
process.once('SIGTERM', () => {
  stopped = true
  void going.then(() => running.close()).then(() => process.exit(0))
})
process.send?.({ url: running.url, campaignId: campaign?.id ?? 0 })
