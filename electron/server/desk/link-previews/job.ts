/**
 * Makes the previews of links in stored messages, so that no message waits for a page. The rows are the queue. A
 * company's page is read once for all messages that link to it, and again when it is old.
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

/** Most links per look, and most messages of one link. */
const MOST_A_TURN = 100
/** How long a page is not read again, by whether it could be read; milliseconds. */
const FRESH_MS = { read: 7 * 86_400_000, failed: 3_600_000 }

interface Linked {
  companyId: number
  link: string
}

const IS_DUE = and(isNotNull(messages.link), isNull(messages.linkPreview))

const dueOf = ({ companyId, link }: Linked) =>
  and(eq(messages.companyId, companyId), eq(messages.link, link), isNull(messages.linkPreview))

/** The last reading of the page, unless it is too old. */
async function knownOf(app: Workspace, { companyId, link }: Linked): Promise<KeptPreview | null> {
  const [row] = await app.db
    .select({ preview: messages.linkPreview })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.link, link), isNotNull(messages.linkPreview)))
    .orderBy(desc(messages.seq))
    .limit(1)
  const age = Math.abs(Date.now() - Date.parse(row?.preview?.at ?? ''))
  return row?.preview && age < FRESH_MS[row.preview.title ? 'read' : 'failed'] ? row.preview : null
}

/** @returns what the page says now; its picture is a file without a message. @throws when aborted. */
async function read(app: Workspace, { companyId, link }: Linked, ending: AbortSignal): Promise<KeptPreview> {
  // Loaded on demand: most companies have no previews.
  const { publicFetch, readPage } = await import('./page')
  const page = await readPage(app.linkFetch ?? publicFetch, link, ending).catch((error: unknown) => {
    app.log.info('a page behind a link was not read', { companyId, reason: reasonOf(error) })
    return null
  })
  // Aborted because the workspace ends: it is read after the next start.
  ending.throwIfAborted()
  const picture = page?.picture ? await keepIncoming(app.media, companyId, page.picture) : null
  return {
    at: new Date().toISOString(),
    title: page?.title ?? '',
    description: page?.description ?? '',
    picture: picture?.mediaFile ?? null,
  }
}

/**
 * Stores a message's preview and tells the consoles.
 * @returns false when its link was changed or the message was deleted.
 */
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

/** Stores the preview of all messages with a link. @returns how many there were. */
async function preview(app: Workspace, linked: Linked, ending: AbortSignal): Promise<number> {
  const { companyId } = linked
  if (!(await arePreviewed(app.db, companyId))) {
    // Previews were switched off meanwhile.
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

/** Unique over all companies. */
const keyOf = ({ companyId, link }: Linked): number =>
  createHash('sha256').update(`${companyId} ${link}`).digest().readUIntBE(0, 6)

/** Links without a preview; those being read at the end are read after the next start. */
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
