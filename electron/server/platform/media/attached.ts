/** The single file of a row (a queue's or an option's): stored, replaced, removed. */
import { basename } from 'node:path'
import { ApiError } from '../../errors'
import type { UploadedFile } from '../http/handlers'
import { mediaUrl } from './folder'
import type { MediaPlace } from './place'
import { keepUpload, type StoredMedia } from './store'

/** The columns of a row about its file: `mediaPath` is a path on the server. */
export interface Attached {
  mediaPath: string
  mediaName: string
}

/**
 * Moves the first uploaded file into the company's folder.
 * @throws ApiError ERR_VALIDATION when the call carried no file.
 */
export async function attach(
  place: MediaPlace,
  companyId: number,
  files: readonly UploadedFile[],
): Promise<Attached> {
  const [file] = files
  if (!file) throw new ApiError('ERR_VALIDATION', { field: 'file' })
  const media = await keepUpload(place, companyId, file)
  return { mediaPath: mediaUrl(companyId, media.mediaFile), mediaName: media.mediaName }
}

/** Mime types of pictures for schedules and announcements, as detected from their bytes. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])

/**
 * Moves an uploaded picture into the company's folder.
 * @throws ApiError ERR_VALIDATION without a file, ERR_FILE_TYPE for anything but PNG or JPEG, which is not kept.
 */
export async function keepPicture(
  place: MediaPlace,
  companyId: number,
  file: UploadedFile | undefined,
): Promise<StoredMedia> {
  if (!file) throw new ApiError('ERR_VALIDATION', { field: 'file' })
  const media = await keepUpload(place, companyId, file)
  if (PICTURES.has(media.mediaMime)) return media
  await place.remove(companyId, media.mediaFile)
  throw new ApiError('ERR_FILE_TYPE')
}

/** The same for a row that stores its file by path. */
export async function attachPicture(
  place: MediaPlace,
  companyId: number,
  files: readonly UploadedFile[],
): Promise<Attached> {
  const { mediaFile, mediaName } = await keepPicture(place, companyId, files[0])
  return { mediaPath: mediaUrl(companyId, mediaFile), mediaName }
}

/** Deletes the file a row no longer has. */
export async function discardAttached(
  place: MediaPlace,
  companyId: number,
  mediaPath: string | null,
): Promise<void> {
  if (mediaPath?.startsWith(mediaUrl(companyId, ''))) await place.remove(companyId, basename(mediaPath))
}
