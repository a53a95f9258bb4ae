/** One event of a number, taken into the workspace. */
import { ACK } from '@contract'
import type { Db } from '../../db/client'
import { type Log, reasonOf } from '../../log'
import { uploadLimitBytes } from '../../media/folder'
import { ChannelBusy, ChannelError, type ChannelSink, type IncomingMessage } from '../channel'
import { refusalOf } from './actions'
import { knownOf, noteAck } from './ids'
import type { InboxRow, Outcome } from './inbox'
import { isAnonymous } from './jids'
import { keepPeople } from './known-people'
import type { WebDown, WebEvent } from './wire'

type Of<K extends WebEvent['kind']> = Extract<WebEvent, { kind: K }>

/** Tries for what is about a message that has not come yet. */
const MOST_EARLY = 8
const EARLY_MS = 2_000
/** How often it is looked whether a number is up again whose file is to be fetched, in milliseconds. */
const AWAY_MS = 5_000

export interface TakeDeps {
  db: Db
  sink: ChannelSink
  log: Log
  /** The session of a number; null while it is not up. */
  session(whatsappId: number): Pick<WebDown, 'file'> | null
  /** Pauses between tries for a file, in milliseconds; after them its message comes without it. */
  fileRetriesMs: readonly number[]
  /** A person wrote: perhaps the picture is to be asked for. */
  met(row: InboxRow, number: string, jid: string): void
  /** The time on the company's clock, HH:MM. */
  clockOf(companyId: number, at: string): Promise<string>
}

const fileLost = (name: string, why: string): string => `_Arquivo não recebido: ${name} (${why})._`

const nameIn = ({ name, number }: { name: string; number: string }): string => name || number

/** @returns runs so many at the same time at most, in their order. */
function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Files fetched at the same time, of all numbers: each is in memory as a whole. */
const FILES_AT_ONCE = 4

/** Makes the function the inbox calls. */
export function createTaker({ db, sink, log, session, fileRetriesMs, met, clockOf }: TakeDeps) {
  const fetching = atMost(FILES_AT_ONCE)
  const early = (row: InboxRow): Outcome => (row.attempts < MOST_EARLY ? { againMs: EARLY_MS } : 'done')

  const incomingOf = (row: InboxRow, event: Of<'message'>): IncomingMessage => {
    const { chat, author } = event
    return {
      whatsappId: row.whatsappId,
      id: event.id,
      from: { number: chat.number, name: nameIn(chat), isGroup: chat.isGroup },
      ...(author ? { participant: { number: author.number, name: nameIn(author) } } : {}),
      body: event.body,
      mediaType: event.mediaType,
      quotedMsgId: event.quoted,
      isForwarded: event.isForwarded,
      at: event.at,
    }
  }

  /** The message with its file; a number of milliseconds when the file is to be tried again. */
  const whole = async (row: InboxRow, event: Of<'message'>): Promise<IncomingMessage | number> => {
    const message = incomingOf(row, event)
    const { file } = event
    if (!file) return message
    const without = (why: string): IncomingMessage => {
      const body = [event.body, fileLost(file.name, why)].filter(Boolean).join('\n')
      return { ...message, body, mediaType: 'conversation' }
    }
    const most = await uploadLimitBytes(db)
    if (file.size > most)
      return { ...message, mediaType: 'conversation', tooLarge: { name: file.name, bytes: file.size } }
    const open = session(row.whatsappId)
    if (!open) return AWAY_MS
    const key = {
      id: event.id,
      chat: event.chat.jid,
      fromMe: event.fromMe,
      participant: event.author?.jid ?? null,
    }
    try {
      const bytes = await fetching(() => open.file(event.content, key, most))
      const { mime, name, seconds, width, height } = file
      return {
        ...message,
        media: {
          bytes,
          mime,
          name,
          ...(seconds ? { duration: seconds } : {}),
          ...(width && height ? { width, height } : {}),
        },
      }
    } catch (error) {
      if (error instanceof ChannelBusy) return AWAY_MS
      log.info('a file was not fetched', { reason: reasonOf(error), attempts: row.attempts })
      if (error instanceof ChannelError) return without('não foi possível baixar')
      return fileRetriesMs[row.attempts] ?? without('não foi possível baixar')
    }
  }

  const message = async (row: InboxRow, event: Of<'message'>): Promise<Outcome> => {
    const { companyId, whatsappId } = row
    const known = await knownOf(db, companyId, event.id)
    if (event.fromMe && known?.askedAt) {
      // It left from here: that it comes back shows that WhatsApp has it.
      const now = await noteAck(db, companyId, event.id, { ack: ACK.server, failure: null })
      if (now) await sink.acks([{ whatsappId, messageId: event.id, ack: now.ack }])
      return 'done'
    }
    const made = await whole(row, event)
    if (typeof made === 'number') return { againMs: made }
    // Where the address does not follow from the number, it has to be kept.
    const hidden = [event.chat, ...(event.author ? [event.author] : [])].filter(({ jid }) => isAnonymous(jid))
    await keepPeople(
      db,
      { companyId, whatsappId },
      hidden.map(({ number, jid }) => ({ number, jid, name: '' })),
    )
    if (event.fromMe) await sink.echoed([made])
    else await sink.incoming([made])
    if (!event.fromMe) met(row, event.chat.number, event.chat.jid)
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

  /** The message an event is about, if it may be: only its author changes it, in its own chat. */
  const target = async (row: InboxRow, about: Of<'edit'> | Of<'revoke'>) => {
    const known = await knownOf(db, row.companyId, about.id)
    if (!known) return 'unknown'
    const same =
      known.chat === about.chat && known.fromMe === about.fromMe && known.participant === about.author
    return same || (about.fromMe && known.fromMe && known.chat === about.chat) ? known : 'foreign'
  }

  const change = async (row: InboxRow, event: Of<'edit'> | Of<'revoke'>): Promise<Outcome> => {
    const known = await target(row, event)
    if (known === 'unknown') return early(row)
    if (known === 'foreign') return 'done'
    const ref = { whatsappId: row.whatsappId, messageId: event.id, fromMe: event.fromMe }
    if (event.kind === 'edit') await sink.edited({ ...ref, body: event.body })
    else await sink.revoked(ref)
    return 'done'
  }

  const reaction = async (row: InboxRow, event: Of<'reaction'>): Promise<Outcome> => {
    const known = await knownOf(db, row.companyId, event.id)
    if (!known) return early(row)
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
    const kind = video ? 'vídeo' : 'voz'
    const word = event.refused ? 'recusada' : 'recebida'
    await sink.incoming([
      {
        whatsappId: row.whatsappId,
        id: event.id,
        from: { number: chat.number, name: nameIn(chat), isGroup: false },
        body: `Chamada de ${kind} ${word} às ${await clockOf(row.companyId, at)}`,
        mediaType: 'call_log',
        at,
      },
    ])
    return 'done'
  }

  return (row: InboxRow, event: WebEvent): Promise<Outcome> => {
    if (event.kind === 'message') return message(row, event)
    if (event.kind === 'ack') return ack(row, event)
    if (event.kind === 'failed') return failed(row, event)
    if (event.kind === 'reaction') return reaction(row, event)
    if (event.kind === 'call') return call(row, event)
    return change(row, event)
  }
}
