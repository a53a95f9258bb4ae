/** Handlers of a kind of record. */
import type { Me, Workspace } from '../../workspace'
import type { Kept } from './definition'

interface Asked<Form> {
  app: Workspace
  readonly me: Me
  params: { id: number }
  body: Form
}

type Served<Area extends string, Form, Shown> = {
  [N in `${Area}.create`]: (call: Omit<Asked<Form>, 'params'>) => Promise<Shown>
} & { [N in `${Area}.update`]: (call: Asked<Form>) => Promise<Shown> } & {
  [N in `${Area}.remove`]: (call: Omit<Asked<Form>, 'body'>) => Promise<null>
}

/** The calls of an area's records. @param area the first word of their names. */
export function serve<Area extends string, Row, Form, Shown, Named extends string>(
  area: Area,
  kept: Kept<Row, Form, Shown, Me, Named>,
): Served<Area, Form, Shown> {
  const handlers = {
    [`${area}.create`]: ({ app, me, body }: Asked<Form>) => kept.create(app, me, body),
    [`${area}.update`]: ({ app, me, params, body }: Asked<Form>) => kept.update(app, me, params.id, body),
    [`${area}.remove`]: ({ app, me, params }: Asked<Form>) => kept.remove(app, me, params.id),
  }
  // Composed names are plain strings to the compiler.
  return handlers as unknown as Served<Area, Form, Shown>
}
