/**
 * The workspace of `numbers.ts` in a process of its own, which may be killed: one company whose numbers are the Cloud API's, or
 * paired with WhatsApp Web, each in its real thread with the library itself. Argument: JSON of `NumbersOrder`. Says what its
 * provider's double has to know; of paired numbers, ends the thread of one for each place among the phones it is sent.
 */
import { BufferJSON } from '@whiskeysockets/baileys'
import { createCloudChannel } from '../../electron/server/desk/channel/cloud'
import { ensureAccount, saveAccount } from '../../electron/server/desk/channel/cloud/account'
import { createWebChannel } from '../../electron/server/desk/channel/web'
import { loadKeys, storeKeys } from '../../electron/server/desk/channel/web/keys'
import { threadedSessions } from '../../electron/server/desk/channel/web/threads'
import { inThread } from '../../electron/server/desk/channel/worker/life'
import { handlers } from '../../electron/server/doors/routes'
import { silentLog } from '../../electron/server/log'
import * as schema from '../../electron/server/platform/db/schema'
import { type StartOptions, startWorkspace } from '../../electron/server/start'
import { cheapHash } from '../support/cheap-hash'
import { SECRET, TOKEN } from '../support/graph-double'
import { bundleOf, pairedCreds } from '../support/whatsapp-server'
import type { NumbersOrder } from './numbers'

export interface CloudReady {
  /** Addresses of the webhooks, by the number's id at the provider. */
  hooks: Record<string, string>
}

export interface WebReady {
  /** What has to be known of each phone's device to write to it, as the library writes JSON. */
  devices: Record<string, string>
}

const order = JSON.parse(process.argv[2] ?? '{}') as NumbersOrder
const lives = new Map<string, { terminate(): Promise<unknown> }>()
/** Times short enough for a run of a minute; every wait still has to come to its end. */
const TUNING = { busyMs: 200, unsureMs: 250, graceMs: 6_000, perSecond: 10_000 }
const CLOUD_TUNING = {
  ...TUNING,
  longestBusyMs: 800,
  fileRetriesMs: [200, 400, 800, 1_600, 3_200, 6_400, 6_400],
  reconnectMs: 200,
  longestReconnectMs: 800,
}

const createChannel: StartOptions['createChannel'] = deps =>
  order.provider === 'cloud'
    ? createCloudChannel({ ...deps, graphUrl: order.graphUrl, tuning: CLOUD_TUNING })
    : createWebChannel({
        ...deps,
        host: threadedSessions({ library: order.library, voice: null }, silentLog, name => start => {
          const life = inThread(name, order.thread, 256)(start)
          lives.set(name, life)
          return life
        }),
        tuning: TUNING,
      })

const { folder, port } = order
const graphUrl = order.provider === 'cloud' ? { graphUrl: order.graphUrl } : {}
const running = await startWorkspace({ folder, port, log: silentLog, handlers, createChannel, ...graphUrl })
const { db, keys } = running.app

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('no row')
  return row
}

/** Writes the company at the first start, with numbers that the provider knows. */
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
        .values({ companyId, name: phone, status: 'OPENING', provider: order.provider })
        .returning(),
    )
    const at = { companyId, whatsappId }
    if (order.provider === 'cloud')
      await saveAccount(db, keys, at, { phoneNumberId: phone, accessToken: TOKEN, appSecret: SECRET })
    else {
      const value = JSON.stringify(pairedCreds(phone), BufferJSON.replacer)
      await storeKeys(db, keys, at, [{ type: 'creds', id: 'self', value }])
    }
    await running.app.channel.connect(whatsappId)
  }
}
if ((await db.$count(schema.companies)) === 0) await found()

const numbers = await db.select().from(schema.whatsapps)
async function ready(): Promise<CloudReady | WebReady> {
  const told: [string, string][] = []
  for (const { id, companyId, name } of numbers) {
    if (order.provider === 'cloud') {
      const { hook } = await ensureAccount(db, keys, { companyId, whatsappId: id })
      told.push([name, `http://127.0.0.1:${port}/webhooks/whatsapp/cloud/${hook}`])
    } else {
      const { self = '' } = await loadKeys(db, keys, id, 'creds', ['self'])
      told.push([name, JSON.stringify(bundleOf(JSON.parse(self, BufferJSON.reviver)), BufferJSON.replacer)])
    }
  }
  const all = Object.fromEntries(told)
  return order.provider === 'cloud' ? { hooks: all } : { devices: all }
}
process.on('message', place => {
  const number = numbers[Number(place) % numbers.length]
  if (number) void lives.get(`web ${number.id}`)?.terminate()
})
process.on('disconnect', () => process.exit(0))
process.send?.(await ready())
