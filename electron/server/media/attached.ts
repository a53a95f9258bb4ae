/** The one file that belongs to a row (a queue's or an option's): taken over, replaced, taken away. */
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Refusal } from '../errors'
import type { UploadedFile } from '../http/handlers'
import { mediaFolder } from './folder'
import { keepUpload } from './store'

/** What a row keeps of its file: `mediaPath` is the address below the server's origin. */
export interface Attached {
  mediaPath: string
  mediaName: string
}

/**
 * Moves the first uploaded file into the company's folder.
 * @throws Refusal ERR_VALIDATION when the call carried no file.
 */
export async function attach(
  folder: string,
  companyId: number,
  files: readonly UploadedFile[],
): Promise<Attached> {
  const [file] = files
  if (!file) throw new Refusal('ERR_VALIDATION', { field: 'file' })
  const media = await keepUpload(folder, companyId, file)
  return { mediaPath: `/media/${companyId}/${media.mediaFile}`, mediaName: media.mediaName }
}

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])

/**
 * The same for a picture.
 * @throws Refusal ERR_VALIDATION without a file, ERR_FILE_TYPE for anything but PNG or JPEG.
 */
export async function attachPicture(
  folder: string,
  companyId: number,
  files: readonly UploadedFile[],
): Promise<Attached> {
  const [file] = files
  if (!file) throw new Refusal('ERR_VALIDATION', { field: 'file' })
  const media = await keepUpload(folder, companyId, file)
  const attached = { mediaPath: `/media/${companyId}/${media.mediaFile}`, mediaName: media.mediaName }
  if (PICTURES.has(media.mediaMime)) return attached
  await discardAttached(folder, companyId, attached.mediaPath)
  throw new Refusal('ERR_FILE_TYPE')
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
