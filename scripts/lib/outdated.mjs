/** Whether something built is missing or older than what it is built from. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  let latest = 0
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    latest = Math.max(latest, newest(join(path, entry.name)))
  }
  return latest
}

/**
 * @param {string} root folder that the other paths are relative to
 * @param {string[]} outputs built files; the oldest counts
 * @param {string[]} sources files and folders they are built from; the newest counts
 * @returns {'missing' | 'older' | null} why a build is due, null when it is not
 */
export function outdated(root, outputs, sources) {
  const times = outputs.map(path => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs)
  if (times.some(time => time === undefined)) return 'missing'
  const from = Math.max(...sources.map(path => newest(join(root, path))))
  return Math.min(...times.map(Number)) < from ? 'older' : null
}
