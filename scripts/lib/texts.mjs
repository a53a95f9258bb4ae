/**
 * The texts of one language as a module of its own: `virtual:texts/pt`. An area keeps its three languages side by side in
 * one file, where whoever changes a sentence sees all of them; a window shows one, and loads that alone. Each area is a
 * function of its own: V8 reads over what is not called (src/i18n/areas-on-demand.ts).
 */
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const REGISTRY = fileURLToPath(new URL('../../src/i18n/registry.ts', import.meta.url))
/** The language nearly everybody reads; of another one the file follows a moment later. */
const FIRST = 'pt'
const NAME = /^virtual:texts\/(\w+)$/

/** @returns {import('vite').Plugin} */
export function texts() {
  let builds = false
  /** @type {Promise<Record<string, { translation: object }>> | undefined} */
  let gathered
  const gather = async () => (await runnerImport(REGISTRY, { configFile: false })).module.resources()
  return {
    name: 'turno:texts',
    configResolved(config) {
      builds = config.command === 'build'
    },
    resolveId: id => (NAME.test(id) ? `\0${id}` : null),
    async load(id) {
      const language = id.startsWith('\0') ? NAME.exec(id.slice(1))?.[1] : undefined
      if (!language) return null
      // Where nothing is built, a changed sentence is to be seen at once.
      if (!builds)
        return `import { resources } from ${JSON.stringify(REGISTRY)}
export default Object.fromEntries(Object.entries(resources().${language}.translation).map(([area, words]) => [area, () => words]))`
      gathered ??= gather()
      const tree = (await gathered)[language]?.translation
      if (!tree) throw new Error(`there are no texts in ${language}`)
      const areas = Object.entries(tree).map(([area, words]) => `${area}: () => (${JSON.stringify(words)})`)
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
