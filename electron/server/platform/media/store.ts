/** Stores files in a company's folder. */
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { HEAD_BYTES, inspectFile } from '../../../file-kinds'
import type { UploadedFile } from '../http/handlers'
import { imageSize } from './image-size'
import type { IncomingMedia, KeptFile } from './kept-file'
import type { MediaPlace } from './place'

/** The columns of a message about its file. */
export type StoredMedia = KeptFile

/** What a row says of a file where it has none. */
export const NO_FILE = {
  mediaFile: null,
  mediaName: null,
  mediaMime: null,
  mediaSize: null,
  mediaWidth: null,
  mediaHeight: null,
}

/** The file a row names, under `mediaFile`, which may be a second name of it. */
export const storedIn = (
  row: Partial<{ [Fact in keyof StoredMedia]: StoredMedia[Fact] | null }>,
  mediaFile: string,
): StoredMedia => ({
  mediaFile,
  mediaName: row.mediaName ?? row.mediaFile ?? mediaFile,
  mediaMime: row.mediaMime ?? 'application/octet-stream',
  mediaType: row.mediaType ?? 'application',
  mediaSize: row.mediaSize ?? 0,
  mediaWidth: row.mediaWidth ?? null,
  mediaHeight: row.mediaHeight ?? null,
  mediaDuration: row.mediaDuration ?? null,
})

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function factsOf(
  head: Uint8Array,
  name: string,
  size: number,
  statedMime: string,
): Omit<StoredMedia, 'mediaDuration'> {
  const kind = inspectFile(head, name, statedMime)
  const pixels = kind.mediaType === 'image' ? imageSize(head) : null
  return {
    mediaFile: `${randomUUID()}${kind.extension}`,
    mediaName: name,
    mediaMime: kind.mime,
    mediaType: kind.mediaType,
    mediaSize: size,
    mediaWidth: pixels?.width ?? null,
    mediaHeight: pixels?.height ?? null,
  }
}

/** Moves an uploaded file to the company's folder under a new name. */
export async function keepUpload(
  place: MediaPlace,
  companyId: number,
  file: UploadedFile,
): Promise<StoredMedia> {
  const stored = factsOf(await headOf(file.path), file.name, file.size, file.mime)
  await place.take(companyId, stored.mediaFile, file.path)
  return { ...stored, mediaDuration: null }
}

/** Stores a file a customer sent. The channel's size and length take precedence over what the bytes show. */
export async function keepIncoming(
  place: MediaPlace,
  companyId: number,
  media: IncomingMedia,
): Promise<StoredMedia> {
  const stored = factsOf(media.bytes.subarray(0, HEAD_BYTES), media.name, media.bytes.length, media.mime)
  await place.write(companyId, stored.mediaFile, media.bytes)
  return {
    ...stored,
    mediaWidth: media.width ?? stored.mediaWidth,
    mediaHeight: media.height ?? stored.mediaHeight,
    mediaDuration: media.duration ?? null,
  }
}

/** Whether a message's file is still stored. */
export const isStored = async (place: MediaPlace, companyId: number, file: string): Promise<boolean> =>
  (await place.facts(companyId, file)) !== null

/** Gives a stored file a second name (forwarding): deleting one leaves the other. @throws Error when it is missing. */
export async function shareFile(place: MediaPlace, companyId: number, file: string): Promise<string> {
  const copy = `${randomUUID()}${extname(file)}`
  if (!(await place.copy(companyId, file, copy))) throw new Error('the file is gone')
  return copy
}

/**
 * A copy of a company's file to go out with a message, under a new name.
 * @param path on the server (`/media/<company>/<file>`).
 * @returns null when the file is not the company's or is missing: the text leaves without it.
 */
export async function shareAttached(
  place: MediaPlace,
  companyId: number,
  path: string,
  name: string,
): Promise<StoredMedia | null> {
  const prefix = `/media/${companyId}/`
  if (!path.startsWith(prefix)) return null
  const file = basename(path)
  const kept = await place.facts(companyId, file)
  if (!kept) return null
  const end = Math.min(HEAD_BYTES, kept.size) - 1
  const head = end < 0 ? new Uint8Array() : await buffer(await place.read(companyId, file, { start: 0, end }))
  const facts = factsOf(head, name || file, kept.size, '')
  return { ...facts, mediaFile: await shareFile(place, companyId, file), mediaDuration: null }
}
