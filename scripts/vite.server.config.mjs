/** Builds the embedded workspace alone (`npm run server` without a full build). */
import { defineConfig, mergeConfig } from 'vite'
import { nodeBuild, SERVER_ENTRIES } from './lib/node-build.mjs'

export default defineConfig(
  mergeConfig(nodeBuild('server'), {
    build: { lib: { entry: SERVER_ENTRIES, formats: ['es'], fileName: (_format, name) => `${name}.js` } },
  }),
)
