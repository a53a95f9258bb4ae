import { mkdirSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { build, defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const outDir = resolve(here, '../../out/stand-in')

// The page's two scripts run as classic scripts, so each is one file without imports: built on their own.
function pageScripts(): Plugin {
  const scripts: [string, string][] = [
    ['page', resolve(here, 'page/index.ts')],
    ['enter', resolve(here, 'enter.ts')],
  ]
  return {
    name: 'turno-stand-in-page',
    async closeBundle() {
      for (const [name, entry] of scripts) {
        await build({
          configFile: false,
          logLevel: 'warn',
          root: here,
          publicDir: false,
          build: {
            outDir,
            emptyOutDir: false,
            minify: false,
            target: 'chrome120',
            lib: { entry, formats: ['iife'], name: `turnoStandIn_${name}`, fileName: () => `${name}.js` },
          },
        })
      }
    },
  }
}

/** The package `electron` that what is built beside the stand-in finds before any other (register.ts). */
function asPackage(): Plugin {
  return {
    name: 'turno-stand-in-package',
    closeBundle() {
      const folder = resolve(outDir, '../node_modules/electron')
      mkdirSync(folder, { recursive: true })
      const exports = { '.': './index.js', './main': './index.js', './common': './index.js' }
      writeFileSync(
        resolve(folder, 'package.json'),
        JSON.stringify({ name: 'electron', type: 'module', exports }),
      )
      const from = '../../stand-in/electron.js'
      writeFileSync(
        resolve(folder, 'index.js'),
        `export * from '${from}'\nexport { default } from '${from}'\n`,
      )
    },
  }
}

/** Builds the stand-in to out/stand-in (ES modules for Node, two scripts for pages). Never packaged. */
export default defineConfig({
  root: here,
  publicDir: false,
  logLevel: 'warn',
  plugins: [pageScripts(), asPackage()],
  build: {
    outDir,
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    target: 'node20',
    ssr: true,
    rollupOptions: {
      input: {
        electron: resolve(here, 'electron.ts'),
        register: resolve(here, 'register.ts'),
        utility: resolve(here, 'utility.ts'),
      },
      external: [...builtinModules, /^node:/, 'ws'],
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
