/**
 * Collects the licence texts of every production package into one file that ships with the product.
 * Asks npm for the production tree, so nothing is listed by hand.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

/** One package's heading and licence text; the SPDX name where no text is shipped. */
function entryOf(path) {
  const meta = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const texts = readdirSync(path)
    .filter(name => LICENCE_FILE.test(name) && !/\.(js|ts|json)$/.test(name))
    .map(name => readFileSync(join(path, name), 'utf8').trim())
  const licence = typeof meta.license === 'string' ? meta.license : (meta.license?.type ?? 'see package')
  return { key: `${meta.name}@${meta.version}`, licence, text: texts.join('\n\n') || `Licence: ${licence}` }
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
