/** The demo's media files: made by the seed, written into the company's media folder, one name per message. */
import { copyFile, link, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../../database/private-folder'
import { mediaFolder } from '../../server/media/folder'
import { slipDocument, taxNoteDocument } from '../simulator/media/documents'
import {
  labelPicture,
  type Picture,
  productPicture,
  qrPicture,
  receiptPicture,
} from '../simulator/media/pictures'
import { locationBody } from '../simulator/media/shelf'
import { voiceClip } from '../simulator/media/voice'
import { createRandom, type Random } from '../simulator/random'
import type { Case } from '../simulator/talk/cases'
import type { Attachment } from './beats'
import smile from './media/smile.webp?inline'
import unboxing from './media/unboxing.webm?inline'

/** What a message row says of its file, or of a body that stands for one. */
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

interface Made {
  bytes: Uint8Array
  mime: string
  name: string
  width?: number
  height?: number
  duration?: number
}

const VARIANTS = 3
const VOICE_SECONDS = [3, 5, 8] as const
const EXTENSION: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'audio/mpeg': '.mp3',
  'application/pdf': '.pdf',
  'video/webm': '.webm',
  'image/webp': '.webp',
}

const date = (at: number): string => new Date(at).toISOString().slice(0, 10).split('-').reverse().join('/')

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

/** The bytes of a file that travels inside the program. */
const bytesOf = (address: string): Uint8Array =>
  Uint8Array.from(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
/** The other number on a contact card with two. */
const SECOND_NUMBER = '551140028955'

export interface FileShop {
  /** Makes or finds the file of one message. @param at when it was sent, in milliseconds since the epoch. */
  attach(kind: Attachment, concern: Case, at: number): Promise<FileFacts>
}

/** @param folder the workspace's data folder. */
export async function openFileShop(folder: string, companyId: number, random: Random): Promise<FileShop> {
  const target = mediaFolder(folder, companyId)
  privateFolder(target)
  /** Things that look alike in every conversation are drawn once per variant; the others carry the case's figures. */
  const shared = new Map<string, { made: Made; path: string }>()
  let count = 0

  const draw = async (kind: Attachment, concern: Case, at: number, variant: number): Promise<Made> => {
    const chance = createRandom(`${kind} ${variant}`)
    const { person, order, value, tracking } = concern
    switch (kind) {
      case 'receipt':
        return receiptPicture({ value, payer: person.name, date: date(at), code: `E${tracking}` })
      case 'label':
        return labelPicture({ name: person.name, city: person.city, tracking })
      case 'slip': {
        const line = `00190.00009 02837.${order}4 00000.000000 1 ${String(concern.cents).padStart(14, '0')}`
        return slipDocument(
          { payer: person.name, value, order, line, due: date(at + 3 * 86_400_000) },
          new Date(at),
        )
      }
      case 'taxNote':
        return taxNoteDocument(
          { buyer: person.name, product: concern.product, value, order, issued: date(at) },
          new Date(at),
        )
      case 'qr':
        return qrPicture(
          `00020126580014br.gov.bcb.pix0136demo-${variant}-loja-horizonte5204000053039865802BR`,
        )
      case 'video':
        return {
          bytes: bytesOf(unboxing),
          mime: 'video/webm',
          name: 'abrindo-a-caixa.webm',
          width: 320,
          height: 180,
          duration: 3,
        }
      case 'sticker':
        return { bytes: bytesOf(smile), mime: 'image/webp', name: 'figurinha.webp', width: 256, height: 256 }
      case 'voice':
        return voiceClip(chance, VOICE_SECONDS[variant] ?? 4)
      default:
        return productPicture(chance, kind === 'damage') satisfies Picture
    }
  }

  const write = async (made: Made): Promise<string> => {
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
      if (kind === 'location') return { mediaType: 'locationMessage', body: locationBody(random, concern) }
      if (kind === 'call')
        return { mediaType: 'call_log', body: `Chamada de voz perdida às ${clockTime(at)}` }
      if (kind === 'card') return { mediaType: 'contactMessage', body: vcard(concern) }
      if (kind === 'cards') return { mediaType: 'contactMessage', body: vcard(concern, [SECOND_NUMBER]) }
      const variant = random.int(0, VARIANTS - 1)
      const alike = kind === 'damage' || kind === 'product' || kind === 'voice' || kind === 'qr'
      const key = `${kind} ${variant}`
      const known = alike ? shared.get(key) : undefined
      const made = known?.made ?? (await draw(kind, concern, at, variant))
      const mediaFile = known ? await again(known.path) : await write(made)
      if (alike && !known) shared.set(key, { made, path: join(target, mediaFile) })
      return {
        mediaType:
          kind === 'sticker'
            ? 'stickerMessage'
            : made.mime === 'application/pdf'
              ? 'application'
              : (made.mime.split('/', 1)[0] ?? 'application'),
        ...(kind === 'voice' ? { body: 'Áudio' } : {}),
        mediaFile,
        mediaName: made.name,
        mediaMime: made.mime,
        mediaSize: made.bytes.length,
        ...(made.width ? { mediaWidth: made.width } : {}),
        ...(made.height ? { mediaHeight: made.height } : {}),
        ...(made.duration ? { mediaDuration: made.duration } : {}),
      }
    },
  }
}
