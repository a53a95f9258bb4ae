import type { Configuration } from 'electron-builder'

export interface Packed {
  /** Folder of the packed program, and its archive. */
  program: string
  archive: string
  /** Files in the archive and beside it, with forward slashes. */
  inside: string[]
  beside: string[]
  /** Fuses by name, whether they are on. */
  fuses: Record<string, boolean>
}

export const FUSES: Readonly<Record<string, boolean>>
export function buildConfig(root: string): { extends: string; files: string[] }
export function validate(root: string): Promise<Configuration>
export function fusesIn(program: string): Promise<Record<string, boolean>>
export function packed(root: string, folder: string): Promise<Packed>
export function problemsOf(packed: Pick<Packed, 'inside' | 'beside' | 'fuses'>): string[]
