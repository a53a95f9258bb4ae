/**
 * Baileys, the library of WhatsApp Web's protocol, and the voice note packages (../voice/packages). It is not a
 * dependency of Turno: its libsignal is GPL, so the operator of a standalone server installs it, and no installer
 * contains it (docs/decisions.md). Only its types are named here; it is loaded by the address found.
 */
import { addressOf, findVoicePackages, type VoicePackages } from '../voice/packages'

const PACKAGE = '@whiskeysockets/baileys'

type Baileys = typeof import('@whiskeysockets/baileys')

/** The part of the library that is used; tests substitute their own. */
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

/** Addresses to import; without `voice`, voice notes go as files. */
export interface Installed {
  library: string
  voice: VoicePackages | null
}

/**
 * Looks for the installed packages.
 * @param folder value of TURNO_WEB_PACKAGES: a folder with `node_modules` in it; null when not given.
 * @returns null without the library.
 */
export function findInstalled(folder: string | null): Installed | null {
  const library = addressOf(PACKAGE, folder)
  if (library === null) return null
  return { library, voice: findVoicePackages(folder) }
}

/** Loads the library. @throws whatever is wrong with it. */
export async function loadLibrary({ library }: Installed): Promise<WebLibrary> {
  return import(/* @vite-ignore */ library)
}
