/** Decides before anything listens whether a workspace is a demo or a company's: the two never mix. */

import { type Demo, loadDemo } from './demo-port'
import { kindOf } from './platform/companies/found'
import type { Db } from './platform/db/client'

/**
 * Writes the demo company into an empty workspace if wanted.
 * @param demo as in ServerOptions.
 * @param isAlone whether no other process serves the database.
 * @returns the demo if the workspace is one, and whether it was written just now.
 * @throws Error when the folder holds the other kind, and for a demo that another process serves.
 */
export async function settlePurpose(
  db: Db,
  folder: string,
  demo: boolean | null,
  isAlone = true,
): Promise<{ demo: Demo | null; seeded: boolean }> {
  const kind = await kindOf(db)
  if (demo === true && kind === 'company')
    throw new Error(`${folder} holds a company's own data: the demo wants a folder of its own (TURNO_DATA)`)
  if (demo === false && kind === 'demo')
    throw new Error(`${folder} holds the demo: a company wants a folder of its own (TURNO_DATA)`)
  if (kind === 'company' || (kind === null && demo !== true)) return { demo: null, seeded: false }
  // The simulated network exists in one process's memory.
  if (!isAlone)
    throw new Error(
      'A demo is served by one process: end the other one, or give this one a database of its own (DATABASE_URL)',
    )
  const loaded = await loadDemo()
  const due = kind === null || loaded.isUnfinished(folder)
  return { demo: loaded, seeded: due && (await loaded.write(db, folder)) }
}
