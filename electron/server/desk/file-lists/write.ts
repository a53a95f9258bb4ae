/** Adding, changing and deleting file lists, and the files of their entries. */
import { CAMPAIGN_STATES, type fileListForm, fold, isCancellable } from '@contract'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { campaigns, fileOptions, files } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { removeFiles } from '../../platform/media/shared'
import { keepUpload, type StoredMedia } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { refuseUnknownVariables } from './variables'
import { type FileListView, fileListOf, fileListView, optionsOf } from './views'

type FileListForm = z.output<typeof fileListForm>

async function refuseTaken(tx: Tx, companyId: number, search: string, exceptId = 0): Promise<void> {
  const [known] = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.search, search), ne(files.id, exceptId)))
  if (known) throw new ApiError('ERR_FILE_LIST_NAME_TAKEN')
}

async function announced(
  app: Workspace,
  db: Reader,
  me: Me,
  id: number,
  action: 'create' | 'update',
): Promise<FileListView> {
  const record = await fileListView(db, me.companyId, id)
  app.realtime.toCompany(me.companyId, 'file', { action, record })
  return record
}

/**
 * Makes the entries of a list those of the form, in its order.
 * @returns files of entries that went. An id that is none of the list's is a new entry.
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

/** @throws ApiError ERR_FILE_LIST_NAME_TAKEN, ERR_CAMPAIGN_VARIABLE: campaigns send its message. */
export async function createFileList(app: Workspace, me: Me, form: FileListForm): Promise<FileListView> {
  const search = fold(form.name)
  return app.db.company(me.companyId).write(async tx => {
    await refuseTaken(tx, me.companyId, search)
    await refuseUnknownVariables(tx, me.companyId, { message: form.message })
    const [row] = await tx
      .insert(files)
      .values({ companyId: me.companyId, userId: me.id, name: form.name, message: form.message, search })
      .returning({ id: files.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    await replaceOptions(tx, me.companyId, row.id, form.options)
    return announced(app, tx, me, row.id, 'create')
  })
}

/** @throws ApiError ERR_NO_FILE_FOUND, ERR_FILE_LIST_NAME_TAKEN, ERR_CAMPAIGN_VARIABLE; ERR_FILE_LIST_IN_USE when it takes a file away */
export async function updateFileList(
  app: Workspace,
  me: Me,
  id: number,
  form: FileListForm,
): Promise<FileListView> {
  const list = await fileListOf(app.db, me.companyId, id)
  const search = fold(form.name)
  const { gone, record } = await app.db.company(me.companyId).write(async tx => {
    await refuseTaken(tx, me.companyId, search, list.id)
    await refuseUnknownVariables(tx, me.companyId, { message: form.message })
    await tx
      .update(files)
      .set({ name: form.name, message: form.message, search, updatedAt: new Date().toISOString() })
      .where(eq(files.id, list.id))
    const gone = await replaceOptions(tx, me.companyId, list.id, form.options)
    return { gone, record: await announced(app, tx, me, list.id, 'update') }
  })
  await removeFiles(app.media, me.companyId, gone)
  return record
}

/**
 * A campaign that is scheduled or under way would go on without its files, and its report would not know.
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

/** @throws ApiError ERR_NO_FILE_FOUND, ERR_FILE_LIST_IN_USE */
export async function removeFileList(app: Workspace, me: Me, id: number): Promise<void> {
  const list = await fileListOf(app.db, me.companyId, id)
  const options = await app.db.company(me.companyId).write(async tx => {
    await refuseInUse(tx, list.id)
    const options = await optionsOf(tx, [list.id])
    await tx.delete(files).where(eq(files.id, list.id))
    app.realtime.toCompany(me.companyId, 'file', { action: 'delete', id: list.id })
    return options
  })
  const stored = options.map(option => option.mediaFile)
  await removeFiles(app.media, me.companyId, stored)
}

/**
 * Gives entries their files; the file an entry had goes.
 * @param optionIds the entry of each file, in the order of the files.
 * @throws ApiError ERR_NO_FILE_FOUND, also for an entry that is not the list's; ERR_VALIDATION when there are not as many
 *   entries as files, or none. Nothing is kept of a refused call.
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
      // The entry went meanwhile: its file is nobody's.
      old.push(before ? before.mediaFile : media.mediaFile)
      await tx
        .update(fileOptions)
        .set({ ...media, updatedAt: new Date().toISOString() })
        .where(own)
    }
    return { old, record: await announced(app, tx, me, list.id, 'update') }
  })
  await removeFiles(app.media, me.companyId, old)
  return record
}
