/** File lists of campaigns. */

import { fileListPage } from '../../desk/file-lists/views'
import { keptFileLists, uploadOptions } from '../../desk/file-lists/write'
import { ApiError } from '../../errors'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

/** An id as a multipart field carries it. @throws ApiError ERR_VALIDATION */
function idOf(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id <= 0) throw new ApiError('ERR_VALIDATION', { field: 'id' })
  return id
}

export const fileListHandlers: HandlersOf<'files'> = {
  ...serve('files', keptFileLists, 'get'),
  'files.page': ({ app, me, query }) => fileListPage(app.db, me, query),
  'files.upload': ({ app, me, params, files: uploads, fields }) =>
    uploadOptions(app, me, params.id, uploads, (fields.get('id') ?? []).map(idOf)),
}
