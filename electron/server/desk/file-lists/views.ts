/** File lists as they are sent: each with its entries, in order. */
import type { QueryOut } from '@contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import { fileOptions, files } from '../../platform/db/schema'
import { containing } from '../../platform/db/search'
import { mediaUrl } from '../../platform/media/folder'
import type { Me } from '../../workspace'

export type FileListRow = typeof files.$inferSelect
export type FileOptionRow = typeof fileOptions.$inferSelect

export type FileListView = Awaited<ReturnType<typeof fileListViews>>[number]

/** @throws ApiError ERR_NO_FILE_FOUND */
export async function fileListOf(db: Reader, companyId: number, id: number): Promise<FileListRow> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_FILE_FOUND')
  return row
}

/** The entries of some lists, in order. */
export async function optionsOf(db: Reader, listIds: readonly number[]): Promise<FileOptionRow[]> {
  if (listIds.length === 0) return []
  return db
    .select()
    .from(fileOptions)
    .where(inArray(fileOptions.fileId, [...listIds]))
    .orderBy(asc(fileOptions.fileId), asc(fileOptions.position), asc(fileOptions.id))
}

/** Rows as they are sent, in order. */
export async function fileListViews(db: Reader, rows: readonly FileListRow[]) {
  const options = await optionsOf(
    db,
    rows.map(row => row.id),
  )
  return rows.map(({ id, name, message, companyId }) => {
    const own = options.filter(option => option.fileId === id)
    return {
      id,
      name,
      message,
      optionsCount: own.length,
      options: own.map(({ id: optionId, name: optionName, mediaFile, mediaName, mediaType, mediaSize }) => ({
        id: optionId,
        name: optionName,
        path: mediaFile === null ? '' : mediaUrl(companyId, mediaFile),
        mediaType: mediaType ?? '',
        mediaName,
        mediaSize,
      })),
    }
  })
}

/** A page of the lists whose name contains what was typed, by name. */
export async function fileListPage(
  db: Reader,
  { companyId }: Me,
  { searchParam, pageNumber }: QueryOut<'files.page'>,
) {
  const wanted = and(
    eq(files.companyId, companyId),
    searchParam ? sql`${files.search} like ${containing(searchParam)} escape '\\'` : undefined,
  )
  const rows = db.select().from(files).where(wanted).orderBy(asc(files.search), asc(files.id))
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(files, wanted))
  return { files: await fileListViews(db, page), ...rest }
}
