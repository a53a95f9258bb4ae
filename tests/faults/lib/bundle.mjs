/** Turns a TypeScript entry of the tests into a module plain Node can run, in its own process. */
import { build } from 'vite'

// Commands run in the project's root; this file may itself be part of what was bundled, and lie somewhere else.
const root = `${process.cwd()}/`

/**
 * @param {string} entry path below the project's root
 * @param {string} name of the output, without extension
 * @returns {Promise<string>} path of the module
 */
export async function bundle(entry, name) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
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
