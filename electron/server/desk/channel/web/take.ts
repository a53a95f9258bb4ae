/** Takes one event of a number into the workspace (../inbox). */
import { ACK, callWords } from '@contract'
import type { Db } from '../../../platform/db/client'
import { ChannelBusy, ChannelError, type ChannelSink, type IncomingMessage } from '../channel'
import type { ChannelIdentity } from '../identity'
import { early, type Outcome, type Taken, type Taker } from '../inbox'
import type { InboxRow } from '../inbox-rows'
import type { FileAnswer } from '../incoming-files'
import { refusalOf } from './actions'
import { knownOf, noteAck, pruneContents } from './ids'
import { isAnonymous } from './jids'
import { keepPeople } from './known-people'
import { type WebDown, type WebEvent, webEvent } from './wire'

type Of<K extends WebEvent['kind']> = Extract<WebEvent, { kind: K }>
type TakenMessage = Taken<Of<'message'>>

/** How often to check whether the number of a waiting file is up again, milliseconds. */
const AWAY_MS = 5_000

export interface TakeDeps {
  /** Value of `provider` of its rows. */
  provider: string
  db: Db
  sink: ChannelSink
  /** The session of a number; null while it is not up. */
  session(whatsappId: number): Pick<WebDown, 'file'> | null
  /** A person wrote: their picture may be due. */
  met(row: InboxRow, number: string, jid: string): void
}

type Who = Of<'call'>['chat']

const identityOf = ({ number, lid, username }: Who): ChannelIdentity => ({
  number,
  ...(lid ? { addresses: [{ kind: 'lid', value: lid }] } : {}),
  username,
})

