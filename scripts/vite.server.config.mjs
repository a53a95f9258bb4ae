/** Builds the embedded workspace alone (`npm run server` without a full build). */
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vite'
import { nodeBuild } from './lib/node-build.mjs'

const entry = fileURLToPath(new URL('../electron/server/index.ts', import.meta.url))

export default defineConfig(
  mergeConfig(nodeBuild('server'), {
    build: { lib: { entry, formats: ['es'], fileName: () => 'index.js' } },
  }),
)
