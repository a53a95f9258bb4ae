/** Where the server keeps what V8 compiled of it (electron/server/entry.ts): a folder for each version of Turno. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../database/private-folder'

/**
 * The folder of this version; those of others are deleted.
 * @param dataDir folder of the program's data.
 * @returns null where it cannot be had: the server then compiles at each start.
 */
export function compiledFolder(dataDir: string, version: string): string | null {
  const all = join(dataDir, 'compiled')
  const own = join(all, version)
  try {
    privateFolder(all)
    for (const name of readdirSync(all))
      if (name !== version) rmSync(join(all, name), { recursive: true, force: true })
    privateFolder(own)
    return own
  } catch {
    return null
  }
}
