/** Taking files over into a company's media folder. */
import { randomUUID } from 'node:crypto'
import { access, link, open, rename, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { privateFolder } from '../../database/private-folder'
import type { IncomingMedia } from '../channel/channel'
import type { UploadedFile } from '../http/handlers'
import { mediaFolder } from './folder'
import { imageSize } from './image-size'
import { inspectFile } from './types'

/** What a message row keeps of its file. */
export interface StoredMedia {
  mediaFile: string
  mediaName: string
  mediaMime: string
  mediaType: string
  mediaSize: number
  mediaWidth: number | null
  mediaHeight: number | null
  mediaDuration: number | null
}

/** Enough to recognise a type and to read a picture's size. */
const HEAD_BYTES = 64 * 1024

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

async function folderOf(folder: string, companyId: number): Promise<string> {
  const target = mediaFolder(folder, companyId)
  privateFolder(target)
  return target
}

/** Moves an uploaded file into the company's folder under a name of its own. */
export async function keepUpload(
  folder: string,
  companyId: number,
  file: UploadedFile,
): Promise<StoredMedia> {
  const stored = factsOf(await headOf(file.path), file.name, file.size, file.mime)
  await rename(file.path, join(await folderOf(folder, companyId), stored.mediaFile))
  return { ...stored, mediaDuration: null }
}

/** Writes a file a customer sent. What the channel knows of size and length beats what the bytes tell. */
export async function keepIncoming(
  folder: string,
  companyId: number,
  media: IncomingMedia,
): Promise<StoredMedia> {
  const stored = factsOf(media.bytes.subarray(0, HEAD_BYTES), media.name, media.bytes.length, media.mime)
  await writeFile(join(await folderOf(folder, companyId), stored.mediaFile), media.bytes, { mode: 0o600 })
  return {
    ...stored,
    mediaWidth: media.width ?? stored.mediaWidth,
    mediaHeight: media.height ?? stored.mediaHeight,
    mediaDuration: media.duration ?? null,
  }
}

/** Whether a message's file is (still) in the company's folder. */
export const isStored = (folder: string, companyId: number, file: string): Promise<boolean> =>
  access(join(mediaFolder(folder, companyId), file)).then(
    () => true,
    () => false,
  )

/** A second name for a stored file (forwarding): no bytes are copied, and deleting one leaves the other. */
export async function shareFile(folder: string, companyId: number, file: string): Promise<string> {
  const target = await folderOf(folder, companyId)
  const copy = `${randomUUID()}${extname(file)}`
  await link(join(target, file), join(target, copy))
  return copy
}

/**
 * A file of the company that goes out with a message, under a name of its own.
 * @param path address below the server's origin (`/media/<company>/<file>`).
 * @returns null when the file is not the company's or is gone: the words leave without it.
 */
export async function shareAttached(
  folder: string,
  companyId: number,
  path: string,
  name: string,
): Promise<StoredMedia | null> {
  const prefix = `/media/${companyId}/`
  if (!path.startsWith(prefix)) return null
  const file = basename(path)
  if (!(await isStored(folder, companyId, file))) return null
  const target = await folderOf(folder, companyId)
  const { size } = await stat(join(target, file))
  const facts = factsOf(await headOf(join(target, file)), name || file, size, '')
  return { ...facts, mediaFile: await shareFile(folder, companyId, file), mediaDuration: null }
}
