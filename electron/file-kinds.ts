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
  '.heic': { mime: 'image/heic', inline: false },
  '.cr3': { mime: 'image/x-canon-cr3', inline: false },
  '.mp3': { mime: 'audio/mpeg', inline: true },
  '.ogg': { mime: 'audio/ogg', inline: true },
  '.oga': { mime: 'audio/ogg', inline: true },
  '.opus': { mime: 'audio/ogg', inline: true },
  '.wav': { mime: 'audio/wav', inline: true },
  '.m4a': { mime: 'audio/mp4', inline: true },
  '.aac': { mime: 'audio/aac', inline: true },
  '.amr': { mime: 'audio/amr', inline: false },
  '.3ga': { mime: 'audio/3gpp', inline: false },
  '.flac': { mime: 'audio/flac', inline: true },
  '.mp4': { mime: 'video/mp4', inline: true },
  '.webm': { mime: 'video/webm', inline: true },
  '.mkv': { mime: 'video/x-matroska', inline: false },
  '.ogv': { mime: 'video/ogg', inline: false },
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

/** The extension files of a type have, with its dot; null for a type that is not known. @param mime with or without parameters. */
export function extensionOf(mime: string): string | null {
  const bare = (text: string): string => text.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const wanted = bare(mime)
  return Object.entries(BY_EXTENSION).find(([, kind]) => bare(kind.mime) === wanted)?.[0] ?? null
}

const ascii = (head: Uint8Array, from: number, to: number): string =>
  Buffer.from(head.subarray(from, to)).toString('latin1')

const AVIF = /^avi[fs]$/
const HEIF = /^(?:he[iv][cxms]|mif[12]|msf1)$/
const MP4 = /^(?:iso.|mp4.|mp71|avc1|hvc1|dash|cmf.|ms[dv]h|M4V.?|MSNV|NDS.|F4V|XAVC|mmp4|3g..)$/

/** What a film carries inside: its tracks, as far as they are described in these bytes. */
const tracksIn = (head: Uint8Array): string[] =>
  [...ascii(head, 0, head.length).matchAll(/hdlr[\s\S]{8}(soun|vide)/g)].map(([, kind = '']) => kind)

/** The extension of a file that begins with a box `ftyp`, by its brands; null for those nobody here knows. */
function byBrand(head: Uint8Array): string | null {
  const length = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
  const [main = '', , ...others] = ascii(head, 8, Math.min(length, 256)).match(/[\s\S]{4}/g) ?? []
  const brands = [main, ...others].map(brand => brand.trimEnd())
  const has = (wanted: RegExp): boolean => brands.some(brand => wanted.test(brand))
  if (has(AVIF)) return '.avif'
  if (has(HEIF)) return '.heic'
  if (has(/^crx$/)) return '.cr3'
  if (/^M4[ABP]/.test(main)) return '.m4a'
  if (main.startsWith('qt')) return '.mov'
  if (!has(MP4)) return null
  const tracks = tracksIn(head)
  const isSound = tracks.includes('soun') && !tracks.includes('vide')
  if (/^3g/.test(main)) return isSound ? '.3ga' : '.3gp'
  return isSound ? '.m4a' : '.mp4'
}

/** A folder inside a ZIP, which shows what program wrote it. */
const OFFICE: Readonly<Record<string, string>> = { word: '.docx', xl: '.xlsx', ppt: '.pptx' }

/** What the bytes of a file without a telling name show, where that is less certain than `sniff`. */
function guess(head: Uint8Array): string | null {
  // Readers of PDF look for its mark this far; what writes statements puts line ends or marks of its own before it.
  if (ascii(head, 0, 1_024 + 5).includes('%PDF-')) return '.pdf'
  if (ascii(head, 0, 4) !== 'PK\u0003\u0004') return null
  const folder = /PK[\s\S]{28}(word|xl|ppt)\//.exec(ascii(head, 0, head.length))?.[1] ?? ''
  return OFFICE[folder] ?? '.zip'
}

/** The extension the first bytes stand for; null when they show none. */
function sniff(head: Uint8Array): string | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, i) => head[i] === byte)
  if (starts(0xff, 0xd8, 0xff)) return '.jpg'
  if (starts(0x89, 0x50, 0x4e, 0x47)) return '.png'
  if (ascii(head, 0, 4) === 'GIF8') return '.gif'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return '.webp'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WAVE') return '.wav'
  if (ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)) return '.mp3'
  if (ascii(head, 0, 4) === 'OggS') return ascii(head, 28, 35) === '\u0080theora' ? '.ogv' : '.ogg'
  if (ascii(head, 0, 4) === 'fLaC') return '.flac'
  if (ascii(head, 0, 5) === '%PDF-') return '.pdf'
  // Matroska is the same container: what browsers play of it says so by name.
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return ascii(head, 0, 128).includes('matroska') ? '.mkv' : '.webm'
  if (ascii(head, 0, 5) === '#!AMR') return '.amr'
  return ascii(head, 4, 8) === 'ftyp' ? byBrand(head) : null
}

/** Types whose claim is only believed when the bytes agree: a renamed file must not become a picture. */
const NEEDS_PROOF = new Set([
  '.jpg',
  '.jpeg',
  '.png',
  '.gif',
  '.webp',
  '.avif',
  '.mp3',
  '.ogg',
  '.wav',
  '.flac',
  '.pdf',
  '.mp4',
  '.3gp',
  '.mov',
  '.m4a',
  '.webm',
])

/** Names that say nothing of what a file is. */
const NO_TYPE = new Set(['', '.bin', '.pdf'])

/** Bytes of a file's beginning that are looked at: enough to recognise it and to read a picture's size. */
export const HEAD_BYTES = 64 * 1024

export interface FileKind {
  /** Extension the file is stored under. */
  extension: string
  mime: string
  /** The message's mediaType: image, audio or video for what a window can show, else application. */
  mediaType: string
}

/**
 * Inspects a file by its first bytes and its name.
 * @param head its first `HEAD_BYTES`, or all of it.
 */
export function inspectFile(head: Uint8Array, name: string, statedMime = ''): FileKind {
  const stated = extname(name)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '')
  const proven = sniff(head)
  // Audio recorded in a webm or mp4 container is distinguished by what its sender states.
  const audioInside = statedMime.startsWith('audio/')
  const named = NEEDS_PROOF.has(stated) ? '' : stated
  let extension = proven ?? (NO_TYPE.has(stated) ? guess(head) : null) ?? (named || '.bin')
  if (proven === '.mp4' && (stated === '.m4a' || audioInside)) extension = '.m4a'
  if (proven === '.3gp' && (stated === '.3ga' || audioInside)) extension = '.3ga'
  const served = servedAs(`x${extension}`)
  const mime = audioInside && proven === '.webm' ? 'audio/webm' : served.mime
  const kind = mime.split('/', 1)[0] ?? ''
  const mediaType = served.inline && ['image', 'audio', 'video'].includes(kind) ? kind : 'application'
  return { extension, mime: mime.split(';', 1)[0] ?? mime, mediaType }
}
