/** What a packed program weighs, part by part: as it lies on the disk, and roughly as an installer compresses it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)

/** Parts by the first pattern that fits a file's path. */
const PARTS = [
  ['database, native module', /\.node$/],
  ['packages', /^node_modules\//],
  ['main', /^out\/main\//],
  ['preloads', /^out\/preload\//],
  [
    'server: the demo',
    /^out\/server\/(?:demo|seed|scale|stories|traffic|phrases|damage|label|map|product|qr|receipt|slip|smile|tax-note|unboxing|voice)/,
  ],
  ['server', /^out\/server\//],
  ['window: emoji', /^out\/renderer\/assets\/emoji/],
  ['window: charts', /^out\/renderer\/assets\/charts/],
  ['window: spreadsheets', /^out\/renderer\/assets\/sheet/],
  ['window: texts', /^out\/renderer\/assets\/(?:pt|en|es)-/],
  ['window: fonts', /\.woff2$/],
  ['window: other scripts', /^out\/renderer\/.*\.js$/],
  ['window: other', /^out\/renderer\//],
  ['licences', /LICENSES/],
  ['sounds', /^sounds\//],
  ['icons', /^icons\//],
]
const partOf = file => PARTS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'other'

/**
 * @param {{ program: string, archive: string, inside: string[], beside: string[] }} packed
 * @returns of each part its files and bytes, the heaviest first; Electron itself is not among them.
 */
export function sizesOf({ program, archive, inside, beside }) {
  const { extractFile, statFile } = require('@electron/asar')
  const parts = new Map()
  const add = (file, bytes) => {
    const name = partOf(file)
    const part = parts.get(name) ?? { name, files: 0, bytes: 0, packed: 0 }
    parts.set(name, {
      ...part,
      files: part.files + 1,
      bytes: part.bytes + bytes.length,
      packed: part.packed + gzipSync(bytes, { level: 6 }).length,
    })
  }
  for (const file of inside) if (!statFile(archive, file).unpacked) add(file, extractFile(archive, file))
  for (const file of beside) {
    if (file === 'app.asar') continue
    add(file.replace(/^app\.asar\.unpacked\//, ''), readFileSync(join(program, 'resources', file)))
  }
  return [...parts.values()].sort((a, b) => b.bytes - a.bytes)
}

/** The same as lines of a table, with their sum. */
export function tableOf(parts) {
  const mb = bytes => (bytes / 1e6).toFixed(2).padStart(8)
  const line = ({ name, files, bytes, packed }) =>
    `${name.padEnd(28)}${String(files).padStart(6)}${mb(bytes)} MB${mb(packed)} MB packed`
  const sum = key => parts.reduce((all, part) => all + part[key], 0)
  return [...parts, { name: 'all', files: sum('files'), bytes: sum('bytes'), packed: sum('packed') }].map(
    line,
  )
}
