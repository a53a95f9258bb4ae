/** How the programs that run in Node (main, preload, server) are built: our own code is bundled, packages stay outside. */
import { builtinModules } from 'node:module'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = path => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const OURS = /^(?:\.|@contract$|@\/|\0)/

/** Everything from node_modules and Node itself is loaded at run time. */
const isExternal = id => builtinModules.includes(id) || (!OURS.test(id) && !isAbsolute(id))

/**
 * @param {'main' | 'preload' | 'server'} target which program; decides format and folder
 * @returns {import('vite').InlineConfig}
 */
export function nodeBuild(target) {
  const preload = target === 'preload'
  return {
    configFile: false,
    root: at('.'),
    publicDir: false,
    resolve: {
      alias: [
        { find: '@contract', replacement: at('src/contract/index.ts') },
        { find: /^@\//, replacement: at('src/') },
      ],
    },
    build: {
      outDir: at(`out/${target}`),
      // Preloads share a folder and are built one after the other.
      emptyOutDir: !preload,
      target: preload ? 'chrome140' : 'node20',
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        platform: preload ? 'browser' : 'node',
        external: preload ? ['electron'] : isExternal,
        output: {
          format: preload ? 'cjs' : 'es',
          entryFileNames: preload ? '[name].cjs' : 'index.js',
          chunkFileNames: preload ? '[name]-[hash].cjs' : '[name]-[hash].js',
        },
      },
    },
  }
}
