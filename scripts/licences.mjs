/**
 * Collects the licence texts of every production package into one file that ships with the product.
 * Asks npm for the production tree, so nothing is listed by hand.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** Paths of all installed production packages, the project itself left out. */
function productionPackages() {
  const listing = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  return listing
    .split(/\r?\n/)
    .slice(1)
    .filter(path => path && existsSync(join(path, 'package.json')))
}

const textOf = spdx => {
  const path = fileURLToPath(new URL(`licences/${spdx}.txt`, import.meta.url))
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

const nameOf = person => (typeof person === 'string' ? person : person?.name)

/**
 * The licence texts a package is under. What it ships goes first; where it ships none the licence it names is added
 * with its author, and the whole text of a copyleft licence always (lamejs ships a summary only).
 * @throws Error naming a package whose licence has no text: it may not be shipped before somebody has looked.
 */
function textsOf(meta, licence, shipped) {
  if (/GPL/.test(licence)) {
    // The lesser licence is the general one with permissions added: both texts belong together.
    const whole = [...new Set([licence.replace(/-(only|or-later)$/, ''), 'GPL-3.0'])].map(textOf)
    if (whole.includes(null))
      throw new Error(`${meta.name}: the text of ${licence} is not in scripts/licences`)
    return [...shipped, ...whole]
  }
  if (shipped.length > 0) return shipped
  const text = textOf(licence)
  if (text === null)
    throw new Error(`${meta.name} ships no licence text, and ${licence} is not in scripts/licences`)
  const author = nameOf(meta.author) ?? nameOf(meta.contributors?.[0]) ?? `the authors of ${meta.name}`
  return [`Copyright (c) ${author}`, text]
}

/** One package's heading and licence texts. */
function entryOf(path) {
  const meta = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const shipped = readdirSync(path)
    .filter(name => LICENCE_FILE.test(name) && !/\.(js|ts|json)$/.test(name))
    .map(name => readFileSync(join(path, name), 'utf8').trim())
    .filter(text => text !== '')
  const licence = typeof meta.license === 'string' ? meta.license : (meta.license?.type ?? 'see package')
  return { key: `${meta.name}@${meta.version}`, licence, text: textsOf(meta, licence, shipped).join('\n\n') }
}

/**
 * Writes the collected texts.
 * @param {string} target file to write.
 * @returns {number} how many packages were listed.
 */
export function writeLicences(target) {
  const entries = new Map(
    productionPackages()
      .map(path => entryOf(path))
      .map(entry => [entry.key, entry]),
  )
  const sorted = [...entries.values()].sort((a, b) => a.key.localeCompare(b.key))
  const body = sorted.map(e => `${'='.repeat(78)}\n${e.key} (${e.licence})\n${'='.repeat(78)}\n\n${e.text}\n`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `Turno includes the following packages.\n\n${body.join('\n')}`)
  return sorted.length
}
