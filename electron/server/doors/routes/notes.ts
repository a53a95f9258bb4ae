/** Notes that only colleagues see (docs/specification.md 1.7). */

import { notesOf, removeNote } from '../../desk/mentions/notes'
import { writeNote } from '../../desk/mentions/write-note'
import { originOf } from '../../platform/audit/audited'
import type { HandlersOf } from '../../platform/http/handlers'

export const noteHandlers: HandlersOf<'notes'> = {
  'notes.list': ({ app, me, query }) => notesOf(app.db, me, query),
  'notes.create': ({ app, me, body, request }) => writeNote(app, me, body, originOf(request)),
  'notes.remove': ({ app, me, params }) => removeNote(app, me, params.id),
}
