/**
 * What this computer adds to what a server without a copilot says: words heard or read in files, translations, and which
 * conversations are translated. Kept in console.db with the account, and held in memory, so that answers and events pass without
 * waiting for the disk.
 */
import { z } from 'zod'
import { type Message, message as messageSchema, messageWords, type Transcript } from '../../../src/contract'
import { printOf } from '../../copilot/summary'
import type { LocalDb } from '../local-db/local-db'
import type { Log } from '../log/log'

/** Messages whose words are kept; the longest unchanged go first. */
const MOST = 20_000
/** Larger answers are exports, not screens. */
const MOST_BYTES = 4 * 1024 * 1024

const added = z.object({
  transcript: messageSchema.shape.transcript.default(null),
  /** By language; `of` tells whether the message still says what was translated. */
  translations: z.record(z.string(), z.object({ of: z.string(), text: z.string() })).default({}),
})
type Added = z.output<typeof added> & { ticketId: number }
type Json = Record<string, unknown>

/** Messages as far as their words go. */
type Worded = Pick<Message, 'id' | 'ticketId' | 'body' | 'mediaType' | 'mediaName' | 'mediaUrl'>

export interface Words {
  /** Makes them this account's. */
  open(scope: number): Promise<void>
  close(): void
  /** An answer, with what is added to its messages and tickets. */
  answer(answer: Response): Promise<Response>
  /** The payload of an event, likewise. */
  event(payload: unknown): unknown
  message<M extends Json | Message>(message: M): M
  transcript(messageId: string): Transcript | null
  /** Messages whose words are asked for and have not come, by their tickets. */
  queued(): { id: string; ticketId: number }[]
  /** Keeps how far the words of a message are. @param isNew else nothing is kept of a message that is gone. */
  keepTranscript(message: Worded, transcript: Transcript, isNew?: boolean): Promise<void>
  keepTranslation(message: Worded, language: string, text: string): Promise<void>
  /** The customer's language while a conversation is translated; null while it is not. */
  translatedFrom(ticketId: number): string | null
  translate(ticketId: number, language: string | null): Promise<void>
  /** Nothing is left of these conversations. */
  forget(ticketIds: readonly number[]): Promise<void>
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function createWords({ db, log }: { db: Pick<LocalDb, 'all' | 'write'>; log: Log }): Words {
  const known = new Map<string, Added>()
  const languages = new Map<number, string>()
  let scope: number | null = null

  const textOf = (message: Worded, transcript: Transcript | null): string =>
    messageWords({ ...message, transcript })

  function withWords<M extends Json | Message>(record: M): M {
    const own = known.get(String(record.id))
    if (!own || record.isDeleted === true) return record
    const fields = { mediaType: null, mediaName: null, mediaUrl: null, ...record }
    const transcript = (record.transcript as Transcript | null | undefined) ?? own.transcript
    const print = printOf(textOf(fields as unknown as Worded, transcript))
    const fitting = Object.entries(own.translations).flatMap(([language, { of, text }]) =>
      of === print ? [[language, text]] : [],
    )
    const translations = record.translations ?? (fitting.length > 0 ? Object.fromEntries(fitting) : null)
    return { ...record, transcript, translations }
  }

  const withLanguage = (ticket: Json): Json => {
    const language = languages.get(Number(ticket.id))
    return language === undefined ? ticket : { ...ticket, translatedFrom: ticket.translatedFrom ?? language }
  }

  /** @param value an answer or the payload of an event: a ticket, or what holds tickets and messages. */
  function completed(value: unknown): unknown {
    if (!isRecord(value) || (known.size === 0 && languages.size === 0)) return value
    const next = typeof value.uuid === 'string' && 'contactId' in value ? withLanguage(value) : { ...value }
    for (const [name, complete] of [
      ['message', withWords],
      ['ticket', withLanguage],
    ] as const) {
      const [one, many] = [next[name], next[`${name}s`]]
      if (isRecord(one)) next[name] = complete(one)
      if (Array.isArray(many))
        next[`${name}s`] = many.map((row: unknown) => (isRecord(row) ? complete(row) : row))
    }
    return next
  }

  async function write(id: string, own: Added): Promise<void> {
    if (scope === null) return
    known.set(id, own)
    const { ticketId, ...words } = own
    await db.write([
      {
        sql: 'INSERT OR REPLACE INTO added_words (scope, message_id, ticket_id, words, changed_at) VALUES (?, ?, ?, ?, ?)',
        args: [scope, id, ticketId, JSON.stringify(words), Date.now()],
      },
    ])
  }
  const ownOf = ({ id, ticketId }: Worded): Added =>
    known.get(id) ?? { ticketId, transcript: null, translations: {} }

  return {
    async open(account) {
      known.clear()
      languages.clear()
      await db.write([
        {
          sql: `DELETE FROM added_words WHERE scope = ?1 AND message_id IN
            (SELECT message_id FROM added_words WHERE scope = ?1 ORDER BY changed_at DESC LIMIT -1 OFFSET ${MOST})`,
          args: [account],
        },
      ])
      const rows = await db.all('SELECT message_id, ticket_id, words FROM added_words WHERE scope = ?', [
        account,
      ])
      for (const row of rows) {
        const parsed = added.safeParse(JSON.parse(String(row.words)))
        if (parsed.success)
          known.set(String(row.message_id), { ...parsed.data, ticketId: Number(row.ticket_id) })
        else log.warn('words of a message cannot be read', { issues: parsed.error.issues.length })
      }
      const tickets = await db.all('SELECT ticket_id, language FROM translated_tickets WHERE scope = ?', [
        account,
      ])
      for (const row of tickets) languages.set(Number(row.ticket_id), String(row.language))
      scope = account
    },
    close() {
      scope = null
      known.clear()
      languages.clear()
    },
    async answer(answer) {
      const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '')
      const isLong = Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES
      const isEmpty = known.size === 0 && languages.size === 0
      if (!answer.ok || answer.status === 204 || !isJson || isLong || isEmpty) return answer
      const { status, headers } = answer
      const text = await answer.text()
      headers.delete('content-length')
      try {
        return new Response(JSON.stringify(completed(JSON.parse(text))), { status, headers })
      } catch {
        return new Response(text, { status, headers })
      }
    },
    event: completed,
    message: withWords,
    transcript: id => known.get(id)?.transcript ?? null,
    queued: () =>
      [...known].flatMap(([id, { ticketId, transcript }]) =>
        transcript?.state === 'queued' ? [{ id, ticketId }] : [],
      ),
    async keepTranscript(message, transcript, isNew = false) {
      if (isNew || known.has(message.id)) await write(message.id, { ...ownOf(message), transcript })
    },
    async keepTranslation(message, language, text) {
      const own = ownOf(message)
      const of = printOf(textOf(message, own.transcript))
      await write(message.id, { ...own, translations: { ...own.translations, [language]: { of, text } } })
    },
    translatedFrom: ticketId => languages.get(ticketId) ?? null,
    async translate(ticketId, language) {
      if (scope === null) return
      if (language === null) languages.delete(ticketId)
      else languages.set(ticketId, language)
      await db.write([
        { sql: 'DELETE FROM translated_tickets WHERE scope = ? AND ticket_id = ?', args: [scope, ticketId] },
        ...(language === null
          ? []
          : [
              {
                sql: 'INSERT INTO translated_tickets (scope, ticket_id, language) VALUES (?, ?, ?)',
                args: [scope, ticketId, language],
              },
            ]),
      ])
    },
    async forget(ticketIds) {
      const gone = new Set(ticketIds)
      for (const [id, { ticketId }] of known) if (gone.has(ticketId)) known.delete(id)
      for (const id of gone) languages.delete(id)
      const args = [JSON.stringify([...gone])]
      const those = 'ticket_id IN (SELECT value FROM json_each(?1))'
      await db.write([
        { sql: `DELETE FROM added_words WHERE ${those}`, args },
        { sql: `DELETE FROM translated_tickets WHERE ${those}`, args },
      ])
    },
  }
}
