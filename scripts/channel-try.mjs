/**
 * `npm run channel:try -- --provider cloud|web`: tries a real number, with its owner. Builds the program beside the thread
 * it begins, and runs it.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mergeConfig } from 'vite'
import { nodeBuild, SERVER_ENTRIES } from './lib/node-build.mjs'

const at = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
const outDir = at('out/channel-try')
const { 'web-thread': web } = SERVER_ENTRIES
const { build } = await import('vite')
await build(
  mergeConfig(nodeBuild('server'), {
    logLevel: 'warn',
    build: {
      outDir,
      lib: {
        entry: { main: at('scripts/channel-try/main.ts'), 'web-thread': web },
        formats: ['es'],
        fileName: (_format, name) => `${name}.js`,
      },
    },
  }),
)
await import(pathToFileURL(`${outDir}/main.js`).href)
