import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The gallery alone, in a plain browser: `npm run gallery`. It is no part of the product and never packed. */
export default defineConfig({
  root: at('./'),
  resolve: {
    alias: [
      { find: '@contract', replacement: at('../contract/index.ts') },
      { find: /^@\//, replacement: at('../') },
    ],
  },
  plugins: [react()],
  build: {
    outDir: at('../../out/gallery'),
    emptyOutDir: true,
    target: 'chrome140',
    chunkSizeWarningLimit: 2_500,
  },
})
