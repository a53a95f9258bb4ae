/** Telling what happened to whatever follows from it. */
import type { Act } from './consumer'
import type { Kinds } from './kinds'

/** Tells, within the write in which it happens, what happened. @throws what a consumer throws: then nothing has happened. */
export async function happened<K extends keyof Kinds>(act: Act, kind: K, what: Kinds[K]): Promise<void> {
  for (const { hears } of act.app.consumers) await hears[kind]?.(act, what)
}
