/**
 * WhatsApp Business Cloud API: numbers that Meta hosts. What leaves is one call each; what comes in is delivered to an
 * address of ours (./hook) and worked through from the database (../inbox).
 */
import { ACK, CAPTION_MAX_CHARS, type ChannelCapability, canRing } from '@contract'
import { z } from 'zod'
import { limitSignal } from '../../../time-limit'
import type { SessionKeys } from '../../auth/tokens'
import { contactByPhone } from '../../contacts/by-phone'
import type { Db } from '../../db/client'
import { type Log, reasonOf } from '../../log'
import { alone } from '../../work/working'
import {
  type Channel,
  ChannelBusy,
  ChannelError,
  type ChannelSink,
  ChannelUnsure,
  type ChannelWork,
  type MessageRef,
} from '../channel'
import { createInbox } from '../inbox'
import { createPace } from '../pace'
import type { CloudAccount } from './account'
import { addressOf, bodyOf, TEXT_MAX } from './compose'
import { createConnections } from './connections'
import { uploadFile } from './files'
import { createGraph, type GraphCall, GraphError, GraphNoAnswer } from './graph'
import { serveHook } from './hook'
import { askedOf, forgetAsked, noteAck, noteAsked, wamidOf } from './ids'
import { meaningOf } from './meaning'
import { createTaker } from './take'
import { CLOUD_TUNING, type CloudTuning } from './tuning'

/** Value of a connection's `provider` whose number is Meta's. */
export const CLOUD = 'cloud'

const CAPABILITIES: readonly ChannelCapability[] = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'reactions',
  'location',
  'contactCard',
  // Where Meta lets a number have them.
  'groups',
  'readReceipts',
  'typing',
  'menus',
  'templates',
  'credentials',
]

const sent = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
  /** What WhatsApp calls whoever was written to. */
  contacts: z.array(z.object({ wa_id: z.string().regex(/^\d{5,20}$/) })).catch([]),
})

export interface CloudOptions {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  /** Another address of the Graph API than Meta's (TURNO_GRAPH_URL); null for Meta's own. */
  graphUrl: string | null
  tuning?: Partial<CloudTuning>
  /** Called after something was delivered and stored for a company: another process may have to take it in. */
  passOn?(companyId: number): void
  /** Works for all companies unless given. */
  work?: ChannelWork
}

