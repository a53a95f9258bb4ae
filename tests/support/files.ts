import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    // The database driver takes its side files away a moment after it was closed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** What the files below a folder hold, as one text; those whose name does not fit are left out. */
export const everythingIn = (folder: string, fits: (name: string) => boolean = () => true): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && fits(file.name))
    .map(file => readIfThere(join(file.parentPath, file.name)))
    .join('')
