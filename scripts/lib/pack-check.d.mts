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
  /** Text of app-update.yml. */
  update: string
  /** Files of Chromium's own texts. */
  languages: string[]
  /** The launcher's entry by kind of installer. */
  entries: Record<string, string>
}

export function releaseConfig(
  env: Record<string, string | undefined>,
  system: string,
  version: string,
): Configuration
export function buildConfig(root: string): Configuration & { extends: string; files: string[] }
/** Writes out/config.json. */
export function writeShippedConfig(root: string, registry?: string): void
export function validate(root: string): Promise<Configuration>
export function packed(root: string, folder: string): Promise<Packed>
export function problemsOf(packed: Pick<Packed, 'inside' | 'beside' | 'fuses'> & Partial<Packed>): string[]
