import type { Plugin } from 'vite'

interface File {
  imports: readonly string[]
  dynamicImports: readonly string[]
  isEntry: boolean
}
export function wrongOrder(files: Readonly<Record<string, File>>): string[]
export function chunkOrder(): Plugin
