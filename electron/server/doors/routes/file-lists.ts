/** File lists of campaigns (docs/specification.md 3.7, "File lists"). */

import { fileListPage, fileListView } from '../../desk/file-lists/views'
import { createFileList, removeFileList, updateFileList, uploadOptions } from '../../desk/file-lists/write'
import { ApiError } from '../../errors'
import type { HandlersOf } from '../../platform/http/handlers'

/** An id as a multipart field carries it. @throws ApiError ERR_VALIDATION */
function idOf(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id <= 0) throw new ApiError('ERR_VALIDATION', { field: 'id' })
  return id
}

export const fileListHandlers: HandlersOf<'files'> = {
  'files.page': ({ app, me, query }) => fileListPage(app.db, me, query),

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
