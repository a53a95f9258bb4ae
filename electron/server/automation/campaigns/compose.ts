/** From a campaign's words to stored messages in somebody's conversation, inside one transaction. */

import { createHash } from 'node:crypto'
import { plainName } from '@contract'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { contactByPhone } from '../../desk/contacts/by-phone'
import { byClientId, storeOwn } from '../../desk/messages/rows'
import { insertTicket } from '../../desk/tickets/create'
import { activeTicketOf } from '../../desk/tickets/other-open'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { MessageRow } from '../../desk/views/messages'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { contacts, fileOptions, files, tickets } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { StoredTemplate } from '../../platform/db/template'
import { sharedFile } from '../../platform/media/shared'
import { type StoredMedia, storedIn } from '../../platform/media/store'
import type { Workspace } from '../../workspace'

/** What one message of a campaign is known by: which recipient, and which part of what is sent. */
export interface Mark {
  campaignId: number
  recipientId: number
  /** `ask` the question, `main` the message, `words` those of its file list, `file1` and on the files behind them. */
  part: string
  /** Which try of it: 0 the first, then one for each time it was tried again after a refusal. */
  retry: number
}

const PREFIX = 'campaign:'

/** The client id of a message: storing it twice is impossible, whoever tries. */
export const clientIdOf = ({ campaignId, recipientId, part, retry }: Mark): string =>
  `${PREFIX}${campaignId}:${recipientId}:${part}${retry > 0 ? `:${retry}` : ''}`

/** The mark of a stored message; null for one that no campaign sent. */
export function markOf(clientId: string | null): Mark | null {
  if (!clientId?.startsWith(PREFIX)) return null
  const [campaign, recipient, part, again = '0'] = clientId.slice(PREFIX.length).split(':')
  const ids = [Number(campaign), Number(recipient)]
  const retry = Number(again)
  if (!part || !ids.every(id => Number.isSafeInteger(id) && id > 0) || !Number.isSafeInteger(retry))
    return null
  return { campaignId: ids[0] ?? 0, recipientId: ids[1] ?? 0, part, retry }
}

/** The channel's id of a message, made of its mark: the channel can be asked about it however the rows came about. */
const channelIdOf = (companyId: number, clientId: string): string =>
  `3EB0${createHash('sha256').update(`${companyId}/${clientId}`).digest('hex').slice(0, 18).toUpperCase()}`

/** The text of a list of files before them; '' without one. */
export async function wordsOfFiles(
  db: Reader,
  companyId: number,
  fileListId: number | null,
): Promise<string> {
  if (fileListId === null) return ''
  const [row] = await db
    .select({ message: files.message })
    .from(files)
    .where(and(eq(files.id, fileListId), eq(files.companyId, companyId)))
  return row?.message.trim() ?? ''
}

/** A file that goes out with a campaign, under the name its messages share. */
export type SharedMedia = StoredMedia

/**
 * The files of a campaign: its attachment, then the words of its file list and its files in their order. One that is gone
 * is left out.
 * @param owner who shares them (../media/shared.ts).
 */
export async function filesFor(
  app: Workspace,
  companyId: number,
  owner: string,
  attachment: StoredMedia | null,
  fileListId: number | null,
): Promise<{ attachment: SharedMedia | null; words: string; files: SharedMedia[] }> {
  const share = async (media: StoredMedia): Promise<SharedMedia | null> => {
    const mediaFile = await sharedFile(app.media, companyId, owner, media.mediaFile)
    return mediaFile === null ? null : { ...media, mediaFile }
  }
  const shared: SharedMedia[] = []
  for (const media of await listFiles(app.db, companyId, fileListId)) {
    const file = await share(media)
    if (file) shared.push(file)
  }
  return {
    attachment: attachment && (await share(attachment)),
    words: await wordsOfFiles(app.db, companyId, fileListId),
    files: shared,
  }
}

