/**
 * File types: what a file is known by (its own first bytes where they show it, else its name), and how it may be served.
 * Only types a browser cannot be talked into executing are ever served inline.
 */
const extname = (file: string): string => /(?<=[^/\\])\.[^./\\]*$/.exec(file)?.[0] ?? ''

interface Kind {
  mime: string
  inline: boolean
}

const BY_EXTENSION: Record<string, Kind> = {
  '.jpg': { mime: 'image/jpeg', inline: true },
  '.jpeg': { mime: 'image/jpeg', inline: true },
  '.png': { mime: 'image/png', inline: true },
  '.gif': { mime: 'image/gif', inline: true },
  '.webp': { mime: 'image/webp', inline: true },
  '.bmp': { mime: 'image/bmp', inline: true },
  '.avif': { mime: 'image/avif', inline: true },
  '.mp3': { mime: 'audio/mpeg', inline: true },
  '.ogg': { mime: 'audio/ogg', inline: true },
  '.oga': { mime: 'audio/ogg', inline: true },
  '.opus': { mime: 'audio/ogg', inline: true },
  '.wav': { mime: 'audio/wav', inline: true },
  '.m4a': { mime: 'audio/mp4', inline: true },
  '.aac': { mime: 'audio/aac', inline: true },
  '.flac': { mime: 'audio/flac', inline: true },
  '.mp4': { mime: 'video/mp4', inline: true },
  '.webm': { mime: 'video/webm', inline: true },
  '.mov': { mime: 'video/quicktime', inline: true },
  '.3gp': { mime: 'video/3gpp', inline: true },
  '.pdf': { mime: 'application/pdf', inline: true },
  '.txt': { mime: 'text/plain; charset=utf-8', inline: false },
  '.csv': { mime: 'text/csv; charset=utf-8', inline: false },
  '.vcf': { mime: 'text/vcard; charset=utf-8', inline: false },
  '.zip': { mime: 'application/zip', inline: false },
  '.doc': { mime: 'application/msword', inline: false },
  '.docx': { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', inline: false },
  '.xls': { mime: 'application/vnd.ms-excel', inline: false },
  '.xlsx': { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', inline: false },
  '.ppt': { mime: 'application/vnd.ms-powerpoint', inline: false },
  '.pptx': {
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    inline: false,
  },
}
const UNKNOWN: Kind = { mime: 'application/octet-stream', inline: false }

/** How a stored file is served, by its stored extension. */
export function servedAs(file: string): Kind {
  return BY_EXTENSION[extname(file).toLowerCase()] ?? UNKNOWN
}

const ascii = (head: Uint8Array, from: number, to: number): string =>
  Buffer.from(head.subarray(from, to)).toString('latin1')

/** The extension the first bytes stand for; null when they show none. */
function sniff(head: Uint8Array): string | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, i) => head[i] === byte)
  if (starts(0xff, 0xd8, 0xff)) return '.jpg'
  if (starts(0x89, 0x50, 0x4e, 0x47)) return '.png'
  if (ascii(head, 0, 4) === 'GIF8') return '.gif'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return '.webp'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WAVE') return '.wav'
  if (ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)) return '.mp3'
  if (ascii(head, 0, 4) === 'OggS') return '.ogg'
  if (ascii(head, 0, 4) === 'fLaC') return '.flac'
  if (ascii(head, 0, 5) === '%PDF-') return '.pdf'
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return '.webm'
  if (ascii(head, 4, 8) === 'ftyp') {
    const brand = ascii(head, 8, 12)
    if (brand.startsWith('M4A')) return '.m4a'
    if (brand === 'avif') return '.avif'
    if (brand.startsWith('qt')) return '.mov'
    return '.mp4'
  }
  return null
}

/** Types whose claim is only believed when the bytes agree: a renamed file must not become a picture. */
const NEEDS_PROOF = new Set([
  '.jpg',
  '.jpeg',
  '.png',
  '.gif',
  '.webp',
  '.mp3',
  '.ogg',
  '.wav',
  '.flac',
  '.pdf',
  '.mp4',
  '.mov',
  '.m4a',
  '.webm',
])

export interface FileKind {
  /** Extension the file is stored under. */
  extension: string
  mime: string
  /** The message's mediaType: image, audio, video or application. */
  mediaType: string
}

/**
 * Inspects a file by its first bytes and its name.
 * @param head the first 16 bytes or more.
 */
export function inspectFile(head: Uint8Array, name: string, statedMime = ''): FileKind {
  const stated = extname(name)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '')
  const proven = sniff(head)
  // Audio recorded in a webm or mp4 container is distinguished by what its sender states.
  const audioInside = statedMime.startsWith('audio/') && (proven === '.webm' || proven === '.mp4')
  let extension = proven ?? (NEEDS_PROOF.has(stated) ? '.bin' : stated || '.bin')
  if (proven === '.mp4' && (stated === '.m4a' || audioInside)) extension = '.m4a'
  const mime = audioInside && proven === '.webm' ? 'audio/webm' : servedAs(`x${extension}`).mime
  const kind = mime.split('/', 1)[0] ?? ''
  const mediaType = ['image', 'audio', 'video'].includes(kind) ? kind : 'application'
  return { extension, mime: mime.split(';', 1)[0] ?? mime, mediaType }
}
