/**
 * Every fuse of the Electron that is packed, by its place in the wire. `@electron/fuses` 1.8, the last that runs on Node 20,
 * knows eight of them; the ninth came with Electron 40 and is set here.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** By which the wire is found in a binary. */
export const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const ON = '1'.charCodeAt(0)
const OFF = '0'.charCodeAt(0)

/** Each fuse as it must be found again in the packaged program, in the order of the wire. */
export const FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
}
const NAMES = Object.keys(FUSES)
/** Those electron-builder sets itself (`electronFuses`). */
export const BUILDERS = NAMES.slice(0, 8)

/** The file that holds the wire: on macOS the framework beside the program. */
const wireFile = program =>
  /\.app(?:\/|$)/.test(program)
    ? join(
        `${program.split('.app')[0]}.app`,
        'Contents/Frameworks/Electron Framework.framework/Electron Framework',
      )
    : program

/** Where each wire's fuses begin (a universal program has two), and how many there are. */
function wires(bytes) {
  const found = []
  for (let at = bytes.indexOf(SENTINEL); at !== -1; at = bytes.indexOf(SENTINEL, at + 1))
    found.push({ first: at + SENTINEL.length + 2, length: bytes[at + SENTINEL.length + 1] })
  if (found.length === 0) throw new Error('no fuse wire in this program')
  return found
}

/**
 * Every fuse of a program by name, whether it is on; one that this list does not know by its number.
 * @param {string} program absolute path
 */
export async function fusesIn(program) {
  const bytes = await readFile(wireFile(program))
  const [{ first, length }] = wires(bytes)
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [NAMES[index] ?? `fuse ${index}`, bytes[first + index] === ON]),
  )
}

/**
 * Sets the fuses electron-builder has no name for.
 * @throws Error when the program has fuses nobody stated.
 */
export async function setOwnFuses(program) {
  const file = wireFile(program)
  const bytes = await readFile(file)
  for (const { first, length } of wires(bytes)) {
    if (length !== NAMES.length)
      throw new Error(
        `this Electron has ${length} fuses and ${NAMES.length} are stated: scripts/lib/fuses.mjs`,
      )
    for (let index = BUILDERS.length; index < length; index += 1)
      bytes[first + index] = FUSES[NAMES[index]] ? ON : OFF
  }
  await writeFile(file, bytes)
}
