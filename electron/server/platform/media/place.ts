/** Where conversations' files are stored: one interface for a folder of this machine and for a remote store. */
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

/** A stored file as a local path, for as long as it is needed. */
export interface LocalFile {
  path: string
  /** The path is no longer used. */
  release(): Promise<void>
}

/**
 * Files by company and name. A file is written once under its name and never changed. Callers check the names
 * (media/serve.ts); they contain no folders.
 */
export interface MediaPlace {
  /** Takes a local file over; it is gone from its path afterwards. */
  take(companyId: number, file: string, path: string): Promise<void>
  write(companyId: number, file: string, bytes: Uint8Array): Promise<void>
  /** Size in bytes, and when it was written; null when it is missing. */
  facts(companyId: number, file: string): Promise<{ size: number; changed: Date } | null>
  /** @throws Error when it is missing. */
  read(companyId: number, file: string, range?: ByteRange): Promise<Readable>
  /**
   * Gives a file a second name; deleting one leaves the other.
   * @returns false when the file is missing; an existing name stays.
   */
  copy(companyId: number, file: string, to: string): Promise<boolean>
  /** Does nothing when it is missing. */
  remove(companyId: number, file: string): Promise<void>
  removeCompany(companyId: number): Promise<void>
  /** A local path for a channel that reads from disk; of a missing file, a path without a file. */
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
