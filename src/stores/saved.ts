/** Saving a record: an area's `create` or `update`. */
import type { BodyIn, EndpointName, ResponseOut } from '@contract'
import { call } from '@/api'

type AreaOf<N> = N extends `${infer A}.update` ? (`${A}.create` extends EndpointName ? A : never) : never
type Create<A extends string> = Extract<`${A}.create`, EndpointName>
type Update<A extends string> = Extract<`${A}.update`, EndpointName>

/**
 * Adds a record to an area, or changes it.
 * @param known the record that is changed; null or undefined adds one.
 * @returns it as it is now. @throws ApiError
 */
export function saved<A extends AreaOf<EndpointName>>(
  area: A,
  known: { id: number } | null | undefined,
  body: BodyIn<Create<A>> & BodyIn<Update<A>>,
): Promise<ResponseOut<Update<A>>> {
  const [name, options] = known
    ? [`${area}.update`, { params: { id: known.id }, body }]
    : [`${area}.create`, { body }]
  // Composed names are plain strings to the compiler.
  return call(name as Update<A>, ...([options] as never))
}
