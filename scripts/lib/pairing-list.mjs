/**
 * What the component that pairs numbers consists of (electron/main/pairing): the packages package-lock.json has for it, as the
 * module `virtual:pairing-list`. Each is told by its hash; where it is fetched from is no matter of the list.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LIBRARY = '@whiskeysockets/baileys'
/** The library, and what makes voice notes. */
const WANTED = [LIBRARY, 'libopus-wasm', 'mpg123-decoder']
const ID = 'virtual:pairing-list'

/** Where a package that another one asks for lies, as Node finds it. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place]) return place
    if (at === '') throw new Error(`package-lock.json lacks ${name}, which ${from} asks for`)
  }
}

/** Bytes and number of a package's own files. */
function weigh(folder, within = false) {
  let bytes = 0
  let files = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      // Other packages; deeper it is what a package's own tests need.
      if (entry.name === 'node_modules' && !within) continue
      const below = weigh(path, true)
      bytes += below.bytes
      files += below.files
    } else {
      bytes += statSync(path).size
      files += 1
    }
  }
  return { bytes, files }
}

/**
 * The list: what is asked for at all, without types, and without what is optional or only a peer (native modules are).
 * @param {string} root folder with package-lock.json and node_modules
 */
export function pairingList(root = ROOT) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  const take = place => {
    if (found.has(place)) return
    const { version, integrity, dependencies = {} } = packages[place]
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(place, { name, version, path: place, integrity, ...weigh(join(root, place)) })
    for (const dependency of Object.keys(dependencies))
      if (!dependency.startsWith('@types/')) take(placeOf(packages, place, dependency))
  }
  for (const name of WANTED) take(placeOf(packages, '', name))
  return { version: packages[`node_modules/${LIBRARY}`].version, packages: [...found.values()] }
}

/** @returns {import('vite').Plugin} */
export function pairingModule() {
  return {
    name: 'turno:pairing-list',
    resolveId: id => (id === ID ? `\0${id}` : null),
    load: id => (id === `\0${ID}` ? `export default ${JSON.stringify(pairingList())}` : null),
  }
}
