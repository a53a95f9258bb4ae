/** A workspace with a paired number of WhatsApp Web, on a double at the library's socket. */
import { eq } from 'drizzle-orm'
import { createChannelHub } from '../../../electron/server/desk/channel/hub'
import { createWebChannel } from '../../../electron/server/desk/channel/web'
import { messages, plans, type tickets, whatsapps } from '../../../electron/server/platform/db/schema'
import type { StartOptions } from '../../../electron/server/start'
import { type HereHost, hostHere } from '../../support/web-host'
import { WhatsAppWebDouble } from '../../support/whatsapp-web-double'
import { type Harness, startHarness } from './harness'

type Tuning = Parameters<typeof createWebChannel>[0]['tuning']
type SessionTuning = Parameters<typeof hostHere>[1]

/** How a workspace makes its channel: WhatsApp Web for its numbers, something else for the others. */
export const webHub =
  (host: HereHost | null, tuning: Tuning = {}) =>
  (
    otherwise: Parameters<typeof createChannelHub>[0]['otherwise'],
    deps: Parameters<StartOptions['createChannel']>[0],
  ) =>
    createChannelHub({
      db: deps.db,
      channels: {
        web: createWebChannel({
          ...deps,
          host,
          tuning: { perSecond: 10_000, unsureMs: 30, busyMs: 30, fileRetriesMs: [20, 20], ...tuning },
        }),
      },
      otherwise,
    })

export interface WebNumber {
  h: Harness
  phone: WhatsAppWebDouble
  host: HereHost
  whatsappId: number
  /** An open conversation of Ana's with a customer of that number. */
  conversation(number?: string): Promise<typeof tickets.$inferSelect>
  send(ticketId: number, body: string, more?: Record<string, unknown>): ReturnType<Harness['call']>
  row(id: string): Promise<typeof messages.$inferSelect | undefined>
  connection(): Promise<typeof whatsapps.$inferSelect>
  close(): Promise<void>
}

/** Waits for something that comes about by itself. */
export async function until(true_: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await true_()) return
    await new Promise(done => setTimeout(done, 10))
  }
  throw new Error('it did not come about')
}

/** Starts it. @param paired false leaves the number with its first code. */
export async function startWebNumber(
  tuning: Tuning = {},
  session: SessionTuning = {},
  paired = true,
): Promise<WebNumber> {
  const phone = new WhatsAppWebDouble()
  const host = hostHere(phone.library, session)
  const h = await startHarness({ around: webHub(host, tuning) })
  await h.update(plans, { connections: 0 })
  const made = await h.call<{ id: number }>(h.one.admin, 'whatsapps.create', {
    body: { name: 'Celular', provider: 'web' },
  })
  const whatsappId = made.body.id
  const connection = async () => {
    const [row] = await h.db.select().from(whatsapps).where(eq(whatsapps.id, whatsappId))
    if (!row) throw new Error('no connection')
    return row
  }
  await until(async () => (await connection()).status === 'qrcode')
  if (paired) {
    phone.pair()
    await until(async () => (await connection()).status === 'CONNECTED')
  }
  let customers = 0
  return {
    h,
    phone,
    host,
    whatsappId,
    connection,
    async conversation(number = `55119${String(60_000_000 + ++customers)}`) {
      const contactId = await h.newContact(h.one, `Cliente ${number}`, { number })
      return h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, contactId, whatsappId })
    },
    send: (ticketId, body, more = {}) =>
      h.call(h.one.ana, 'messages.send', {
        params: { ticketId },
        body: { body, clientId: crypto.randomUUID(), ...more },
      }),
    row: async id => h.row(messages, eq(messages.id, id)),
    close: () => h.close(),
  }
}
