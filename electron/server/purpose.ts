/** Settles, before anything listens, whether a workspace is a demo or a company's own: the two never mix. */
import { kindOf } from './companies/found'
import type { Db } from './db/client'
import { isUnfinished, writeDemo } from './demo/write-demo'

/**
 * Writes the demo company into an empty workspace when it is wanted.
 * @param demo as in ServerOptions.
 * @returns whether the workspace is a demo, and whether it was written just now.
 * @throws Error when the folder holds the other thing.
 */
export async function settlePurpose(
  db: Db,
  folder: string,
  demo: boolean | null,
): Promise<{ demo: boolean; seeded: boolean }> {
  const kind = await kindOf(db)
  if (demo === true && kind === 'company')
    throw new Error(`${folder} holds a company's own data: the demo wants a folder of its own (TURNO_DATA)`)
  if (demo === false && kind === 'demo')
    throw new Error(`${folder} holds the demo: a company wants a folder of its own (TURNO_DATA)`)
  if ((demo === true && kind === null) || (kind === 'demo' && isUnfinished(folder)))
    return { demo: true, seeded: await writeDemo(db, folder) }
  return { demo: kind === 'demo', seeded: false }
}
