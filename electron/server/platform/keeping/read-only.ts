/** A data folder nobody may write to. */
import { accessSync, constants, copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the workspace can be kept there: the folder itself, and the file where there is one. A new folder can. */
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

/** A private folder with what the database of a read-only one holds; it lasts as long as the server. */
export function standInFor(folder: string): string {
  const elsewhere = mkdtempSync(join(tmpdir(), 'turno-read-only-'))
  for (const part of ['', '-wal']) {
    const file = join(folder, `workspace.db${part}`)
    if (existsSync(file)) copyFileSync(file, join(elsewhere, `workspace.db${part}`))
  }
  return elsewhere
}
