/** Messages as they are sent: with quoted message, reactions and author, many at once. */
import type { message as messageEntity } from '@contract'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/db/client'
import { amongIds } from '../../platform/db/engine/words'
import { jsonRowOf } from '../../platform/db/json-rows'
import { prepared } from '../../platform/db/prepared'
import { contacts, messages, reactions } from '../../platform/db/schema'
import { mediaUrl } from '../../platform/media/folder'
import { type TranscriptRow, transcriptsOf } from './transcripts'

export type MessageView = z.input<typeof messageEntity>
export type MessageRow = typeof messages.$inferSelect

const urlOf = (row: MessageRow): string | null =>
  row.mediaFile ? mediaUrl(row.companyId, row.mediaFile) : null

/** The reactions to a message, as a column of a prepared statement about it. */
export const reactedTo = () =>
  jsonRowOf(
    { reaction: getTableColumns(reactions) },
    [],
    sql`from ${reactions} where ${reactions.messageSeq} = ${messages.seq}`,
  )
type ReactionRow = typeof reactions.$inferSelect
/** A message, and its reactions where they came with it. */
export type ReadMessage = MessageRow & { reacted?: readonly { reaction: ReactionRow }[] }
type ContactRef = NonNullable<MessageView['contact']>

const contactRows = prepared(db =>
  db
    .select({
      id: contacts.id,
      name: contacts.name,
      number: contacts.number,
      profilePicUrl: contacts.profilePicUrl,
    })
    .from(contacts)
    .where(amongIds(contacts.id))
    .prepare(),
)

const quotedRows = prepared(db =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, sql.placeholder('companyId')), amongIds(messages.id)))
    .prepare(),
)

const reactionRows = prepared(db =>
  db
    .select()
    .from(reactions)
    .where(amongIds(reactions.messageSeq))
    .orderBy(asc(reactions.createdAt), asc(reactions.id))
    .prepare(),
)

const distinct = <T>(values: readonly T[]): string => JSON.stringify([...new Set(values)])

async function contactsOf(
  db: Reader,
  rows: readonly MessageRow[],
  known: readonly ContactRef[],
): Promise<Map<number, ContactRef>> {
  const all = new Map<number, ContactRef>()
  for (const { id, name, number, profilePicUrl } of known)
    all.set(Number(id), { id, name, number, profilePicUrl })
  const ids = rows.flatMap(({ contactId }) => (contactId === null || all.has(contactId) ? [] : contactId))
  const found = ids.length === 0 ? [] : await contactRows(db).all({ ids: distinct(ids) })
  for (const contact of found) all.set(contact.id, contact)
  return all
}

async function quotedOf(db: Reader, rows: readonly MessageRow[]): Promise<Map<string, MessageRow>> {
  const ids = rows.flatMap(row => row.quotedMsgId ?? [])
  const companyId = rows[0]?.companyId
  if (ids.length === 0 || companyId === undefined) return new Map()
  const found = await quotedRows(db).all({ companyId, ids: distinct(ids) })
  return new Map(found.map(row => [row.id, row]))
}

async function reactionsOf(db: Reader, rows: readonly ReadMessage[]) {
  const known = rows.flatMap(({ reacted }) => reacted?.map(({ reaction }) => reaction) ?? [])
  known.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id)
  const others = rows.flatMap(({ reacted, seq }) => (reacted ? [] : seq))
  const found = others.length === 0 ? [] : await reactionRows(db).all({ ids: JSON.stringify(others) })
  return groupBySeq([...known, ...found])
}

function groupBySeq<R extends { messageSeq: number }>(rows: readonly R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) groups.set(row.messageSeq, [...(groups.get(row.messageSeq) ?? []), row])
  return groups
}

const previewView = ({ companyId, link, linkPreview }: MessageRow): MessageView['linkPreview'] => {
  if (link === null || !linkPreview?.title) return null
  const { title, description, picture } = linkPreview
  return { url: link, title, description, picture: picture && mediaUrl(companyId, picture) }
}

const transcriptView = (row: TranscriptRow | undefined): Pick<MessageView, 'transcript'> => {
  if (!row) return {}
  const { state, body, language, model, sentTo, pieces, piecesDone, failure } = row
  return { transcript: { state, text: body, language, model, sentTo, pieces, piecesDone, failure } }
}

/**
 * Presents rows of ONE company in the given order.
 * @param writers contacts that need not be read.
 */
export async function messageViews(
  db: Reader,
  rows: readonly ReadMessage[],
  writers: readonly ContactRef[] = [],
): Promise<MessageView[]> {
  if (rows.length === 0) return []
  const [authors, quoted, reactedOf, heard] = await Promise.all([
    contactsOf(db, rows, writers),
    quotedOf(db, rows),
    reactionsOf(db, rows),
    transcriptsOf(db, rows),
  ])
  return rows.map(row => {
    const quote = row.quotedMsgId ? quoted.get(row.quotedMsgId) : undefined
    const {
      seq: _s,
      search: _t,
      companyId: _c,
      mediaFile: _m,
      link: _l,
      reacted: _r,
      template,
      ...message
    } = row
    return {
      ...message,
      mediaUrl: urlOf(row),
      ...transcriptView(heard.get(row.seq)),
      linkPreview: previewView(row),
      template: template && {
        name: template.parts.name,
        language: template.parts.language,
        buttons: template.buttons,
      },
      contact: row.contactId !== null ? (authors.get(row.contactId) ?? null) : null,
      quotedMsg: quote
        ? {
            id: quote.id,
            body: quote.body,
            fromMe: quote.fromMe,
            userId: quote.userId,
            mediaType: quote.mediaType,
            mediaUrl: urlOf(quote),
            isDeleted: quote.isDeleted,
            contact: null,
          }
        : null,
      reactions: (reactedOf.get(row.seq) ?? []).map(r => ({
        userId: r.userId,
        type: r.type,
        fromMe: r.fromMe,
      })),
    }
  })
}
