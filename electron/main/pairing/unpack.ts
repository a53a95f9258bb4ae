/** The files of a tarball, in memory: nothing is written before all of it was looked at. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Parser } from 'tar/parse'
import { InstallFailed } from './failed'
import type { ComponentPackage } from './list'

/** What a file takes in an archive besides its bytes: its header, an extended one, what fills up the last block. */
const WRAPPING_BYTES = 4_096
const DEEPEST = 20
const LONGEST_NAME = 128

/** Never loaded: types, and maps of sources. */
const NEEDLESS = /\.(?:d\.[cm]?ts|map)$/

/** Names of devices on Windows, whatever stands behind a point. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name that is one, and the same one, on every system. */
const isPlain = (name: string): boolean =>
  /^[\w@+ .,()=[\]-]+$/.test(name) &&
  name.length <= LONGEST_NAME &&
  !/^\.+$|[ .]$|^ /.test(name) &&
  !DEVICE.test(name)

/**
 * Where a file of an archive goes, below its package; null for what goes nowhere: up, elsewhere, over another package. Pure.
 * @param path as the archive has it; its first folder is the package itself.
 */
export function placeOf(path: string): string | null {
  const [own = '', ...names] = path.split('/')
  const over = names[0]?.toLowerCase() === 'node_modules'
  const fits = isPlain(own) && !over && names.length > 0 && names.length <= DEEPEST
  return fits && names.every(isPlain) ? names.join('/') : null
}

function parsed(tar: Buffer, most: ComponentPackage): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>()
    const seen = new Set<string>()
    let bytes = 0
    let refused = false
    const refuse = (why: unknown): void => {
      refused = true
      reject(new InstallFailed('content', most.name, { cause: why }))
    }
    const parser = new Parser({
      strict: true,
      onReadEntry(entry) {
        if (refused || entry.type === 'Directory') return void entry.resume()
        const place = entry.type === 'File' || entry.type === 'OldFile' ? placeOf(entry.path) : null
        bytes += entry.size
        const twice = place !== null && seen.has(place.toLowerCase())
        if (place === null || twice || bytes > most.bytes || seen.size >= most.files) {
          refuse(new Error(`${entry.type} ${entry.path}`))
          return void entry.resume()
        }
        seen.add(place.toLowerCase())
        if (NEEDLESS.test(place)) return void entry.resume()
        const pieces: Buffer[] = []
        entry.on('data', piece => void pieces.push(piece as Buffer))
        entry.on('end', () => void files.set(place, Buffer.concat(pieces)))
      },
    })
    parser.on('error', refuse)
    parser.on('end', () => resolve(files))
    parser.end(tar)
  })
}

/**
 * Unpacks a tarball.
 * @returns its files by their place in the package's folder.
 * @throws InstallFailed for what is broken, larger than the list says, or would be written elsewhere.
 */
export async function filesOf(tarball: Buffer, one: ComponentPackage): Promise<Map<string, Buffer>> {
  const maxOutputLength = one.bytes + (one.files + 1) * WRAPPING_BYTES + WRAPPING_BYTES
  let tar: Buffer
  try {
    tar = await promisify(gunzip)(tarball, { maxOutputLength })
  } catch (cause) {
    throw new InstallFailed('content', one.name, { cause })
  }
  return parsed(tar, one)
}
