/** A workspace with a number of the Cloud API, whose provider is a double on loopback. */
import { eq } from 'drizzle-orm'
import { createCloudChannel } from '../../../electron/server/desk/channel/cloud'
import { accountOf, saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import type { CloudTuning } from '../../../electron/server/desk/channel/cloud/tuning'
import { createChannelHub } from '../../../electron/server/desk/channel/hub'
import { findVoicePackages } from '../../../electron/server/desk/channel/voice/packages'
import {
  contacts,
  messages,
  plans,
  replyWindows,
  type tickets,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import type { StartOptions } from '../../../electron/server/start'
import { GraphDouble, PHONE, SECRET, type Sent, TOKEN } from '../../support/graph-double'
import { soon } from '../../support/soon'
import { type Answer, type Harness, startHarness } from './harness'

/** Times short enough not to be waited for; a wait still has to come to an end. */
const QUICK: Partial<CloudTuning> = {
  busyMs: 40,
  longestBusyMs: 80,
  unsureMs: 40,
  graceMs: 60_000,
  quietMs: 40,
  fileRetriesMs: [20, 20],
  reconnectMs: 30,
  longestReconnectMs: 60,
}

/** How a workspace makes its channel: the Cloud API for its numbers, something else for the others. */
export const cloudHub =
  (graph: GraphDouble, tuning: Partial<CloudTuning> = QUICK) =>
  (
    otherwise: Parameters<typeof createChannelHub>[0]['otherwise'],
    deps: Parameters<StartOptions['createChannel']>[0],
  ) =>
    createChannelHub({
      db: deps.db,
      channels: {
        cloud: createCloudChannel({
          ...{ ...deps, graphUrl: graph.url, tuning },
          findVoice: async () => findVoicePackages(null),
        }),
      },
      otherwise,
    })

interface Sending {
  message: { id: string; ack: number; failure: string | null }
  error?: string
}

export interface CloudNumber {
  h: Harness
  graph: GraphDouble
  whatsappId: number
  hook: string
  /** One more number of the company, connected. */
  add(phoneNumberId: string): Promise<{ whatsappId: number; hook: string }>
  /**
   * An open conversation of Ana's with a customer of the first number, or of another.
   * @param wroteAt when the customer wrote, ISO-8601: just now if left out; null for never.
   */
  conversation(
    number?: string,
    wroteAt?: string | null,
    whatsappId?: number,
  ): Promise<typeof tickets.$inferSelect>
  send(ticketId: number, body: string): Promise<Answer<Sending>>
  /** Sends it. @returns our id, and what the double took. */
  sent(ticketId: number, body: string): Promise<{ id: string; sent: Sent }>
  /** Meta delivers it to the first number, signed. @returns the status of the answer. */
  tell(part: Parameters<GraphDouble['delivery']>[0]): Promise<number>
  row(id: string): Promise<typeof messages.$inferSelect | undefined>
  /** A message once it is stored, with its ticket. */
  stored(id: string): Promise<{ row: typeof messages.$inferSelect; ticket: typeof tickets.$inferSelect }>
  contact(number: string): Promise<typeof contacts.$inferSelect | undefined>
  /** Of the first number, or of another. */
  status(whatsappId?: number): Promise<string>
  close(): Promise<void>
}

/** Starts it, with the number connected. */
export async function startCloudNumber(tuning?: Partial<CloudTuning>): Promise<CloudNumber> {
  const graph = await new GraphDouble().start()
  const h = await startHarness({
    around: cloudHub(graph, { ...QUICK, ...tuning }),
    graphUrl: graph.url,
  })
  await h.update(plans, { connections: 0 })
  const { app } = h.running
  const statusOf = async (id: number) => (await h.row(whatsapps, eq(whatsapps.id, id)))?.status ?? ''
  const add = async (phoneNumberId: string) => {
    graph.phones.add(phoneNumberId)
    const made = await h.call<{ id: number }>(h.one.admin, 'whatsapps.create', {
      body: { name: `Nuvem ${phoneNumberId}`, provider: 'cloud' },
    })
    const at = { companyId: h.one.id, whatsappId: made.body.id }
    const businessAccountId = '102290129340398'
    const secrets = { accessToken: TOKEN, appSecret: SECRET }
    await saveAccount(h.db, app.keys, at, { phoneNumberId, businessAccountId, ...secrets })
    await app.channel.connect(at.whatsappId)
    for (let tries = 0; (await statusOf(at.whatsappId)) !== 'CONNECTED' && tries < 500; tries++)
      await new Promise(done => setTimeout(done, 10))
    const account = await accountOf(h.db, app.keys, at.whatsappId)
    return { whatsappId: at.whatsappId, hook: `${h.running.url}/webhooks/whatsapp/cloud/${account?.hook}` }
  }
  const first = await add(PHONE)
  const row = (id: string) => h.row(messages, eq(messages.id, id))
  const send: CloudNumber['send'] = (ticketId, body) =>
    h.call<Sending>(h.one.ana, 'messages.send', {
      params: { ticketId },
      body: { body, clientId: crypto.randomUUID() },
    })
  let customers = 0
  return {
    h,
    graph,
    ...first,
    add,
    async conversation(
      number = `55119${String(70_000_000 + ++customers)}`,
      wroteAt: string | null = new Date().toISOString(),
      whatsappId = first.whatsappId,
    ) {
      const contactId = await h.newContact(h.one, `Cliente ${number}`, { number })
      if (wroteAt !== null)
        await h.insert(replyWindows, { companyId: h.one.id, whatsappId, contactId, wroteAt })
      return h.newTicket(h.one, {
        status: 'open',
        userId: h.one.ana.id,
        contactId,
        whatsappId,
      })
    },
    send,
    async sent(ticketId, body) {
      const { id } = (await send(ticketId, body)).body.message
      const sent = graph.taken.find(({ callback }) => callback === id)
      if (!sent) throw new Error(`${body} was not taken`)
      return { id, sent }
    },
    tell: part => graph.deliver(first.hook, graph.delivery(part)),
    row,
    stored: id =>
      soon(async () => {
        const found = await row(id)
        if (!found) throw new Error(`${id} was not stored`)
        return { row: found, ticket: await h.ticket(found.ticketId) }
      }),
    contact: number => h.row(contacts, eq(contacts.number, number)),
    status: (whatsappId = first.whatsappId) => statusOf(whatsappId),
    async close() {
      await h.close()
      await graph.stop()
    },
  }
}
