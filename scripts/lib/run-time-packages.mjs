/**
 * Which packages the shipped programs load at run time. All programs are bundled, so most of what is installed is already
 * in their files; only what their build leaves outside, and what that needs in turn, is packed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { OUTSIDE } from './node-build.mjs'

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["'`]((?:@[\w.-]+\/)?[a-z][\w./-]*)["'`]/g

/** `@scope/name` or `name` of a specifier such as `drizzle-orm/libsql`. */
export const packageOf = specifier =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const read = path => JSON.parse(readFileSync(path, 'utf8'))

/** Names of the packages that built files import. @param {string[]} folders absolute */
export function importedPackages(folders) {
  const names = new Set()
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.[cm]?js$/.test(entry.name)) continue
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      for (const [, specifier] of text.matchAll(IMPORT)) {
        const name = packageOf(specifier)
        if (!specifier.startsWith('node:') && !builtinModules.includes(name) && name !== 'electron')
          names.add(name)
      }
    }
  }
  return names
}

/** Folder of a package as Node would find it from another one; null where it is not installed. */
function folderOf(name, from, root) {
  for (let at = from; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (at === root || at === dirname(at)) return null
  }
}

/**
 * Names of the given packages and of all they need.
 * @throws Error naming a package that is needed and not installed.
 */
export function neededPackages(root, names) {
  const seen = new Set()
  const all = new Set()
  const queue = [...names].map(name => ({ name, from: root, optional: false }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const folder = folderOf(next.name, next.from, root)
    if (!folder) {
      if (next.optional) continue
      throw new Error(`${next.name} is needed at run time and not installed`)
    }
    if (seen.has(folder)) continue
    seen.add(folder)
    all.add(next.name)
    const { dependencies = {}, optionalDependencies = {} } = read(join(folder, 'package.json'))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      queue.push({ name, from: folder, optional: name in optionalDependencies })
  }
  return all
}

/** Names of everything that is installed for production. */
function productionPackages(root) {
  const { packages } = read(join(root, 'package-lock.json'))
  const names = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  return new Set(names)
}

/** Patterns for electron-builder's `files` that leave out every package no shipped program loads. */
export function leftOut(root) {
  const imported = importedPackages([join(root, 'out/main'), join(root, 'out/server')])
  // A bundle also holds words of its packages that look like imports: comments, code that is only generated.
  const needed = neededPackages(
    root,
    OUTSIDE.filter(name => imported.has(name)),
  )
  return [...productionPackages(root)]
    .filter(name => !needed.has(name))
    .sort()
    .map(name => `!**/node_modules/${name}/**`)
}