/** Makes the functions the inbox calls. */
export function createTaker({ provider, db, sink, session, met }: TakeDeps): Taker<WebEvent, Of<'message'>> {
  const incomingOf = (row: InboxRow, event: Of<'message'>): IncomingMessage => {
    const { chat, author } = event
    return {
      whatsappId: row.whatsappId,
      id: event.id,
      from: { ...identityOf(chat), name: chat.name, isGroup: chat.isGroup },
      ...(author ? { participant: { ...identityOf(author), name: author.name } } : {}),
      body: event.body,
      mediaType: event.mediaType,
      quotedMsgId: event.quoted,
      isForwarded: event.isForwarded,
      at: event.at,
    }
  }

  const messageOf = async ({ row, event }: TakenMessage): Promise<IncomingMessage | null> => {
    const { companyId, whatsappId } = row
    const known = await knownOf(db, companyId, event.id)
    if (!event.fromMe || !known?.askedAt) return incomingOf(row, event)
    // It left from here: its return shows that WhatsApp has it.
    const now = await noteAck(db, companyId, event.id, { ack: ACK.server, failure: null })
    if (now) await sink.acks([{ whatsappId, messageId: event.id, ack: now.ack }])
    return null
  }

  const report = async ({ row, event }: TakenMessage, message: IncomingMessage): Promise<void> => {
    const { companyId, whatsappId } = row
    // An address that does not follow from the number has to be stored.
    const hidden = [event.chat, ...(event.author ? [event.author] : [])].filter(({ jid }) => isAnonymous(jid))
    await keepPeople(
      db,
      { companyId, whatsappId },
      hidden.map(({ number, jid }) => ({ number, jid, name: '' })),
    )
    if (event.fromMe) await sink.echoed([message])
    else await sink.incoming([message])
    if (!event.fromMe) met(row, event.chat.number, event.chat.jid)
  }

  const fileOf = async ({ row, event }: TakenMessage, most: number): Promise<FileAnswer> => {
    const { file } = event
    if (!file) return { lost: 'notFetched' }
    if (file.size > most) return { tooLarge: file.size }
    const open = session(row.whatsappId)
    if (!open) return { awayMs: AWAY_MS }
    const key = {
      id: event.id,
      chat: event.chat.jid,
      fromMe: event.fromMe,
      participant: event.author?.jid ?? null,
    }
    try {
      const bytes = await open.file(event.content, key, most)
      const { mime, name, seconds, width, height } = file
      const shape = {
        ...(seconds ? { duration: seconds } : {}),
        ...(width && height ? { width, height } : {}),
      }
      return { media: { bytes, mime, name, ...shape } }
    } catch (error) {
      if (error instanceof ChannelBusy) return { awayMs: AWAY_MS }
      if (error instanceof ChannelError) return { lost: 'notFetched' }
      throw error
    }
  }

  const message = async (taken: TakenMessage): Promise<Outcome> => {
    const made = await messageOf(taken)
    if (made) await report(taken, made)
    return 'done'
  }

  const ack = async (row: InboxRow, { id, ack: step }: Of<'ack'>): Promise<Outcome> => {
    const now = await noteAck(db, row.companyId, id, { ack: step, failure: null })
    if (!now) return 'done'
    const failure = now.failure === null ? {} : { failure: now.failure }
    await sink.acks([{ whatsappId: row.whatsappId, messageId: id, ack: now.ack, ...failure }])
    return 'done'
  }

  const failed = async (row: InboxRow, { id, code }: Of<'failed'>): Promise<Outcome> => {
    const now = await noteAck(db, row.companyId, id, { ack: 0, failure: refusalOf(code) })
    if (now?.failure)
      await sink.acks([{ whatsappId: row.whatsappId, messageId: id, ack: now.ack, failure: now.failure }])
    return 'done'
  }

  /** The message an event may change: only its author may, in its own chat. */
  const target = async (row: InboxRow, about: Of<'edit'> | Of<'revoke'>) => {
    const known = await knownOf(db, row.companyId, about.id)
    if (!known) return 'unknown'
    const same =
      known.chat === about.chat && known.fromMe === about.fromMe && known.participant === about.author
    return same || (about.fromMe && known.fromMe && known.chat === about.chat) ? known : 'foreign'
  }

  const change = async (row: InboxRow, event: Of<'edit'> | Of<'revoke'>): Promise<Outcome> => {
    const known = await target(row, event)
    if (known === 'unknown') return early(row) ?? 'done'
    if (known === 'foreign') return 'done'
    const ref = { whatsappId: row.whatsappId, messageId: event.id, fromMe: event.fromMe }
    if (event.kind === 'edit') await sink.edited({ ...ref, body: event.body })
    else await sink.revoked(ref)
    return 'done'
  }

  const reaction = async (row: InboxRow, event: Of<'reaction'>): Promise<Outcome> => {
    const known = await knownOf(db, row.companyId, event.id)
    if (!known) return early(row) ?? 'done'
    if (known.chat !== event.chat) return 'done'
    await sink.reaction({
      whatsappId: row.whatsappId,
      messageId: event.id,
      from: { number: event.from.number, isGroup: false },
      type: event.emoji,
      fromMe: event.fromMe,
    })
    return 'done'
  }

  const call = async (row: InboxRow, event: Of<'call'>): Promise<Outcome> => {
    const { chat, video, at } = event
    await sink.incoming([
      {
        whatsappId: row.whatsappId,
        id: event.id,
        from: { ...identityOf(chat), name: chat.name, isGroup: false },
        body: callWords({ what: event.refused ? 'refused' : 'rang', video }),
        mediaType: 'call_log',
        at,
      },
    ])
    return 'done'
  }

  const take = (row: InboxRow, event: WebEvent): Promise<Outcome> => {
    if (event.kind === 'message') return message({ row, event })
    if (event.kind === 'ack') return ack(row, event)
    if (event.kind === 'failed') return failed(row, event)
    if (event.kind === 'reaction') return reaction(row, event)
    if (event.kind === 'call') return call(row, event)
    return change(row, event)
  }
  return {
    ...{ provider, take, messageOf, report, fileOf },
    eventOf: payload => webEvent.parse(payload),
    prune: () => pruneContents(db),
  }
}
