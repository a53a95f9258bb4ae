/** Adds, changes and deletes file lists, and the files of their entries. */
import { CAMPAIGN_STATES, type fileListForm, fold, isCancellable } from '@contract'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { campaigns, fileOptions, files } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { removeFiles } from '../../platform/media/shared'
import { keepUpload, type StoredMedia } from '../../platform/media/store'
import type { Change } from '../../platform/records/definition'
import { records } from '../../platform/records/records'
import type { Me, Workspace } from '../../workspace'
import { refuseUnknownVariables } from './variables'
import { type FileListView, fileListOf, fileListViews, optionsOf } from './views'

type FileListForm = z.output<typeof fileListForm>

async function refuseTaken(tx: Tx, companyId: number, search: string, exceptId = 0): Promise<void> {
  const [known] = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.search, search), ne(files.id, exceptId)))
  if (known) throw new ApiError('ERR_FILE_LIST_NAME_TAKEN')
}

/**
 * Replaces a list's entries by those of the form, in order.
 * @returns files of deleted entries. An unknown id makes a new entry.
 */
async function replaceOptions(
  tx: Tx,
  companyId: number,
  fileId: number,
  wanted: FileListForm['options'],
): Promise<(string | null)[]> {
  if (wanted === undefined) return []
  const known = new Map((await optionsOf(tx, [fileId])).map(row => [row.id, row]))
  const kept = new Set<number>()
  for (const [position, { id, name }] of wanted.entries()) {
    const row = id ? known.get(id) : undefined
    if (row && !kept.has(row.id)) {
      kept.add(row.id)
      await tx
        .update(fileOptions)
        .set({ name, position, updatedAt: new Date().toISOString() })
        .where(eq(fileOptions.id, row.id))
    } else await tx.insert(fileOptions).values({ companyId, fileId, name, position })
  }
  const gone = [...known.values()].filter(row => !kept.has(row.id))
  if (gone.some(row => row.mediaFile !== null)) await refuseInUse(tx, fileId)
  if (gone.length > 0)
    await tx.delete(fileOptions).where(
      inArray(
        fileOptions.id,
        gone.map(row => row.id),
      ),
    )
  return gone.map(row => row.mediaFile)
}

/**
 * A scheduled or running campaign would lose its files unnoticed.
 * @throws ApiError ERR_FILE_LIST_IN_USE, naming the campaign.
 */
async function refuseInUse(tx: Tx, fileListId: number): Promise<void> {
  const [campaign] = await tx
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.fileListId, fileListId),
        inArray(campaigns.status, CAMPAIGN_STATES.filter(isCancellable)),
      ),
    )
    .limit(1)
  if (campaign) throw new ApiError('ERR_FILE_LIST_IN_USE', { name: campaign.name })
}

/** Deletes files of deleted entries when the write is over. */
const discarding =
  ({ companyId }: Me, mediaFiles: readonly (string | null)[]) =>
  (app: Workspace): Promise<void> =>
    removeFiles(app.media, companyId, mediaFiles)

const announce = (app: Workspace, { companyId }: Me, { before, after: record }: Change<FileListView>): void =>
  app.realtime.toCompany(
    companyId,
    'file',
    record ? { action: before ? 'update' : 'create', record } : { action: 'delete', id: before.id },
  )

/** A company's file lists; campaigns send the message of a list with its files. */
export const keptFileLists = records({
  table: files,
  read: async (db, where) =>
    fileListViews(db, await db.select().from(files).where(where).orderBy(asc(files.search), asc(files.id))),
  missing: 'ERR_NO_FILE_FOUND',
  async check(tx, { companyId }, form: FileListForm, before) {
    await refuseTaken(tx, companyId, fold(form.name), before?.id)
    await refuseUnknownVariables(tx, companyId, { message: form.message })
  },
  columns: ({ name, message }, me, before) => ({
    ...{ name, message, search: fold(name) },
    ...(before ? {} : { userId: me.id }),
  }),
  written: async (tx, me, id, { options }) =>
    discarding(me, await replaceOptions(tx, me.companyId, id, options)),
  async leaving(tx, me, { id }) {
    await refuseInUse(tx, id)
    return discarding(
      me,
      (await optionsOf(tx, [id])).map(({ mediaFile }) => mediaFile),
    )
  },
  announce: (app, me, change) => announce(app, me, change),
})

/**
 * Gives entries their files; replaced files are deleted.
 * @param optionIds the entry of each file, in order.
 * @throws ApiError ERR_NO_FILE_FOUND, also for another list's entry; ERR_VALIDATION when the numbers of entries and
 *   files differ, or are 0. A refused call changes nothing.
 */
export async function uploadOptions(
  app: Workspace,
  me: Me,
  id: number,
  uploads: readonly UploadedFile[],
  optionIds: readonly number[],
): Promise<FileListView> {
  const list = await fileListOf(app.db, me.companyId, id)
  if (uploads.length === 0) throw new ApiError('ERR_VALIDATION', { field: 'files' })
  if (uploads.length !== optionIds.length) throw new ApiError('ERR_VALIDATION', { field: 'id' })
  const known = new Set((await optionsOf(app.db, [list.id])).map(row => row.id))
  if (optionIds.some(optionId => !known.has(optionId))) throw new ApiError('ERR_NO_FILE_FOUND')
  const kept: StoredMedia[] = []
  for (const upload of uploads) kept.push(await keepUpload(app.media, me.companyId, upload))
  const { old, record } = await app.db.company(me.companyId).write(async tx => {
    const old: (string | null)[] = []
    for (const [i, media] of kept.entries()) {
      const own = eq(fileOptions.id, optionIds[i] ?? 0)
      const [before] = await tx.select().from(fileOptions).where(own)
      // The entry was deleted meanwhile, so its file is deleted, too.
      old.push(before ? before.mediaFile : media.mediaFile)
      await tx
        .update(fileOptions)
        .set({ ...media, updatedAt: new Date().toISOString() })
        .where(own)
    }
    const record = await keptFileLists.row(tx, me, list.id)
    announce(app, me, { before: record, after: record })
    return { old, record }
  })
  await removeFiles(app.media, me.companyId, old)
  return record
}
