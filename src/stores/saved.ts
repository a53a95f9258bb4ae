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

type Attached<N> = N extends `${infer A}.attach` ? A & AreaOf<EndpointName> : never

/**
 * Saves a record with its one file. Without it a new record is not what was asked for: it is not left behind half made.
 * @param file null takes away the one there is, undefined leaves it as it is.
 * @param options `had`: there is one; `typeArch`: what some servers call its folder.
 * @returns the record as it is with its file. @throws ApiError
 */
export async function savedWithFile<A extends Attached<EndpointName>>(
  area: A,
  known: { id: number } | null,
  body: BodyIn<Create<A>> & BodyIn<Update<A>>,
  file: File | null | undefined,
  { had, typeArch }: { had: boolean; typeArch?: string },
): Promise<ResponseOut<Update<A>>> {
  const made = await saved(area, known, body)
  const { id } = made as unknown as { id: number }
  const ask = (verb: 'attach' | 'detach' | 'get' | 'remove', more: object = {}): Promise<unknown> =>
    call(`${area}.${verb}` as Update<A>, ...([{ params: { id }, ...more }] as never))
  if (file)
    try {
      await ask('attach', { ...(typeArch && { body: { typeArch } }), files: [file] })
    } catch (error) {
      if (!known) await ask('remove').catch(() => undefined)
      throw error
    }
  else if (file === null && had) await ask('detach')
  else return made
  // Some servers do not tell what became of the file. It is saved, whether it can be read again or not.
  return (await ask('get').catch(() => made)) as ResponseOut<Update<A>>
}
