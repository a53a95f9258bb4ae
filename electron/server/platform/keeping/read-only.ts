/** Data folders nobody may write to. */
import { accessSync, constants, copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the workspace can be stored there: in the folder, and in its file if there is one. A new folder can. */
export function writable(folder: string): boolean {
  const file = join(folder, 'workspace.db')
  return [folder, file].every(path => {
    if (!existsSync(path)) return true
    try {
      accessSync(path, constants.W_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A private copy of a read-only folder's database; it lasts as long as the server. */
export function standInFor(folder: string): string {
  const elsewhere = mkdtempSync(join(tmpdir(), 'turno-read-only-'))
  for (const part of ['', '-wal']) {
    const file = join(folder, `workspace.db${part}`)
    if (existsSync(file)) copyFileSync(file, join(elsewhere, `workspace.db${part}`))
  }
  return elsewhere
}
