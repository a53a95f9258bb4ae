/** Where files are stored, and how big one may be. */
import { join } from 'node:path'
import { platformSetting } from '../../settings'
import type { Reader } from '../db/client'

/** Folder of a company's media. */
export const mediaFolder = (folder: string, companyId: number): string =>
  join(folder, 'media', String(companyId))
/** Folder of files that are still arriving; on the same disk, so that storing one is a rename. */
export const uploadFolder = (folder: string): string => join(folder, 'media', 'arriving')
/** The path of a company's file, as messages have it. */
export const mediaUrl = (companyId: number, file: string): string => `/media/${companyId}/${file}`

/** The file behind such a path; null when it is not one of the company's. */
export function fileOfUrl(companyId: number, url: string | null): string | null {
  const before = mediaUrl(companyId, '')
  const file = url?.startsWith(before) ? url.slice(before.length) : ''
  return /^[\w-][\w.-]*$/.test(file) ? file : null
}

const BYTES_PER_MB = 1024 * 1024

/** Largest file, sent or received: the platform setting downloadLimit, in megabytes. */
export const uploadLimitBytes = async (db: Reader): Promise<number> =>
  Number(await platformSetting(db, 'downloadLimit')) * BYTES_PER_MB