/** Makes the channel of all numbers of the Cloud API in this workspace. */
export function createCloudChannel(options: CloudOptions): Channel {
  const { db, keys, sink, log, graphUrl, tuning, passOn, work = alone } = options
  const t: CloudTuning = { ...CLOUD_TUNING, ...tuning }
  const ending = new AbortController()
  const startedAt = Date.now()
  const running = new Set<Promise<void>>()
  const pace = createPace(t.perSecond)
  /** Pauses that followed one another, by conversation or number. */
  const pauses = new Map<string, { times: number; until: number }>()

  const run = (task: () => Promise<void>): void => {
    const work = task()
      .catch((error: unknown) => log.warn('cloud.task', { reason: reasonOf(error) }))
      .finally(() => running.delete(work))
    running.add(work)
  }
  const within = (ms: number): AbortSignal => limitSignal(ms, ending.signal)
  const graph = createGraph(graphUrl)
  const connections = createConnections({
    ...{ db, keys, sink, log, graph, provider: CLOUD, tuning: t, run },
    ending: ending.signal,
  })
  const { down } = connections
  const inbox = createInbox({
    ...{ db, sink, log, tuning: t, work },
    taker: createTaker({ provider: CLOUD, db, keys, sink, graph }),
  })

  const demand = (whatsappId: number): CloudAccount => {
    const account = connections.accountOf(whatsappId)
    if (!account) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
    return account
  }
  const busy = (ref: MessageRef, scope: 'conversation' | 'number', askedMs: number | null, why: string) => {
    const key = scope === 'number' ? `${ref.whatsappId}` : `${ref.whatsappId}/${ref.to.number}`
    const now = Date.now()
    const before = pauses.get(key)
    // Calls that were on their way together meet one pause, not each the double of the other's.
    const times = before ? before.times + (before.until > now ? 0 : 1) : 0
    const ms = askedMs ?? Math.min(t.longestBusyMs, t.busyMs * 2 ** times)
    pauses.set(key, { times, until: now + ms })
    return new ChannelBusy(scope, ms, why)
  }
  /** @throws ChannelBusy when another process may have the work: nothing is sent or written about it here. */
  const refuseWhenLost = (): void => {
    if (work.lost()) throw new ChannelBusy('conversation', t.unsureMs, 'another process may work')
  }
  const forgetPauses = (ref: MessageRef): void => {
    pauses.delete(`${ref.whatsappId}`)
    pauses.delete(`${ref.whatsappId}/${ref.to.number}`)
  }
  /** What an error of a call about a message means. */
  const errorOf = async (ref: MessageRef, error: GraphError): Promise<Error> => {
    const meaning = meaningOf(error.code, error.status)
    log.info('the Cloud API refused', { whatsappId: ref.whatsappId, reason: error.message.slice(0, 200) })
    if (meaning.kind === 'busy') return busy(ref, meaning.scope, error.retryAfterMs, String(error.code))
    if (meaning.kind === 'refused') return new ChannelError(meaning.code)
    await down(ref.whatsappId, meaning.reason)
    return new ChannelError('ERR_WAPP_ACCOUNT')
  }
  /** A call whose doing twice does no harm. @throws ChannelError, ChannelBusy */
  const idempotentCall = async (
    ref: MessageRef,
    call: Omit<GraphCall, 'token' | 'signal'>,
  ): Promise<unknown> => {
    const account = demand(ref.whatsappId)
    try {
      return await graph.call({
        ...call,
        token: account.accessToken,
        signal: within(t.callMs),
      })
    } catch (error) {
      if (error instanceof GraphError) throw await errorOf(ref, error)
      throw error
    }
  }
  const beyond = async (): Promise<never> => {
    throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  }
  /** WhatsApp's own name of a number is what its owner writes from: the contact has it from now on. */
  const believe = ({ whatsappId, to }: MessageRef, number: string | undefined): void => {
    if (number === undefined || number === to.number || to.isGroup) return
    run(() => sink.person({ whatsappId, number, formerly: to.number }))
  }
  const tell = (ref: MessageRef, said: { ack: number; failure: string | null }): Promise<void> =>
    sink.acks([
      {
        whatsappId: ref.whatsappId,
        messageId: ref.messageId,
        ack: said.ack,
        ...(said.failure ? { failure: said.failure } : {}),
      },
    ])

  return {
    kind: 'real',
    capabilitiesOf: () => CAPABILITIES,
    serve: http =>
      serveHook(http, {
        ...{ db, keys, log },
        async deliver(companyId, delivered) {
          await inbox.store(delivered)
          passOn?.(companyId)
        },
      }),
    wake: () => inbox.wake(),
    async start(mine) {
      await connections.start(mine)
      inbox.start()
    },
    connect: connections.connect,
    newQr: connections.connect,
    restart: connections.connect,
    disconnect: whatsappId => down(whatsappId, 'signedOut'),
    // What is written while it is away waits in the outbox.
    isConnected: id => connections.accountOf(id) !== undefined || connections.isAway(id),

    async send(message) {
      // It comes up again by itself, and says so: no pause grows by it.
      if (connections.isAway(message.whatsappId))
        throw new ChannelBusy('number', t.busyMs, 'the number is away')
      const account = demand(message.whatsappId)
      const { companyId, messageId, body, media } = message
      // A template has bounds of its own, which were looked at when it was filled in.
      if (!message.template && body.length > (media ? CAPTION_MAX_CHARS : TEXT_MAX))
        throw new ChannelError('ERR_MESSAGE_TOO_LONG')
      await pace(message.whatsappId)
      let asked = false
      try {
        const mediaId = media ? await uploadFile(graph, account, media, within(t.fileMs)) : null
        const quoted = message.quotedMsgId ? await wamidOf(db, companyId, message.quotedMsgId) : null
        refuseWhenLost()
        await noteAsked(db, message)
        // From here on whoever takes over knows that it may have left.
        refuseWhenLost()
        asked = true
        const answer = await graph.call({
          token: account.accessToken,
          method: 'POST',
          path: `${account.phoneNumberId}/messages`,
          body: bodyOf(message, mediaId, quoted),
          signal: within(t.callMs),
        })
        const parsed = sent.safeParse(answer)
        if (!parsed.success) throw new GraphNoAnswer('no id', true)
        const wamid = parsed.data.messages[0]?.id ?? ''
        const now = await noteAck(db.unordered, companyId, messageId, {
          wamid,
          ack: ACK.server,
          failure: null,
        })
        believe(message, parsed.data.contacts[0]?.wa_id)
        forgetPauses(message)
        await tell(message, now ?? { ack: ACK.server, failure: null })
      } catch (error) {
        if (error instanceof GraphNoAnswer && error.heard && asked) throw new ChannelUnsure(t.unsureMs)
        if (asked) await forgetAsked(db, companyId, messageId)
        if (error instanceof GraphError) throw await errorOf(message, error)
        if (error instanceof GraphNoAnswer) throw busy(message, 'number', null, error.message)
        throw error
      }
    },
    async askAbout({ companyId, messageId }) {
      const known = await askedOf(db, companyId, messageId)
      if (!known) return null
      if (known.wamid !== null)
        return {
          ack: Math.max(ACK.server, known.ack),
          ...(known.failure ? { failure: known.failure } : {}),
        }
      const since = Math.max(Date.parse(known.askedAt), startedAt)
      if (Date.now() - since < t.graceMs) throw new ChannelUnsure(t.unsureMs)
      // Nothing was heard of it: whether to send it again is a person's to say (docs/decisions.md).
      return { ack: 0, failure: 'ERR_WAPP_UNSURE' }
    },
    edit: beyond,
    revoke: beyond,
    async react(ref, type) {
      const wamid = await wamidOf(db, ref.companyId, ref.messageId)
      if (!wamid) throw new ChannelError('ERR_SENDING_WAPP_REACTION')
      const account = demand(ref.whatsappId)
      await idempotentCall(ref, {
        method: 'POST',
        path: `${account.phoneNumberId}/messages`,
        body: {
          messaging_product: 'whatsapp',
          ...addressOf(ref.to),
          type: 'reaction',
          reaction: { message_id: wamid, emoji: type },
        },
      }).catch(error => {
        throw error instanceof ChannelError ? error : new ChannelError('ERR_SENDING_WAPP_REACTION')
      })
    },
    async markRead({ companyId, whatsappId, from, messageIds }) {
      const account = connections.accountOf(whatsappId)
      // The last one reads those before it too.
      const last = messageIds.findLast(id => id.startsWith('wamid.'))
      if (!account || !last) return
      const body = { messaging_product: 'whatsapp', status: 'read', message_id: last }
      const ref = { companyId, whatsappId, messageId: last, to: from }
      run(async () => {
        await idempotentCall(ref, { method: 'POST', path: `${account.phoneNumberId}/messages`, body })
      })
    },
    async showTyping(ref) {
      const account = connections.accountOf(ref.whatsappId)
      if (!account || !ref.messageId.startsWith('wamid.')) return
      const body = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: ref.messageId,
        typing_indicator: { type: 'text' },
      }
      run(async () => {
        await idempotentCall(ref, { method: 'POST', path: `${account.phoneNumberId}/messages`, body })
      })
    },
    // There is nothing to ask: what can be nobody's number is said, and who is known is known by WhatsApp's own number.
    async checkNumber(whatsappId, number) {
      const { companyId } = demand(whatsappId)
      const known = await contactByPhone(db, companyId, number)
      return { exists: canRing(number), number: known?.number ?? number }
    },
    phoneContacts: beyond,
    async stop() {
      ending.abort()
      await inbox.stop()
      connections.stop()
      await Promise.all(running)
    },
  }
}
