/** Notes that only colleagues see. */
import { originOf } from '../audit/audited'
import type { HandlersOf } from '../http/handlers'
import { notesOf, removeNote } from '../mentions/notes'
import { writeNote } from '../mentions/write-note'

export const noteHandlers: HandlersOf<'notes'> = {
  'notes.list': ({ app, me, query }) => notesOf(app.db, me, query),
  'notes.create': ({ app, me, body, request }) => writeNote(app, me, body, originOf(request)),
  'notes.remove': ({ app, me, params }) => removeNote(app, me, params.id),
}
