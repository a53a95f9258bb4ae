/**
 * Baileys, the library of WhatsApp Web's protocol, and what makes voice notes. They are no dependencies of Turno:
 * Baileys' libsignal is under the GPL and the MP3 decoder under the LGPL, so whoever runs the standalone server adds them,
 * and no installer contains them (docs/decisions.md). Only their types are named here; they are loaded by the address found.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PACKAGE = '@whiskeysockets/baileys'

type Baileys = typeof import('@whiskeysockets/baileys')

/** The part of the library that is used; tests put their own in its place. */
export type WebLibrary = Pick<
  Baileys,
  | 'makeWASocket'
  | 'initAuthCreds'
  | 'makeCacheableSignalKeyStore'
  | 'BufferJSON'
  | 'Browsers'
  | 'proto'
  | 'normalizeMessageContent'
  | 'getContentType'
  | 'getMediaKeys'
  | 'getUrlFromDirectPath'
  | 'DEFAULT_ORIGIN'
  | 'DEFAULT_CONNECTION_CONFIG'
  | 'decodeMessageNode'
  | 'unpadRandomMax16'
  | 'cleanMessage'
  | 'getStatusFromReceiptType'
  | 'areJidsSameUser'
>
export type WebSocketOf = ReturnType<Baileys['makeWASocket']>

/** What makes a voice note: a decoder of MP3 and an encoder of Opus, both WebAssembly. */
export type VoiceTools = Pick<typeof import('mpg123-decoder'), 'MPEGDecoder'> &
  Pick<typeof import('libopus-wasm'), 'createEncoder' | 'Application'>

/** Addresses to import; without the two of sound, a voice note goes as a file. */
export interface Installed {
  library: string
  decoder: string | null
  encoder: string | null
}

/** Conditions under which a package is imported here. */
const CONDITIONS = new Set(['.', 'node', 'import', 'default'])

/** The file that `exports` of a package names for an import of it: the first condition that holds, as Node reads it. */
function importedFile(exported: unknown): string | null {
  if (typeof exported === 'string') return exported
  if (typeof exported !== 'object' || exported === null) return null
  for (const [condition, target] of Object.entries(exported)) {
    const file = CONDITIONS.has(condition) ? importedFile(target) : null
    if (file !== null) return file
  }
  return null
}

/** @returns null where no package lies in the folder, or one that cannot be imported. */
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
 * Where a package is: in the named folder, where the server was started, or beside the server's program. It is looked for
 * by its folder: `require.resolve` finds no package that can only be imported.
 */
function addressOf(name: string, folder: string | null): string | null {
  const places = folder === null ? [join(process.cwd(), 'x.js'), import.meta.url] : [join(folder, 'x.js')]
  for (const place of places)
    for (const modules of createRequire(place).resolve.paths(name) ?? []) {
      const entry = entryOf(join(modules, name))
      if (entry !== null) return entry
    }
  return null
}

/**
 * What is installed of it.
 * @param folder value of TURNO_WEB_PACKAGES: a folder with `node_modules` in it; null when not given.
 * @returns null when the library is not.
 */
export function findInstalled(folder: string | null): Installed | null {
  const library = addressOf(PACKAGE, folder)
  if (library === null) return null
  return { library, decoder: addressOf('mpg123-decoder', folder), encoder: addressOf('libopus-wasm', folder) }
}

/** Loads the library. @throws whatever is wrong with it. */
export async function loadLibrary({ library }: Installed): Promise<WebLibrary> {
  return import(/* @vite-ignore */ library)
}

/** How to load what makes voice notes; null when one of the two is missing. */
export function voiceToolsOf({ decoder, encoder }: Installed): (() => Promise<VoiceTools>) | null {
  if (decoder === null || encoder === null) return null
  return async () => {
    const [mp3, opus] = await Promise.all([
      import(/* @vite-ignore */ decoder),
      import(/* @vite-ignore */ encoder),
    ])
    const { MPEGDecoder } = mp3 as VoiceTools
    const { createEncoder, Application } = opus as VoiceTools
    return { MPEGDecoder, createEncoder, Application }
  }
}
