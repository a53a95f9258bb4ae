/**
 * The channel of a workspace whose connections have different providers: each call goes to the channel of the
 * connection's `provider`. A demo has no hub: all its numbers are simulated, so that invented and real customers never
 * meet.
 */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { whatsapps } from '../../platform/db/schema'
import { type Channel, ChannelError } from './channel'

export interface HubOptions {
  db: Db
  /** By the value of the `provider` column. */
  channels: Readonly<Record<string, Channel>>
  /** For every other value. */
  otherwise: Channel
}

const providerRows = prepared(db =>
  db
    .select({ provider: whatsapps.provider })
    .from(whatsapps)
    .where(eq(whatsapps.id, sql.placeholder('id')))
    .prepare(),
)

/** Joins the channels; its calls throw what theirs do. */
export function createChannelHub({ db, channels, otherwise }: HubOptions): Channel {
  const all = [...Object.values(channels), otherwise]
  const named = (provider: string): Channel =>
    (Object.hasOwn(channels, provider) ? channels[provider] : undefined) ?? otherwise
  const of = async (whatsappId: number): Promise<Channel> => {
    const [row] = await providerRows(db).all({ id: whatsappId })
    return named(row?.provider ?? '')
  }
  const component = all.find(one => one.component)?.component
  return {
    kind: Object.values(channels).some(({ kind }) => kind === 'real') ? 'real' : otherwise.kind,
    providers: Object.keys(channels),
    get missing() {
      return Object.keys(channels).filter(name => channels[name]?.missing?.includes(name))
    },
    ...(component ? { component } : {}),
    capabilitiesOf: provider => named(provider).capabilitiesOf(provider),
    serve(http) {
      for (const channel of all) channel.serve?.(http)
    },
    wake() {
      for (const channel of all) channel.wake?.()
    },
    async start(mine) {
      await Promise.all(all.map(channel => channel.start(mine)))
    },
    connect: async id => (await of(id)).connect(id),
    newQr: async id => (await of(id)).newQr(id),
    async pairByCode(id, phone) {
      const channel = await of(id)
      if (!channel.pairByCode) throw new ChannelError('ERR_WAPP_UNSUPPORTED')
      await channel.pairByCode(id, phone)
    },
    restart: async id => (await of(id)).restart(id),
    disconnect: async id => (await of(id)).disconnect(id),
    // A number is up in at most one channel: a change of provider signs it out of the previous one.
    isConnected: id => all.some(channel => channel.isConnected(id)),
    send: async message => (await of(message.whatsappId)).send(message),
    askAbout: async message => (await of(message.whatsappId)).askAbout(message),
    edit: async (message, body) => (await of(message.whatsappId)).edit(message, body),
    revoke: async message => (await of(message.whatsappId)).revoke(message),
    async controlThread(at, act) {
      const channel = await of(at.whatsappId)
      if (!channel.controlThread) throw new ChannelError('ERR_WAPP_UNSUPPORTED')
      await channel.controlThread(at, act)
    },
    react: async (message, type) => (await of(message.whatsappId)).react(message, type),
    markRead: async chat => (await of(chat.whatsappId)).markRead(chat),
    showTyping: async at => (await of(at.whatsappId)).showTyping?.(at),
    checkNumber: async (id, number) => (await of(id)).checkNumber(id, number),
    phoneContacts: async id => (await of(id)).phoneContacts(id),
    async stop() {
      await Promise.all(all.map(channel => channel.stop()))
    },
  }
}
