/** Files at the double of the Graph API. */
import { META_FILES, type MetaFileKind, metaKindOf } from '@contract'

export interface StoredFile {
  bytes: Buffer
  mime: string
  name: string
}

/** The file part of a form, cut out by hand. */
export function fileOf(body: Buffer, type: string): StoredFile | null {
  const boundary = /boundary=(.+)$/.exec(type)?.[1]
  if (!boundary) return null
  const text = body.toString('latin1')
  for (const part of text.split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const name = /filename="([^"]*)"/.exec(head)?.[1]
    if (name === undefined) continue
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const mime = /content-type: (.+)/i.exec(head)?.[1]?.trim() ?? ''
    return { bytes: Buffer.from(content, 'latin1'), mime, name: Buffer.from(name, 'latin1').toString('utf8') }
  }
  return null
}

/** Whether a file may be uploaded: one of Meta's published types, no bigger than any kind may be. */
export const takesFile = ({ mime, bytes }: StoredFile): boolean =>
  metaKindOf({ mime, size: bytes.length }, 'sticker', false) !== null

/** Whether a message of a kind may carry a file: it is there, and any kind but a document takes its own types alone. */
export function fileFits(kind: string, file: StoredFile | undefined): boolean {
  if (!file || !(kind in META_FILES)) return file !== undefined
  const { types, most } = META_FILES[kind as MetaFileKind]
  const isOwn = kind === 'document' || (file.mime.split(';', 1)[0] ?? '') in types
  return isOwn && file.bytes.length <= most
}
