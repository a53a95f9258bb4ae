/** Where Electron's binary is, when it is installed; never downloads. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} root the project's folder
 * @returns {string | null} path of the executable, null when the binary was not fetched
 */
export function electronBinary(root) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const folder = join(root, 'node_modules', 'electron')
  try {
    const file = readFileSync(join(folder, 'path.txt'), 'utf8').trim()
    const binary = join(override ?? join(folder, 'dist'), file)
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}
