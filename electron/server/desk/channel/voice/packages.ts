/**
 * The packages that make voice notes: an MP3 decoder and an Opus encoder, both WebAssembly. They are not dependencies
 * of Turno (the decoder is LGPL): they are loaded where installed, and only their types are named here.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type VoiceTools = Pick<typeof import('mpg123-decoder'), 'MPEGDecoder'> &
  Pick<typeof import('libopus-wasm'), 'createEncoder' | 'Application'>

/** Addresses to import. */
export interface VoicePackages {
  decoder: string
  encoder: string
}

/** Conditions under which a package is imported here. */
const CONDITIONS = new Set(['.', 'node', 'import', 'default'])

/** The file a package's `exports` give for an import: the first matching condition, as Node reads it. */
function importedFile(exported: unknown): string | null {
  if (typeof exported === 'string') return exported
  if (typeof exported !== 'object' || exported === null) return null
  for (const [condition, target] of Object.entries(exported)) {
    const file = CONDITIONS.has(condition) ? importedFile(target) : null
    if (file !== null) return file
  }
  return null
}

/** @returns null when the folder has no importable package. */
function entryOf(folder: string): string | null {
  try {
    const { exports, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = exports === undefined ? (main ?? 'index.js') : importedFile(exports)
    return typeof file === 'string' ? pathToFileURL(join(folder, file)).href : null
  } catch {
    return null
  }
}

/**
 * Where a package is: in the named folder, where the server was started, or beside the server's program. Looked up by
 * folder, because `require.resolve` does not find packages that can only be imported.
 * @param folder one with `node_modules` in it; null when none was named.
 * @returns the address to import it by; null when missing.
 */
export function addressOf(name: string, folder: string | null): string | null {
  const places = folder === null ? [join(process.cwd(), 'x.js'), import.meta.url] : [join(folder, 'x.js')]
  for (const place of places)
    for (const modules of createRequire(place).resolve.paths(name) ?? []) {
      const entry = entryOf(join(modules, name))
      if (entry !== null) return entry
    }
  return null
}

/** Both of them, as `addressOf` finds them; null when one is missing. */
export function findVoicePackages(folder: string | null): VoicePackages | null {
  const decoder = addressOf('mpg123-decoder', folder)
  const encoder = addressOf('libopus-wasm', folder)
  return decoder !== null && encoder !== null ? { decoder, encoder } : null
}

/** Loads them. @throws whatever is wrong with them. */
export async function loadVoiceTools({ decoder, encoder }: VoicePackages): Promise<VoiceTools> {
  const [mp3, opus] = await Promise.all([
    import(/* @vite-ignore */ decoder),
    import(/* @vite-ignore */ encoder),
  ])
  const { MPEGDecoder } = mp3 as VoiceTools
  const { createEncoder, Application } = opus as VoiceTools
  return { MPEGDecoder, createEncoder, Application }
}
