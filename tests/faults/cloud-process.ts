/**
 * The workspace of `cloud.ts` in a process of its own, which may be killed: one company whose numbers are the Cloud API's.
 * Argument: JSON of `CloudOrder`. Says `{ hooks }`.
 */
import { createCloudChannel } from '../../electron/server/channel/cloud'
import { ensureAccount, saveAccount } from '../../electron/server/channel/cloud/account'
import * as schema from '../../electron/server/db/schema'
import { silentLog } from '../../electron/server/log'
import { handlers } from '../../electron/server/routes'
import { startWorkspace } from '../../electron/server/start'
import { cheapHash } from '../support/cheap-hash'
import { SECRET, TOKEN } from '../support/graph-double'

export interface CloudOrder {
  folder: string
  port: number
  graphUrl: string
  phones: string[]
  /** Of the one person. */
  email: string
  password: string
}

export interface CloudReady {
  /** Addresses of the webhooks, by the number's id at the provider. */
  hooks: Record<string, string>
}

const order = JSON.parse(process.argv[2] ?? '{}') as CloudOrder
/** Times short enough for a run of a minute; every wait still has to come to its end. */
const TUNING = {
  busyMs: 200,
  longestBusyMs: 800,
  unsureMs: 250,
  graceMs: 6_000,
  fileRetriesMs: [200, 400, 800, 1_600, 3_200, 6_400, 6_400],
  reconnectMs: 200,
  longestReconnectMs: 800,
  perSecond: 10_000,
}

const running = await startWorkspace({
  folder: order.folder,
  port: order.port,
  log: silentLog,
  handlers,
  graphUrl: order.graphUrl,
  createChannel: deps => createCloudChannel({ ...deps, graphUrl: order.graphUrl, tuning: TUNING }),
})
const { db, keys } = running.app

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('no row')
  return row
}

/** Writes the company at the first start. */
async function found(): Promise<void> {
  const { id: companyId } = await one(
    db.platform
      .insert(schema.companies)
      .values({ name: 'Falhas', dueDate: '2099-01-01T00:00:00.000Z' })
      .returning(),
  )
  await db.platform.insert(schema.users).values({
    companyId,
    name: 'Ana',
    email: order.email,
    passwordHash: cheapHash(order.password),
    profile: 'admin',
  })
  for (const phone of order.phones) {
    const { id: whatsappId } = await one(
      db.platform
        .insert(schema.whatsapps)
        .values({ companyId, name: phone, status: 'OPENING', provider: 'cloud' })
        .returning(),
    )
    const secrets = { accessToken: TOKEN, appSecret: SECRET }
    await saveAccount(db, keys, { companyId, whatsappId }, { phoneNumberId: phone, ...secrets })
    await running.app.channel.connect(whatsappId)
  }
}
if ((await db.$count(schema.companies)) === 0) await found()

const accounts = await db.select().from(schema.cloudAccounts)
const hooks: Record<string, string> = {}
for (const { companyId, whatsappId, phoneNumberId } of accounts) {
  const { hook } = await ensureAccount(db, keys, { companyId, whatsappId })
  hooks[phoneNumberId] = `http://127.0.0.1:${order.port}/webhooks/whatsapp/cloud/${hook}`
}
process.on('disconnect', () => process.exit(0))
process.send?.({ hooks } satisfies CloudReady)
