/** Turns a campaign's texts into stored messages of a conversation, inside one transaction. */

import { createHash } from 'node:crypto'
import { plainName } from '@contract'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { WRITTEN_BY } from '../../authors'
import { contactByPhone } from '../../desk/contacts/by-phone'
import { happened } from '../../desk/happenings/tell'
import { byClientId, storeOwn } from '../../desk/messages/rows'
import type { MessageRow } from '../../desk/presenters/messages'
import { insertTicket } from '../../desk/tickets/create'
import { activeTicketOf } from '../../desk/tickets/other-open'
import type { TicketRow } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { contacts, fileOptions, files, tickets } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { StoredTemplate } from '../../platform/db/template'
import { sharedFile } from '../../platform/media/shared'
import { type StoredMedia, storedIn } from '../../platform/media/store'
import type { Workspace } from '../../workspace'

/** Identifies one message of a campaign: the recipient and the part of what is sent. */
export interface Mark {
  campaignId: number
  recipientId: number
  /** `ask` is the question, `main` the message, `words` the text of its file list, `file1` and so on the files. */
  part: string
  /** The number of the try: 0 at first, then one more for each retry after a refusal. */
  retry: number
}

const PREFIX = WRITTEN_BY.campaign

/** The client id of a message: the same message cannot be stored twice. */
export const clientIdOf = ({ campaignId, recipientId, part, retry }: Mark): string =>
  `${PREFIX}${campaignId}:${recipientId}:${part}${retry > 0 ? `:${retry}` : ''}`

/** The mark of a stored message; null if no campaign sent it. */
export function markOf(clientId: string | null): Mark | null {
  if (!clientId?.startsWith(PREFIX)) return null
  const [campaign, recipient, part, again = '0'] = clientId.slice(PREFIX.length).split(':')
  const ids = [Number(campaign), Number(recipient)]
  const retry = Number(again)
  if (!part || !ids.every(id => Number.isSafeInteger(id) && id > 0) || !Number.isSafeInteger(retry))
    return null
  return { campaignId: ids[0] ?? 0, recipientId: ids[1] ?? 0, part, retry }
}

/** The channel's id of a message, derived from its mark: the channel can be asked about it after any crash. */
const channelIdOf = (companyId: number, clientId: string): string =>
  `3EB0${createHash('sha256').update(`${companyId}/${clientId}`).digest('hex').slice(0, 18).toUpperCase()}`

/** The text that introduces a list of files; '' without one. */
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

/** A file of a campaign, under the name its messages share. */
export type SharedMedia = StoredMedia

/**
 * The files of a campaign: its attachment, then the text of its file list and its files in order. Missing files are
 * left out.
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

/** What follows the campaign's message: the text of its file list, and its files. @param mark names each of them. */
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
 * Stores messages to a number and creates its contact if needed. They go into its open conversation on that connection,
 * or into a closed one of their own, so that nobody has to work on them. The consoles are told.
 * @param part messages of an earlier try are found and not stored again.
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
    /** The closed conversation that holds what was sent before. */
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
  const begun =
    (await activeTicketOf(tx, contact.id, whatsappId)) ??
    (await closedTicketOf(tx, to.ticketId ?? null, contact.id, whatsappId))
  const ticket =
    begun ??
    (await insertTicket(tx, {
      companyId,
      contactId: contact.id,
      isGroup: contact.isGroup,
      whatsappId,
      status: 'closed',
      closedAt: at,
      fromMe: true,
    }))
  if (!begun) await happened({ app, tx, companyId }, 'changed', [{ before: null, after: ticket }])
  const messages: MessageRow[] = []
  for (const { clientId, body, media, template } of parts) {
    const earlier = clientId === null ? null : await byClientId(tx, companyId, clientId)
    const { row } = earlier
      ? { row: earlier }
      : await storeOwn(app, tx, ticket.id, {
          companyId,
          ...(clientId === null ? {} : { id: channelIdOf(companyId, clientId) }),
          body,
          // Not an agent's answer: a waiting customer keeps waiting.
          userId: null,
          clientId,
          media,
          ...(template ? { template } : {}),
        })
    messages.push(row)
  }
  return { ticket, messages }
}
