import type { Plugin } from 'vite'

export interface PairingPackage {
  name: string
  version: string
  path: string
  integrity: string
  bytes: number
  files: number
}
/** What the component that pairs numbers consists of. @param root folder with package-lock.json and node_modules. */
export function pairingList(root?: string): { version: string; packages: PairingPackage[] }
/** Provides `virtual:pairing-list`. */
export function pairingModule(): Plugin