async function listFiles(db: Reader, companyId: number, fileListId: number | null): Promise<StoredMedia[]> {
  if (fileListId === null) return []
  const rows = await db
    .select()
    .from(fileOptions)
    .where(
      and(
        eq(fileOptions.fileId, fileListId),
        eq(fileOptions.companyId, companyId),
        isNotNull(fileOptions.mediaFile),
      ),
    )
    .orderBy(asc(fileOptions.position))
  return rows.flatMap(row =>
    row.mediaFile === null ? [] : [storedIn({ ...row, mediaName: row.mediaName ?? row.name }, row.mediaFile)],
  )
}

/** One message to be stored. */
export interface Part {
  /** Null for a message that may be sent again (a test). */
  clientId: string | null
  body: string
  media: StoredMedia | null
  template?: StoredTemplate
}

/** What follows the message of a campaign: the text of its file list, and its files. @param mark names each of them. */
export const fileParts = (
  { words, files: media }: { words: string; files: readonly SharedMedia[] },
  mark: (part: string) => string | null,
): Part[] => [
  ...(words === '' ? [] : [{ clientId: mark('words'), body: words, media: null }]),
  ...media.map((file, at) => ({ clientId: mark(`file${at + 1}`), body: '', media: file })),
]

export interface Stored {
  ticket: TicketRow
  messages: MessageRow[]
}

async function closedTicketOf(
  tx: Tx,
  id: number | null,
  contactId: number,
  whatsappId: number,
): Promise<TicketRow | null> {
  if (id === null) return null
  const own = and(eq(tickets.contactId, contactId), eq(tickets.whatsappId, whatsappId))
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), own))
  return row ?? null
}

/**
 * Stores messages to a number: its contact is made when it is new; they are in its conversation of that connection,
 * or in a closed one of their own, so that nobody has to work on what was only sent. The consoles are notified.
 * @param part those of an earlier try are found and not stored again.
 */
export async function storeFor(
  app: Workspace,
  tx: Tx,
  to: {
    companyId: number
    whatsappId: number
    number: string
    name: string
    email: string
    /** The closed conversation that what was sent before is in. */
    ticketId?: number | null
  },
  parts: readonly Part[],
): Promise<Stored> {
  const { companyId, whatsappId, number } = to
  const known = await contactByPhone(tx, companyId, number)
  const [made] = known
    ? []
    : await tx
        .insert(contacts)
        .values({
          companyId,
          number,
          name: to.name.trim() || plainName(number),
          email: to.email,
          whatsappId,
          search: contactSearchText(to),
        })
        .returning()
  const contact = known ?? made
  if (!contact) throw new ApiError('ERR_INTERNAL')
  if (made) {
    const { companyId: _c, search: _s, ...view } = made
    app.realtime.toCompany(companyId, 'contact', { action: 'create', contact: view })
  }
  const at = new Date().toISOString()
  const ticket =
    (await activeTicketOf(tx, contact.id, whatsappId)) ??
    (await closedTicketOf(tx, to.ticketId ?? null, contact.id, whatsappId)) ??
    (await insertTicket(tx, {
      companyId,
      contactId: contact.id,
      isGroup: contact.isGroup,
      whatsappId,
      status: 'closed',
      closedAt: at,
      fromMe: true,
    }))
  const messages: MessageRow[] = []
  for (const { clientId, body, media, template } of parts) {
    const earlier = clientId === null ? null : await byClientId(tx, companyId, clientId)
    const { row } = earlier
      ? { row: earlier }
      : await storeOwn(app, tx, ticket.id, {
          companyId,
          ...(clientId === null ? {} : { id: channelIdOf(companyId, clientId) }),
          body,
          // Nobody's answer: a customer who waits goes on waiting.
          userId: null,
          clientId,
          media,
          ...(template ? { template } : {}),
        })
    messages.push(row)
  }
  return { ticket, messages }
}
