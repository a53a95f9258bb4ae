/** Summaries made on this computer: kept with the account, and true to the messages that were seen here. */
import { z } from 'zod'
import { type Message, SIMULATED_MODEL, SUMMARY_KINDS, type TicketSummary } from '../../../src/contract'
import type { Turn } from '../../copilot/questions'
import {
  type AskedAbout,
  askedAbout,
  hasMessages,
  printOf,
  type StoredLine,
  SUMMARY_MESSAGES,
  supportedLines,
} from '../../copilot/summary'
import type { Cache } from '../cache/cache'
import type { LocalDb, Statement } from '../local-db/local-db'
import { turnsIn } from './grounding'

const kept = z.object({
  lines: z.array(
    z.object({
      kind: z.enum(SUMMARY_KINDS),
      text: z.string(),
      messages: z.array(z.object({ id: z.string(), print: z.string() })),
    }),
  ),
  /** The last message it tells of. */
  upToId: z.string(),
  upTo: z.string(),
  model: z.string(),
  partial: z.boolean(),
})
type Kept = z.output<typeof kept>

interface SeenMessage extends Turn {
  id: string
  createdAt: string
}

export interface LocalSummaries {
  /** Those that are kept of some tickets; lines whose messages were deleted or changed are left out. */
  of(ticketIds: readonly number[]): Promise<TicketSummary[]>
  /** What of a conversation is asked about, of the messages that were seen here. */
  about(ticketId: number): Promise<AskedAbout<SeenMessage>>
  keep(
    ticketId: number,
    about: AskedAbout<SeenMessage>,
    made: { lines: StoredLine[]; model: string },
  ): Promise<TicketSummary | null>
}

const seenIn = (messages: readonly Message[]): SeenMessage[] =>
  messages.flatMap(message =>
    turnsIn([message]).map(turn => ({ id: message.id, createdAt: message.createdAt, ...turn })),
  )

/** What a message says by now: lines of summaries that stood on what it said before keep nothing of that. */
export function droppingLines(message: Message): Statement[] {
  if (!message.isDeleted && !message.isEdited) return []
  const print = seenIn([message]).map(({ text }) => printOf(text))[0] ?? ''
  return [
    {
      sql: `UPDATE summaries SET summary = json_set(summary, '$.lines', (
              SELECT json_group_array(json(CASE WHEN EXISTS (
                  SELECT 1 FROM json_each(line.value, '$.messages') AS mark
                  WHERE mark.value ->> 'id' = ?2 AND mark.value ->> 'print' <> ?3)
                THEN json_object('kind', line.value ->> 'kind', 'text', '', 'messages', json('[]'))
                ELSE line.value END))
              FROM json_each(summary, '$.lines') AS line))
            WHERE ticket_id = ?1`,
      args: [message.ticketId, message.id, print],
    },
  ]
}

/** @param scope the account's number in the file; null for nobody. */
export function createSummaries(deps: {
  db: Pick<LocalDb, 'all' | 'write'>
  cache: Pick<Cache, 'thread'>
  scope: () => number | null
}): LocalSummaries {
  const { db, cache } = deps

  const seen = async (ticketId: number): Promise<SeenMessage[]> =>
    seenIn((await cache.thread(ticketId, { before: null, limit: SUMMARY_MESSAGES + 1 })).messages)

  async function read(ticketId: number): Promise<Kept | null> {
    const [row] = await db.all('SELECT summary FROM summaries WHERE scope = ? AND ticket_id = ?', [
      deps.scope(),
      ticketId,
    ])
    if (!row) return null
    const parsed = kept.safeParse(JSON.parse(String(row.summary)))
    return parsed.success ? parsed.data : null
  }

  async function view(ticketId: number): Promise<TicketSummary | null> {
    const summary = await read(ticketId)
    if (!summary) return null
    const messages = await seen(ticketId)
    const lines = supportedLines(summary.lines, messages).filter(hasMessages)
    const last = messages.findIndex(({ id }) => id === summary.upToId)
    return {
      ticketId,
      lines: lines.map(({ kind, text, messages: on }) => ({
        kind,
        text,
        messageIds: on.map(({ id }) => id),
      })),
      upTo: summary.upTo,
      newer: messages.length - 1 - last,
      dropped: summary.lines.length - lines.length,
      partial: summary.partial,
      simulated: summary.model === SIMULATED_MODEL,
    }
  }

  return {
    of: async ticketIds => (await Promise.all(ticketIds.map(view))).flatMap(summary => summary ?? []),
    async about(ticketId) {
      const [summary, messages] = [await read(ticketId), await seen(ticketId)]
      const last = messages.findIndex(({ id }) => id === summary?.upToId)
      // Where lines went with their messages, all is read anew: what they told of may be in others, too.
      const goesOn =
        summary !== null && last >= 0 && supportedLines(summary.lines, messages).every(hasMessages)
      return askedAbout(goesOn ? summary : null, goesOn ? messages.slice(last + 1) : messages)
    },
    async keep(ticketId, { last, isPartial }, { lines, model }) {
      if (!last) return view(ticketId)
      const summary: Kept = {
        // Messages may have been deleted while it was made.
        lines: supportedLines(lines, await seen(ticketId)),
        upToId: last.id,
        upTo: last.createdAt,
        model,
        partial: isPartial,
      }
      await db.write([
        {
          sql: 'INSERT OR REPLACE INTO summaries (scope, ticket_id, summary) VALUES (?, ?, ?)',
          args: [deps.scope(), ticketId, JSON.stringify(summary)],
        },
      ])
      return view(ticketId)
    },
  }
}
