/**
 * Reads the pages behind links of messages that are stored: never before, so that no message waits for one. The rows are the
 * queue. A company's page is read once for all messages that link to it, and again when it is old.
 */
import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, min } from 'drizzle-orm'
import { reasonOf } from '../../log'
import { changedNow } from '../../platform/db/changed'
import type { KeptPreview } from '../../platform/db/link-preview'
import { messages, tickets } from '../../platform/db/schema'
import { keepIncoming, shareFile } from '../../platform/media/store'
import type { Workspace } from '../../workspace'
import type { Consumer, Following } from '../happenings/consumer'
import type { Piece } from '../happenings/kinds'
import { announceChange } from '../messages/deliver'
import { arePreviewed, UNLINKED } from '../messages/links'

/** Links looked at together, and messages of one link. */
const MOST_A_TURN = 100
/** How long a page is not read again, and one that could not be read; milliseconds. */
const FRESH_MS = { read: 7 * 86_400_000, failed: 3_600_000 }

interface Linked {
  companyId: number
  link: string
}

const IS_DUE = and(isNotNull(messages.link), isNull(messages.linkPreview))

const dueOf = ({ companyId, link }: Linked) =>
  and(eq(messages.companyId, companyId), eq(messages.link, link), isNull(messages.linkPreview))

/** The page as it was read last, unless that is too long ago. */
async function knownOf(app: Workspace, { companyId, link }: Linked): Promise<KeptPreview | null> {
  const [row] = await app.db
    .select({ preview: messages.linkPreview })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.link, link), isNotNull(messages.linkPreview)))
    .orderBy(desc(messages.seq))
    .limit(1)
  const age = Date.now() - Date.parse(row?.preview?.at ?? '')
  return row?.preview && age < FRESH_MS[row.preview.title ? 'read' : 'failed'] ? row.preview : null
}

/** @returns what the page says now; its picture is a file that belongs to no message yet. @throws when it is given up. */
async function read(app: Workspace, { companyId, link }: Linked, ending: AbortSignal): Promise<KeptPreview> {
  // Most companies have no previews: what reads a page is no part of the start.
  const { publicFetch, readPage } = await import('./page')
  const page = await readPage(app.linkFetch ?? publicFetch, link, ending).catch((error: unknown) => {
    app.log.info('a page behind a link was not read', { companyId, reason: reasonOf(error) })
    return null
  })
  // Given up because the workspace ends: it is read after the next start.
  ending.throwIfAborted()
  const picture = page?.picture ? await keepIncoming(app.media, companyId, page.picture) : null
  return {
    at: new Date().toISOString(),
    title: page?.title ?? '',
    description: page?.description ?? '',
    picture: picture?.mediaFile ?? null,
  }
}

/** Gives a message its preview and sends it to the consoles. @returns false when its link was changed or the message was deleted. */
const keep = (app: Workspace, linked: Linked, seq: number, linkPreview: KeptPreview): Promise<boolean> =>
  app.db.company(linked.companyId).write(async tx => {
    const [row] = await tx
      .update(messages)
      .set({ linkPreview, ...(linkPreview.title ? { updatedAt: changedNow(messages.updatedAt) } : {}) })
      .where(and(dueOf(linked), eq(messages.seq, seq)))
      .returning()
    if (!row || linkPreview.title === '') return row !== undefined
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, row.ticketId))
    if (ticket) await announceChange(app, tx, ticket, row)
    return true
  })

/** Gives the messages with a link their preview. @returns how many there were. */
async function preview(app: Workspace, linked: Linked, ending: AbortSignal): Promise<number> {
  const { companyId } = linked
  if (!(await arePreviewed(app.db, companyId))) {
    // Switched off since: nothing is asked for.
    await app.db.company(companyId).update(messages).set(UNLINKED).where(dueOf(linked))
    return 1
  }
  const known = await knownOf(app, linked)
  const page = known ?? (await read(app, linked, ending))
  const copied = async (file: string): Promise<string | null> =>
    shareFile(app.media, companyId, file).catch(() => null)
  try {
    const due = await app.db
      .select({ seq: messages.seq })
      .from(messages)
      .where(dueOf(linked))
      .orderBy(asc(messages.seq))
      .limit(MOST_A_TURN)
    for (const { seq } of due) {
      const picture = page.picture && (await copied(page.picture))
      const kept = await keep(app, linked, seq, { ...page, picture })
      if (!kept && picture) await app.media.remove(companyId, picture)
    }
    return due.length
  } finally {
    if (!known && page.picture) await app.media.remove(companyId, page.picture)
  }
}

/** Its own among the links of all companies. */
const keyOf = ({ companyId, link }: Linked): number =>
  createHash('sha256').update(`${companyId} ${link}`).digest().readUIntBE(0, 6)

/** Links of messages. What is under way at the end is read after the next start: `stop` waits for no page. */
const linkPreviewJob: Following<Piece & Linked> = {
  job: 'link.preview',
  everyMs: 1_000,
  atOnce: 3,
  many: 30,
  async due({ db }, of) {
    const rows = await db
      .select({ companyId: messages.companyId, link: messages.link })
      .from(messages)
      .where(and(IS_DUE, of(messages.companyId)))
      .groupBy(messages.companyId, messages.link)
      .orderBy(min(messages.seq))
      .limit(MOST_A_TURN)
    return rows.flatMap(({ companyId, link }) => {
      if (link === null) return []
      const linked = { companyId, link }
      return { ...linked, key: keyOf(linked) }
    })
  },
  work: preview,
}

export const linkPreviews: Consumer = { name: 'link-previews', follows: linkPreviewJob }
