/** The demo's media files in the company's media folder, one name per message. */
import { copyFile, link, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../../database/private-folder'
import { mediaFolder } from '../../server/platform/media/folder'
import { type MediaFile, mediaFile, variantsOf } from '../media'
import { locationBody } from '../simulator/location'
import type { Random } from '../simulator/random'
import type { Case } from '../simulator/talk/cases'
import type { Attachment } from './beats'

/** What a message row has of its file, or of a body that stands for one. */
export interface FileFacts {
  mediaType: string
  /** Replaces the caption where the kind of message prescribes its body. */
  body?: string
  mediaFile?: string
  mediaName?: string
  mediaMime?: string
  mediaSize?: number
  mediaWidth?: number
  mediaHeight?: number
  mediaDuration?: number
}

const EXTENSION: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'audio/mpeg': '.mp3',
  'application/pdf': '.pdf',
  'video/webm': '.webm',
  'image/webp': '.webp',
}

/** HH:MM in local time. */
function clockTime(at: number): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(new Date(at).getHours())}:${two(new Date(at).getMinutes())}`
}

/** @param others further numbers of the same person, after the one everybody writes to. */
function vcard(concern: Case, others: readonly string[] = []): string {
  const { name, number } = concern.person
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${name};;;`,
    `FN:${name}`,
    ...[number, ...others].map((one, i) => `TEL;type=${i === 0 ? 'CELL' : 'WORK'};waid=${one}:+${one}`),
    'END:VCARD',
  ].join('\n')
}

/** The other number on a contact card with two. */
const SECOND_NUMBER = '551140028955'

/** Papers are called after the order they are about. */
const nameOf = (made: MediaFile, kind: Attachment, { order }: Case): string =>
  kind === 'slip' || kind === 'taxNote' ? made.name.replace('.pdf', `-${order}.pdf`) : made.name

export interface FileShop {
  /** Makes or finds the file of one message. @param at when it was sent, in milliseconds since the epoch. */
  attach(kind: Attachment, concern: Case, at: number): Promise<FileFacts>
}

/** @param folder the workspace's data folder. */
export async function openFileShop(folder: string, companyId: number, random: Random): Promise<FileShop> {
  const target = mediaFolder(folder, companyId)
  privateFolder(target)
  /** Where each file lies that was written already: the next message of the same file has a link to it. */
  const written = new Map<string, string>()
  let count = 0

  const write = async (made: MediaFile): Promise<string> => {
    const file = `demo-${++count}${EXTENSION[made.mime] ?? '.bin'}`
    await writeFile(join(target, file), made.bytes, { mode: 0o600 })
    return file
  }

  const again = async (path: string): Promise<string> => {
    const file = `demo-${++count}${path.slice(path.lastIndexOf('.'))}`
    const here = join(target, file)
    await link(path, here).catch(() => copyFile(path, here))
    return file
  }

  return {
    async attach(kind, concern, at) {
      if (kind === 'location')
        return { mediaType: 'locationMessage', body: await locationBody(random, concern) }
      if (kind === 'call')
        return { mediaType: 'call_log', body: `Chamada de voz perdida às ${clockTime(at)}` }
      if (kind === 'card') return { mediaType: 'contactMessage', body: vcard(concern) }
      if (kind === 'cards') return { mediaType: 'contactMessage', body: vcard(concern, [SECOND_NUMBER]) }
      const variant = random.int(0, variantsOf(kind) - 1)
      const made = await mediaFile(kind, variant)
      const key = `${kind} ${variant}`
      const known = written.get(key)
      const file = known ? await again(known) : await write(made)
      if (!known) written.set(key, join(target, file))
      return {
        mediaType:
          kind === 'sticker'
            ? 'stickerMessage'
            : made.mime === 'application/pdf'
              ? 'application'
              : (made.mime.split('/', 1)[0] ?? 'application'),
        ...(kind === 'voice' ? { body: 'Áudio' } : {}),
        mediaFile: file,
        mediaName: nameOf(made, kind, concern),
        mediaMime: made.mime,
        mediaSize: made.bytes.length,
        ...(made.width ? { mediaWidth: made.width } : {}),
        ...(made.height ? { mediaHeight: made.height } : {}),
        ...(made.duration ? { mediaDuration: made.duration } : {}),
      }
    },
  }
}
