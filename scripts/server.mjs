/**
 * `npm run server -- [options]`: the embedded workspace alone. Builds it first when the build is missing or older than
 * its sources; all options go to the server.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const at = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
const built = at('out/server/index.js')

/** Newest change below a folder, in milliseconds since the epoch. */
function newest(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0)
}

const sources = Math.max(
  ...['electron', 'src/contract', 'src/i18n', 'src/locales', 'src/spreadsheet'].map(path => newest(at(path))),
)
if (!existsSync(built) || statSync(built).mtimeMs < sources) {
  const { build } = await import('vite')
  await build({ configFile: at('scripts/vite.server.config.mjs'), logLevel: 'warn' })
}
process.argv[1] = built
await import(pathToFileURL(built).href)
