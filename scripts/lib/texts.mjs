/**
 * The texts of one language as two modules: `virtual:texts/pt` has what is said before somebody has signed in,
 * `virtual:texts/pt/rest` everything else. Each file of `src/locales/pt` is a function that reads it when one of its texts is
 * first asked for (src/i18n/areas-on-demand.ts): V8 reads over what is not called.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LOCALES = fileURLToPath(new URL('../../src/locales', import.meta.url))
/** The language nearly everybody reads; of another one the file follows a moment later. */
const FIRST = 'pt'
const NAME = /^virtual:texts\/(\w+)(\/rest)?$/

/** Areas of the sign-in, of its neighbours and of what is asked over every screen (tests/unit/i18n/first-areas.test.ts). */
export const FIRST_AREAS = new Set([
  'apiErrors',
  'common',
  'dialogs',
  'errors',
  'firstRun',
  'keeping',
  'kit',
  'localNetwork',
  'mail',
  'menu',
  'network',
  'servers',
  'shell',
  'signIn',
  'textMenu',
  'unavailable',
])

/** @returns {import('vite').Plugin} */
export function texts() {
  return {
    name: 'turno:texts',
    resolveId: id => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language, rest] = (id.startsWith('\0') && NAME.exec(id.slice(1))) || []
      if (!language) return null
      const folder = join(LOCALES, language)
      const areas = readdirSync(folder)
        .map(name => basename(name, '.json'))
        .filter(area => FIRST_AREAS.has(area) === !rest)
        .map(area => {
          const file = join(folder, `${area}.json`)
          // A changed sentence is seen at once where nothing is built.
          this.addWatchFile(file)
          const words = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))
          return `${area}: () => JSON.parse(${JSON.stringify(words)})`
        })
      return `export default { ${areas.join(',\n')} }`
    },
    // The file is asked for by a script (src/i18n/load.ts): by then every other file of the page has been waited for.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk }) {
        const file = Object.values(bundle).find(
          one => one.type === 'chunk' && one.facadeModuleId === `\0virtual:texts/${FIRST}`,
        )
        if (!file || !chunk) return []
        const asks = [chunk, ...chunk.imports.map(name => bundle[name])].some(
          one => one?.type === 'chunk' && one.dynamicImports.includes(file.fileName),
        )
        if (!asks) return []
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
