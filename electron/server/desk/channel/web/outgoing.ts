/** What a paired number sends: noted before it leaves, and recognised after a kill. */
import { ACK } from '@contract'
import type { Db } from '../../../platform/db/client'
import {
  type Channel,
  ChannelBusy,
  ChannelError,
  type ChannelSink,
  ChannelUnsure,
  type MessageRef,
  type OutgoingMessage,
} from '../channel'
import { brokenOff } from './host'
import { forgetAsked, keepContent, keyOfKnown, knownOf, noteAck, noteAsked } from './ids'
import { addressOf } from './known-people'
import type { WebDown, WebKey, WebParcel } from './wire'

/** Longest text WhatsApp takes, in characters. */
const TEXT_MAX = 65_536

export interface OutgoingDeps {
  db: Db
  sink: ChannelSink
  /** The session of a number that is up. @throws ChannelError ERR_WAPP_NOT_INITIALIZED */
  demand(whatsappId: number): WebDown
  /** Whether the number exists and is not up yet, or not up again. */
  isComing(whatsappId: number): boolean
  /** Resolves when the number may send its next message. */
  pace(whatsappId: number): Promise<void>
  /** In milliseconds: ./index.ts. */
  tuning: { unsureMs: number; graceMs: number; busyMs: number }
}

type Outgoing = Pick<Channel, 'send' | 'askAbout' | 'edit' | 'revoke' | 'react'>

/** Makes the calls that change something. */
export function createOutgoing({ db, sink, demand, isComing, pace, tuning: t }: OutgoingDeps): Outgoing {
  const startedAt = Date.now()
  /** The error of a failed call. */
  const lost = (error: unknown): Error => {
    const kind = brokenOff(error)
    if (kind === 'perhaps') return new ChannelUnsure(t.unsureMs)
    if (kind === 'before') return new ChannelBusy('number', t.busyMs, 'the session broke off')
    return error instanceof Error ? error : new Error(String(error))
  }
  const keyOf = async (ref: MessageRef): Promise<WebKey> => {
    const known = await knownOf(db, ref.companyId, ref.messageId)
    return keyOfKnown(known, ref.messageId, await addressOf(db, ref.whatsappId, ref.to))
  }
  const parcelOf = async (message: OutgoingMessage, jid: string): Promise<WebParcel> => {
    const { messageId, body, mediaType, media, isForwarded, quotedMsgId, companyId } = message
    const known = quotedMsgId ? await knownOf(db, companyId, quotedMsgId) : null
    const quoted = known?.content
      ? { ...keyOfKnown(known, known.messageId, jid), content: known.content }
      : null
    return { messageId, jid, body, mediaType, media, isForwarded, quoted }
  }
  /** A change of a message: an interruption is an error for the caller. */
  const change = async (
    ref: MessageRef,
    code: 'ERR_FETCH_WAPP_MSG' | 'ERR_DELETE_WAPP_MSG' | 'ERR_SENDING_WAPP_REACTION',
    work: (session: WebDown, key: WebKey) => Promise<void>,
  ): Promise<void> => {
    const session = demand(ref.whatsappId)
    const key = await keyOf(ref)
    await work(session, key).catch((error: unknown) => {
      throw error instanceof ChannelError ? error : new ChannelError(code)
    })
  }

  return {
    async send(message) {
      // It went down meanwhile: the message leaves when it is up again.
      if (isComing(message.whatsappId)) throw new ChannelBusy('number', t.busyMs, 'the number is not up')
      const session = demand(message.whatsappId)
      const { companyId, whatsappId, messageId } = message
      if (message.body.length > TEXT_MAX) throw new ChannelError('ERR_MESSAGE_TOO_LONG')
      await pace(whatsappId)
      const jid = await addressOf(db, whatsappId, message.to)
      const parcel = await parcelOf(message, jid)
      await noteAsked(db, message, jid)
      try {
        const content = await session.send(parcel)
        const now = await noteAck(db, companyId, messageId, { ack: ACK.server, failure: null })
        await keepContent(db, companyId, messageId, content)
        await sink.acks([{ whatsappId, companyId, messageId, ack: now?.ack ?? ACK.server }])
      } catch (thrown) {
        const error = lost(thrown)
        if (!(error instanceof ChannelUnsure)) await forgetAsked(db, companyId, messageId)
        throw error
      }
    },
    async askAbout({ companyId, messageId }) {
      const known = await knownOf(db, companyId, messageId)
      if (!known?.askedAt) return null
      const failure = known.failure ? { failure: known.failure } : {}
      if (known.ack > 0 || known.failure) return { ack: known.ack, ...failure }
      const since = Math.max(Date.parse(known.askedAt), startedAt)
      // A clock that was set back is not waited for.
      if (Math.abs(Date.now() - since) < t.graceMs) throw new ChannelUnsure(t.unsureMs)
      // No ack came: resending is a person's decision.
      return { ack: 0, failure: 'ERR_WAPP_UNSURE' }
    },
    edit: (ref, body) => change(ref, 'ERR_FETCH_WAPP_MSG', (session, key) => session.edit(key, body)),
    revoke: ref => change(ref, 'ERR_DELETE_WAPP_MSG', (session, key) => session.revoke(key)),
    react: (ref, type) =>
      change(ref, 'ERR_SENDING_WAPP_REACTION', (session, key) => session.react(key, type)),
  }
}
