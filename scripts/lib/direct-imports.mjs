/**
 * Leads an import from the index of a room (`@/ui`, `@/features/contacts`) to the file that has the name, while the renderer is
 * built. An index names all of its room: whoever takes one dialog of it would otherwise have every screen of that room,
 * and the packages they need, among the files of the first page.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../../src', import.meta.url)).replaceAll('\\', '/')
const IMPORT = /^(import|export) \{([^}]*)\} from '@\/(ui|features\/[\w-]+)'/gm
const RE_EXPORT = /^export \{([^}]*)\} from '([^']+)'/gm

/** What stands between braces, without types: they leave nothing behind. */
const named = braces =>
  braces
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '' && !one.startsWith('type '))
    .map(one => one.split(/\s+as\s+/))

/**
 * Where the names of an index come from.
 * @param {string} text the index.
 * @param {string} room its folder below src, as imports write it.
 * @returns {Map<string, { from: string, name: string }>} those it only passes on; what it makes itself is not among them.
 */
export function passedOn(text, room) {
  const names = new Map()
  for (const [, braces, from] of text.matchAll(RE_EXPORT))
    for (const [name, as = name] of named(braces))
      names.set(as, { from: from.startsWith('./') ? `@/${room}/${from.slice(2)}` : from, name })
  return names
}

/**
 * @param {string} code a module.
 * @param {(room: string) => Map<string, { from: string, name: string }>} indexOf names that the index of a room passes on.
 * @returns {string | null} the module with its imports led on, line by line where they were; null where there is none.
 */
export function leadOn(code, indexOf) {
  let changed = false
  const led = code.replace(IMPORT, (whole, how, braces, room) => {
    const names = indexOf(room)
    const byFile = new Map()
    for (const [name, as = name] of named(braces)) {
      const known = names.get(name)
      const from = known?.from ?? `@/${room}`
      byFile.set(from, [...(byFile.get(from) ?? []), `${known?.name ?? name} as ${as}`])
    }
    if (byFile.size === 0) return whole
    changed = true
    const lines = '\n'.repeat(whole.split('\n').length - 1)
    return (
      [...byFile].map(([from, list]) => `${how} { ${list.join(', ')} } from '${from}'`).join('; ') + lines
    )
  })
  return changed ? led : null
}

/** @returns {import('vite').Plugin} */
export function directImports() {
  const indexes = new Map()
  const indexOf = room => {
    const known = indexes.get(room)
    if (known) return known
    const file = ['ts', 'tsx'].map(end => `${SRC}/${room}/index.${end}`).find(existsSync)
    const names = file ? passedOn(readFileSync(file, 'utf8'), room) : new Map()
    indexes.set(room, names)
    return names
  }
  return {
    name: 'turno:direct-imports',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => indexes.clear(),
    transform(code, id) {
      const file = id.replaceAll('\\', '/').split('?')[0] ?? ''
      if (!file.startsWith(`${SRC}/`) || !/\.tsx?$/.test(file)) return null
      const led = leadOn(code, indexOf)
      return led === null ? null : { code: led, map: null }
    },
  }
}
