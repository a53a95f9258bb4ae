/** Turns a TypeScript entry of the tests into a module plain Node can run, in its own process. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * @param {string} entry path below the project's root
 * @param {string} name of the output, without extension
 * @returns {Promise<string>} path of the module
 */
export async function bundle(entry, name) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@contract': `${root}src/contract/index.ts` } },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'out/tests',
      emptyOutDir: false,
      rollupOptions: {
        input: { [name]: `${root}${entry}` },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return `${root}out/tests/${name}.mjs`
}
