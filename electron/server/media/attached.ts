/** The one file that belongs to a row (a queue's or an option's): taken over, replaced, taken away. */
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ApiError } from '../errors'
import type { UploadedFile } from '../http/handlers'
import { mediaFolder, mediaUrl } from './folder'
import { keepUpload, type StoredMedia } from './store'

/** What a row keeps of its file: `mediaPath` is the address below the server's origin. */
export interface Attached {
  mediaPath: string
  mediaName: string
}

/**
 * Moves the first uploaded file into the company's folder.
 * @throws ApiError ERR_VALIDATION when the call carried no file.
 */
export async function attach(
  folder: string,
  companyId: number,
  files: readonly UploadedFile[],
): Promise<Attached> {
  const [file] = files
  if (!file) throw new ApiError('ERR_VALIDATION', { field: 'file' })
  const media = await keepUpload(folder, companyId, file)
  return { mediaPath: mediaUrl(companyId, media.mediaFile), mediaName: media.mediaName }
}

/** Mime types of pictures that schedules and announcements carry, as proven by their bytes. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])

/**
 * Moves an uploaded picture into the company's folder.
 * @throws ApiError ERR_VALIDATION without a file, ERR_FILE_TYPE for anything but PNG or JPEG, which is not kept.
 */
export async function keepPicture(
  folder: string,
  companyId: number,
  file: UploadedFile | undefined,
): Promise<StoredMedia> {
  if (!file) throw new ApiError('ERR_VALIDATION', { field: 'file' })
  const media = await keepUpload(folder, companyId, file)
  if (PICTURES.has(media.mediaMime)) return media
  await rm(join(mediaFolder(folder, companyId), media.mediaFile), { force: true })
  throw new ApiError('ERR_FILE_TYPE')
}

/** The same for a row that keeps its file by address. */
export async function attachPicture(
  folder: string,
  companyId: number,
  files: readonly UploadedFile[],
): Promise<Attached> {
  const { mediaFile, mediaName } = await keepPicture(folder, companyId, files[0])
  return { mediaPath: mediaUrl(companyId, mediaFile), mediaName }
}

/** Where the file of a row lies on this machine; null for a path that is not the company's own. */
export function attachedFile(folder: string, companyId: number, mediaPath: string | null): string | null {
  if (!mediaPath?.startsWith(`/media/${companyId}/`)) return null
  return join(mediaFolder(folder, companyId), basename(mediaPath))
}

/** Deletes the file a row no longer names. */
export async function discardAttached(
  folder: string,
  companyId: number,
  mediaPath: string | null,
): Promise<void> {
  const file = attachedFile(folder, companyId, mediaPath)
  if (file) await rm(file, { force: true })
}
