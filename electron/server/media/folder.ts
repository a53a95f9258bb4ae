/** Where files live and how heavy one may be. */
import { join } from 'node:path'
import { DEFAULT_DOWNLOAD_LIMIT_MB } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { settings } from '../db/schema'

/** Folder of a company's media. */
export const mediaFolder = (folder: string, companyId: number): string =>
  join(folder, 'media', String(companyId))
/** Folder of files that are still arriving; on the same disk, so that keeping one is a rename. */
export const uploadFolder = (folder: string): string => join(folder, 'media', 'arriving')
/** The address of a company's file, as messages carry it. */
export const mediaUrl = (companyId: number, file: string): string => `/media/${companyId}/${file}`

const BYTES_PER_MB = 1024 * 1024

/** The company's upload limit in bytes: setting downloadLimit in megabytes, else the default. */
export async function uploadLimitBytes(db: Reader, companyId: number | null): Promise<number> {
  if (companyId === null) return DEFAULT_DOWNLOAD_LIMIT_MB * BYTES_PER_MB
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.companyId, companyId), eq(settings.key, 'downloadLimit')))
  const megabytes = Number(row?.value)
  return (megabytes > 0 ? megabytes : DEFAULT_DOWNLOAD_LIMIT_MB) * BYTES_PER_MB
}
