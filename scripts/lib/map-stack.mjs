/** Reads a stack of built files back to the sources they were built from. */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'

/** A place in a built file, wherever the program is installed: `…/out/main/index.js:12:34`, `app://turno/assets/index-a1.js:1:2`. */
const PLACE = /[^\s()'"]*\b(main|server|preload|assets)[\\/]([\w.-]+\.c?js):(\d+):(\d+)/g

/**
 * @param {string} text lines of a log.
 * @param {string} out folder of a build of the same version; its maps lie beside its files.
 * @returns {string} the same lines, each place that a map knows replaced by `source:line:column`.
 */
export function mapStack(text, out) {
  const maps = new Map()
  const mapOf = file => {
    if (!maps.has(file))
      maps.set(file, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null)
    return maps.get(file)
  }
  return text.replace(PLACE, (place, room, name, line, column) => {
    const file = join(out, room === 'assets' ? 'renderer/assets' : room, `${name}.map`)
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found?.originalSource) return place
    const source = found.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}
