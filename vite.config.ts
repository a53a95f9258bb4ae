import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import electron from 'vite-plugin-electron'
import simple from 'vite-plugin-electron/simple'
import { chunkOrder } from './scripts/lib/chunk-order.mjs'
import { directImports } from './scripts/lib/direct-imports.mjs'
import { nodeBuild, SERVER_ENTRIES } from './scripts/lib/node-build.mjs'
import { startChunk } from './scripts/lib/start-chunks.mjs'
import { startDev } from './scripts/lib/start-dev.mjs'
import { texts } from './scripts/lib/texts.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Packages that every screen needs, kept apart so that a change of ours does not invalidate them. Icons would be dozens
 * of files of half a kilobyte.
 */
const SHARED_CHUNKS = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
  },
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/ },
  {
    name: 'antd',
    test: /node_modules[\\/](?:antd|@ant-design[\\/](?!charts|plots|graphs)|@rc-component|rc-[\w-]+|@emotion)[\\/]/,
    // In parts: what only the screens of administration use comes with them.
    entriesAware: true,
    // A piece that few screens share travels with its neighbours: every file is a request that main answers.
    entriesAwareMergeThreshold: 80_000,
  },
  {
    // By the areas that a page uses; crumbs go with their neighbours: larger ones would wait for one another.
    name: 'contract',
    test: /[\\/](?:src[\\/]contract|node_modules[\\/]zod)[\\/]/,
    priority: 1,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
  },
  { name: startChunk, debugName: 'start' },
]

/** One per kind of window, each built alone: a sandboxed preload is a single file. */
const PRELOADS = ['console', 'popout', 'spy', 'recorder'] as const

/** Pages of the renderer: the console, the windows beside it, and the hidden one that records. */
const PAGES = {
  index: at('./index.html'),
  second: at('./second.html'),
  recorder: at('./recorder.html'),
}

/** The one copyleft package in the renderer: a file of its own that says what it is and may be exchanged. */
const LAMEJS_NOTICE = `/*! lamejs (@breezystack/lamejs), MP3 encoder based on LAME, under LGPL-3.0.
 * Source: https://github.com/shijinyu/lamejs and https://lame.sourceforge.io
 * This file is unmodified but for bundling; replace it with your own build of the same name to change the encoder. */`

const DEV_PORT = Number(process.env.TURNO_DEV_PORT ?? 5_173)

export default defineConfig(({ command }) => ({
  root: at('./'),
  resolve: {
    alias: [
      { find: '@contract', replacement: at('./src/contract/index.ts') },
      { find: /^@\//, replacement: at('./src/') },
    ],
  },
  // Pages live at app://turno, so the update channel needs its address said outright.
  server: {
    port: DEV_PORT,
    strictPort: true,
    hmr: { protocol: 'ws', host: 'localhost', clientPort: DEV_PORT },
  },
  plugins: [
    react(),
    texts(),
    directImports(),
    chunkOrder(),
    {
      // src/ui/no-scroll-lock.ts says why.
      name: 'no-scroll-lock',
      enforce: 'pre',
      resolveId: (source: string, importer: string | undefined) =>
        source.endsWith('/useScrollLocker') && importer?.includes('@rc-component/portal')
          ? at('./src/ui/no-scroll-lock.ts')
          : null,
    },
    // TURNO_RENDERER_ONLY: the UI alone, for a plain browser.
    ...(process.env.TURNO_RENDERER_ONLY
      ? []
      : [
          simple({
            main: { entry: at('./electron/main/index.ts'), onstart: startDev, vite: nodeBuild('main') },
            preload: PRELOADS.map(name => ({
              input: { [name]: at(`./electron/preload/${name}.ts`) },
              vite: nodeBuild('preload'),
            })),
          }),
          electron({
            entry: SERVER_ENTRIES,
            onstart: () => undefined,
            vite: nodeBuild('server'),
          }),
        ]),
  ],
  // Pages stand at any depth (/tickets/<uuid>); the plugin's default of relative addresses would break a reload there.
  base: '/',
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { postBanner: chunk => (chunk.name.startsWith('lamejs') ? LAMEJS_NOTICE : '') },
    },
  },
  build: {
    outDir: at('./out/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    // Beside the files, named by none of them and never packed: scripts/stack.mjs reads a logged stack with them.
    sourcemap: command === 'serve' ? true : 'hidden',
    // Inlined as data: by default below 4 kB; images may, scripts and fonts are files of ours.
    assetsInlineLimit: 2_048,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: PAGES,
      // Nothing happens when a part of the contract is loaded: what a page uses nothing of stays out of it.
      treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]contract[\\/]/, sideEffects: false }] },
      // Its warning counts imports that tree shaking takes away: areas of the endpoints table are files of their own.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: { groups: SHARED_CHUNKS },
        // A part of a shared chunk is called after all that load it.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*$/, '')}-[hash].js`,
      },
    },
  },
}))
