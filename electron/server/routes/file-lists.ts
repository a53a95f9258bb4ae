/** File lists of campaigns (docs/specification.md 3.7, "File lists"). */
import { PAGE } from '@contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import { files } from '../db/schema'
import { containing } from '../db/search'
import { ApiError } from '../errors'
import { fileListView, fileListViews } from '../file-lists/views'
import { createFileList, removeFileList, updateFileList, uploadOptions } from '../file-lists/write'
import type { HandlersOf } from '../http/handlers'

/** An id as a multipart field carries it. @throws ApiError ERR_VALIDATION */
function idOf(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id <= 0) throw new ApiError('ERR_VALIDATION', { field: 'id' })
  return id
}

export const fileListHandlers: HandlersOf<'files'> = {
  'files.page': async ({ app, me, query }) => {
    const wanted = and(
      eq(files.companyId, me.companyId),
      query.searchParam ? sql`${files.search} like ${containing(query.searchParam)} escape '\\'` : undefined,
    )
    const count = await app.db.$count(files, wanted)
    const from = (query.pageNumber - 1) * PAGE.records
    const rows = await app.db
      .select()
      .from(files)
      .where(wanted)
      .orderBy(asc(files.search), asc(files.id))
      .limit(PAGE.records)
      .offset(from)
    return { files: await fileListViews(app.db, rows), count, hasMore: count > from + rows.length }
  },

  'files.get': ({ app, me, params }) => fileListView(app.db, me.companyId, params.id),

  'files.create': ({ app, me, body }) => createFileList(app, me, body),

  'files.update': ({ app, me, params, body }) => updateFileList(app, me, params.id, body),

  'files.upload': ({ app, me, params, files: uploads, fields }) =>
    uploadOptions(app, me, params.id, uploads, (fields.get('id') ?? []).map(idOf)),

  'files.remove': async ({ app, me, params }) => {
    await removeFileList(app, me, params.id)
    return null
  },
}
