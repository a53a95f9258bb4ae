/** Where the files of conversations lie: one interface, in front of a folder of this machine or of a store elsewhere. */
import { createReadStream } from 'node:fs'
import { link, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { privateFolder } from '../../../database/private-folder'
import { mediaFolder } from './folder'

/** First and last byte, both included. */
interface ByteRange {
  start: number
  end: number
}

/** A stored file as a path of this machine, for as long as it is needed. */
export interface LocalFile {
  path: string
  /** The path is used no longer. */
  release(): Promise<void>
}

/**
 * Files by company and name. A file is written once under its name and never changed. Names are checked by whoever asks
 * (media/serve.ts); they have no folders in them.
 */
export interface MediaPlace {
  /** Takes a file of this machine over; it is gone from its path afterwards. */
  take(companyId: number, file: string, path: string): Promise<void>
  write(companyId: number, file: string, bytes: Uint8Array): Promise<void>
  /** Size in bytes, and when it was written; null when there is no such file. */
  facts(companyId: number, file: string): Promise<{ size: number; changed: Date } | null>
  /** @throws Error when it is gone. */
  read(companyId: number, file: string, range?: ByteRange): Promise<Readable>
  /** A second name of a file; deleting one leaves the other. @returns false when the file is gone; a name that is there stays. */
  copy(companyId: number, file: string, to: string): Promise<boolean>
  /** Nothing happens when it is gone. */
  remove(companyId: number, file: string): Promise<void>
  removeCompany(companyId: number): Promise<void>
  /** For a channel that reads from the disk: the file here. A file that is gone is a path where nothing is. */
  local(companyId: number, file: string): Promise<LocalFile>
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Files in `<folder>/media/<company>`. */
export function folderPlace(folder: string): MediaPlace {
  const at = (companyId: number, file: string): string => join(mediaFolder(folder, companyId), file)
  const made = (companyId: number, file: string): string => {
    privateFolder(mediaFolder(folder, companyId))
    return at(companyId, file)
  }
  return {
    take: (companyId, file, path) => rename(path, made(companyId, file)),
    write: (companyId, file, bytes) => writeFile(made(companyId, file), bytes, { mode: 0o600 }),
    async facts(companyId, file) {
      const info = await stat(at(companyId, file)).catch(() => null)
      return info?.isFile() ? { size: info.size, changed: info.mtime } : null
    },
    read: async (companyId, file, range) => createReadStream(at(companyId, file), range),
    async copy(companyId, file, to) {
      try {
        // No bytes are copied.
        await link(at(companyId, file), at(companyId, to))
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return true
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
    },
    remove: (companyId, file) => rm(at(companyId, file), { force: true }),
    removeCompany: companyId => rm(mediaFolder(folder, companyId), { recursive: true, force: true }),
    local: async (companyId, file) => ({ path: at(companyId, file), release: async () => {} }),
  }
}
