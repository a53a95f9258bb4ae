/**
 * The workspace of `web.ts` in a process of its own, which may be killed: one company whose numbers are paired with WhatsApp
 * Web, each in its real thread with the library itself. Argument: JSON of `WebOrder`. Says `{ devices }`; ends the thread of a
 * connection for each number it is sent (its place among the phones), wherever that is.
 */
import { BufferJSON } from '@whiskeysockets/baileys'
import { createWebChannel } from '../../electron/server/channel/web'
import { loadKeys, storeKeys } from '../../electron/server/channel/web/keys'
import { threadedSessions } from '../../electron/server/channel/web/threads'
import { inThread } from '../../electron/server/channel/worker/life'
import * as schema from '../../electron/server/db/schema'
import { silentLog } from '../../electron/server/log'
import { handlers } from '../../electron/server/routes'
import { startWorkspace } from '../../electron/server/start'
import { cheapHash } from '../support/cheap-hash'
import { bundleOf, pairedCreds } from '../support/whatsapp-server'

export interface WebOrder {
  folder: string
  port: number
  /** Program of a number's thread (lib/bundle.mjs). */
  thread: string
  /** Address of the library that is loaded there, with that of WhatsApp's double. */
  library: string
  phones: string[]
  /** Of the one person. */
  email: string
  password: string
}

export interface WebReady {
  /** What has to be known of each phone's device to write to it, as the library writes JSON. */
  devices: Record<string, string>
}

const order = JSON.parse(process.argv[2] ?? '{}') as WebOrder
const lives = new Map<string, { terminate(): Promise<unknown> }>()

const running = await startWorkspace({
  folder: order.folder,
  port: order.port,
  log: silentLog,
  handlers,
  createChannel: deps =>
    createWebChannel({
      ...deps,
      host: threadedSessions(
        { library: order.library, decoder: null, encoder: null },
        silentLog,
        name => start => {
          const life = inThread(name, order.thread, 256)(start)
          lives.set(name, life)
          return life
        },
      ),
      tuning: { perSecond: 10_000, unsureMs: 250, busyMs: 200, graceMs: 6_000 },
    }),
})
const { db, keys } = running.app

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('no row')
  return row
}

/** Writes the company at the first start, with numbers that phones have taken in. */
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
        .values({ companyId, name: phone, status: 'OPENING', provider: 'web' })
        .returning(),
    )
    const value = JSON.stringify(pairedCreds(phone), BufferJSON.replacer)
    await storeKeys(db, keys, { companyId, whatsappId }, [{ type: 'creds', id: 'self', value }])
    await running.app.channel.connect(whatsappId)
  }
}
if ((await db.$count(schema.companies)) === 0) await found()

const numbers = await db.select().from(schema.whatsapps)
const devices: Record<string, string> = {}
for (const { id, name } of numbers) {
  const { self = '' } = await loadKeys(db, keys, id, 'creds', ['self'])
  devices[name] = JSON.stringify(bundleOf(JSON.parse(self, BufferJSON.reviver)), BufferJSON.replacer)
}
process.on('message', place => {
  const number = numbers[Number(place) % numbers.length]
  if (number) void lives.get(`web ${number.id}`)?.terminate()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ devices } satisfies WebReady)
