/** What a Cloud API number sends: messages, reactions, read receipts and typing. */
import { ACK, addressesIn, addressIn, CAPTION_MAX_CHARS, UTILITY_TEXT, UTILITY_TEXT_CHARS } from '@contract'
import { z } from 'zod'
import { type Log, reasonOf } from '../../../log'
import type { Db } from '../../../platform/db/client'
import {
  type Channel,
  ChannelBusy,
  ChannelError,
  type ChannelSink,
  ChannelUnsure,
  type MessageRef,
} from '../channel'
import { createPace } from '../pace'
import { createVoiceNotes } from '../voice/apart'
import type { VoicePackages } from '../voice/packages'
import type { CloudAccount } from './account'
import { addressOf, bodyOf, TEXT_MAX } from './compose'
import type { Connections } from './connections'
import { createFailures } from './failures'
import { uploadFile } from './files'
import { type Graph, type GraphCall, GraphError, GraphNoAnswer } from './graph'
import { askedOf, forgetAsked, noteAck, noteAsked, wamidOf } from './ids'
import { callMessage, isMarketing } from './marketing'
import { metaId, optional, phoneNumber } from './people'
import type { CloudTuning } from './tuning'

/** Meta's error number for a parameter it does not accept. */
const BAD_PARAMETER = 100

const sent = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
  /** WhatsApp's id of the recipient. */
  contacts: z.array(z.object({ wa_id: optional(phoneNumber), user_id: optional(metaId) })).catch([]),
})

export interface OutgoingDeps {
  db: Db
  sink: ChannelSink
  log: Log
  graph: Graph
  connections: Connections
  /** @throws ChannelError when the number is not up. */
  demand(whatsappId: number): CloudAccount
  tuning: CloudTuning
  /** Where the voice note packages are; null when not installed: recordings go as sound files. */
  findVoice(): Promise<VoicePackages | null>
  /** Milliseconds since the epoch: an earlier process may have received the answers of earlier requests. */
  startedAt: number
  /** Runs work in the background. */
  run(task: () => Promise<void>): void
  /** Gives work a signal that aborts after a time limit, or with the channel. */
  within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Whether another process may have the work. */
  isLost(): boolean
}

export function createOutgoing({
  db,
  sink,
  log,
  graph,
  connections,
  demand,
  tuning: t,
  findVoice,
  startedAt,
  run,
  within,
  isLost,
}: OutgoingDeps): Pick<
  Channel,
  | 'send'
  | 'askAbout'
  | 'edit'
  | 'revoke'
  | 'controlThread'
  | 'react'
  | 'markRead'
  | 'showTyping'
  | 'phoneContacts'
