/** Files at the double of the Graph API: which it takes, and as what they may be sent. */

export interface StoredFile {
  bytes: Buffer
  mime: string
  name: string
}

const KINDS: Record<string, RegExp> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\/(mp4|3gpp?)$/,
  audio: /^audio\/(aac|mp4|mpeg|amr|ogg|opus)$/,
  sticker: /^image\/webp$/,
  document:
    /^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))$/,
}
const typeOf = ({ mime }: StoredFile): string => mime.split(';')[0]?.trim() ?? ''

/** Whether it may be uploaded: by the type that is stated. */
export const isTaken = (file: StoredFile): boolean =>
  Object.values(KINDS).some(kind => kind.test(typeOf(file)))

/** Whether a message of a type may name a file; one of a type without files may. */
export function suits(type: string, content: Record<string, unknown>, file: StoredFile | undefined): boolean {
  const kind = KINDS[type]
  if (!kind) return true
  if (!file) return false
  if (content.voice === true && !/^audio\/ogg; *codecs=opus$/.test(file.mime)) return false
  return type === 'document' || kind.test(typeOf(file))
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
