/** Handlers of a kind of record. */
import type { Me, Workspace } from '../../workspace'
import type { UploadedFile } from '../http/handlers'
import type { Kept } from './definition'

type Asked<More = object> = { app: Workspace; readonly me: Me } & More
type OfOne = { params: { id: number } }
type OfPage = { query: { searchParam?: string | undefined; pageNumber: number } }

const answersOf = <Row, Form, Shown, N extends string>(kept: Kept<Row, Form, Shown, Me, N>) => ({
  create: ({ app, me, body }: Asked<{ body: Form }>) => kept.create(app, me, body),
  update: ({ app, me, params, body }: Asked<OfOne & { body: Form }>) => kept.update(app, me, params.id, body),
  remove: ({ app, me, params }: Asked<OfOne>) => kept.remove(app, me, params.id),
  list: ({ app, me }: Asked) => kept.list(app, me),
  page: ({ app, me, query }: Asked<OfPage>) => kept.page(app, me, query),
  get: ({ app, me, params }: Asked<OfOne>) => kept.one(app, me, params.id),
  attach: ({ app, me, params, files }: Asked<OfOne & { files: readonly UploadedFile[] }>) =>
    kept.setFile(app, me, params.id, files),
  detach: ({ app, me, params }: Asked<OfOne>) => kept.setFile(app, me, params.id, null),
  arrange: ({ app, me, body }: Asked<{ body: { ids: number[] } }>) => kept.arrange(app, me, body.ids),
})
type Answers<Row, Form, Shown, N extends string> = ReturnType<typeof answersOf<Row, Form, Shown, N>>
type Change = 'create' | 'update' | 'remove'
type Further = 'list' | 'page' | 'get' | 'arrange' | 'attach' | 'detach'

/** The calls of an area's records. @param area the first word of their names. @param more those beside changes. */
export function serve<A extends string, Row, Form, Shown, N extends string, More extends Further = never>(
  area: A,
  kept: Kept<Row, Form, Shown, Me, N>,
  ...more: More[]
): { [V in Change | More as `${A}.${V}`]: Answers<Row, Form, Shown, N>[V] } {
  const answers = answersOf(kept)
  const verbs: (Change | Further)[] = ['create', 'update', 'remove', ...more]
  // Composed names are plain strings to the compiler.
  return Object.fromEntries(verbs.map(verb => [`${area}.${verb}`, answers[verb]])) as never
}