> {
  const pace = createPace(t.perSecond)
  const voiceNoteOf = createVoiceNotes(findVoice)
  const { busy, endPauses, errorOf } = createFailures({ db, sink, log, connections, tuning: t })

  /** @throws ChannelBusy when another process may have the work: nothing is sent or written about it here. */
  const refuseWhenLost = (): void => {
    if (isLost()) throw new ChannelBusy('conversation', t.unsureMs, 'another process may work')
  }
  /** A call that may be repeated. @throws ChannelError, ChannelBusy */
  const idempotentCall = async (
    ref: MessageRef,
    call: Omit<GraphCall, 'token' | 'signal'>,
  ): Promise<unknown> => {
    const account = demand(ref.whatsappId)
    try {
      return await within(t.callMs, signal => graph.call({ ...call, token: account.accessToken, signal }))
    } catch (error) {
      if (error instanceof GraphError) throw await errorOf(ref, error)
      throw error
    }
  }
  const beyond = async (): Promise<never> => {
    throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  }
  /** Reports the number and ids WhatsApp knows the recipient by: their answers come from those. */
  const reportPerson = (
    { whatsappId, to }: MessageRef,
    known: { wa_id?: string | undefined; user_id?: string | undefined },
  ): void => {
    if (to.isGroup) return
    const number = known.wa_id ?? to.number
    const addresses = addressesIn([to.number, known.user_id])
    const moved = number !== to.number && addressIn(to.number) === null
    if (moved || addresses.length > 0)
      run(() => sink.person({ whatsappId, number, addresses, ...(moved ? { formerly: to.number } : {}) }))
  }
  const reportAck = (ref: MessageRef, state: { ack: number; failure: string | null }): Promise<void> =>
    sink.acks([
      {
        whatsappId: ref.whatsappId,
        companyId: ref.companyId,
        messageId: ref.messageId,
        ack: state.ack,
        ...(state.failure ? { failure: state.failure } : {}),
      },
    ])

  return {
    async send(message) {
      // It comes up and reports it by itself: no growing pause.
      if (connections.isAway(message.whatsappId))
        throw new ChannelBusy('number', t.busyMs, 'the number is away')
      const account = demand(message.whatsappId)
      const { companyId, messageId, media, template } = message
      const words = message.menu?.opening ?? message.body
      const utility = message.mediaType === UTILITY_TEXT
      const most = media ? CAPTION_MAX_CHARS : utility ? UTILITY_TEXT_CHARS : TEXT_MAX
      // A template has its own limits, which were checked when it was filled in.
      if (!template && words.length > most) throw new ChannelError('ERR_MESSAGE_TOO_LONG')
      await pace(message.whatsappId)
      let asked = false
      try {
        const note = media && !template && words === '' ? await voiceNoteOf(media) : null
        const mediaId = media
          ? await within(t.fileMs, signal => uploadFile(graph, account, media, note, signal))
          : null
        const quoted = message.quotedMsgId ? await wamidOf(db, companyId, message.quotedMsgId) : null
        const marketing = await isMarketing(db, message)
        refuseWhenLost()
        await noteAsked(db, message)
        // From here on another process knows that it may have left.
        refuseWhenLost()
        asked = true
        const body = bodyOf(message, mediaId, quoted, note !== null)
        const answer = await within(t.callMs, signal =>
          callMessage(graph, account.phoneNumberId, { token: account.accessToken, signal, body }, marketing),
        )
        const parsed = sent.safeParse(answer)
        if (!parsed.success) throw new GraphNoAnswer('no id', true)
        const wamid = parsed.data.messages[0]?.id ?? ''
        const now = await noteAck(db.unordered, companyId, messageId, {
          wamid,
          ack: ACK.server,
          failure: null,
        })
        reportPerson(message, parsed.data.contacts[0] ?? {})
        endPauses(message)
        await reportAck(message, now ?? { ack: ACK.server, failure: null })
      } catch (error) {
        if (error instanceof GraphNoAnswer && error.mayBeDone && asked) throw new ChannelUnsure(t.unsureMs)
        if (asked) await forgetAsked(db, companyId, messageId)
        // The number of any wrong parameter; for these messages only the category can be wrong.
        if (error instanceof GraphError && error.code === BAD_PARAMETER && utility)
          throw new ChannelError('ERR_WAPP_NO_DIRECT_SEND')
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
      // A clock that was set back is not waited for.
      if (Math.abs(Date.now() - since) < t.graceMs) throw new ChannelUnsure(t.unsureMs)
      // No ack came: resending is a person's decision (docs/decisions.md).
      return { ack: 0, failure: 'ERR_WAPP_UNSURE' }
    },
    edit: beyond,
    revoke: beyond,
    async controlThread({ companyId, whatsappId, to }, act) {
      const account = demand(whatsappId)
      const { recipient_type: _type, ...customer } = addressOf(to)
      await idempotentCall(
        { companyId, whatsappId, messageId: '', to },
        {
          method: 'POST',
          path: `${account.phoneNumberId}/thread_control`,
          body: { messaging_product: 'whatsapp', ...customer, action: act },
        },
      ).catch((error: unknown) => {
        log.info('the Cloud API did not hand a conversation over', { whatsappId, reason: reasonOf(error) })
        throw new ChannelError('ERR_WAPP_HANDOVER')
      })
    },
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
      // Marking the last one read includes earlier ones.
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
    phoneContacts: beyond,
  }
}
