/** Settles, before anything listens, whether a workspace is a demo or a company's own: the two never mix. */
import { kindOf } from './companies/found'
import type { Db } from './db/client'
import { type Demo, loadDemo } from './demo-port'

/**
 * Writes the demo company into an empty workspace when it is wanted.
 * @param demo as in ServerOptions.
 * @returns the demo when the workspace is one, and whether it was written just now.
 * @throws Error when the folder holds the other thing.
 */
export async function settlePurpose(
  db: Db,
  folder: string,
  demo: boolean | null,
): Promise<{ demo: Demo | null; seeded: boolean }> {
  const kind = await kindOf(db)
  if (demo === true && kind === 'company')
    throw new Error(`${folder} holds a company's own data: the demo wants a folder of its own (TURNO_DATA)`)
  if (demo === false && kind === 'demo')
    throw new Error(`${folder} holds the demo: a company wants a folder of its own (TURNO_DATA)`)
  if (kind === 'company' || (kind === null && demo !== true)) return { demo: null, seeded: false }
  const loaded = await loadDemo()
  const due = kind === null || loaded.isUnfinished(folder)
  return { demo: loaded, seeded: due && (await loaded.write(db, folder)) }
}
