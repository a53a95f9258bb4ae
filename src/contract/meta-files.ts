/**
 * Files WhatsApp's Cloud API takes: kinds and sizes by Meta's published list of media types. What is not here is refused when
 * it is uploaded, under whatever kind. A paired number takes every file.
 */
const MB = 1024 * 1024

interface Taken {
  /** Bytes. */
  most: number
  /** Media types, each with the endings of its names. */
  types: Readonly<Record<string, readonly string[]>>
}

export const META_FILES = {
  image: { most: 5 * MB, types: { 'image/jpeg': ['jpg', 'jpeg'], 'image/png': ['png'] } },
  video: { most: 16 * MB, types: { 'video/mp4': ['mp4'], 'video/3gpp': ['3gp'] } },
  audio: {
    most: 16 * MB,
    types: {
      'audio/aac': ['aac'],
      'audio/amr': ['amr'],
      'audio/mpeg': ['mp3'],
      'audio/mp4': ['m4a'],
      'audio/ogg': ['ogg', 'oga', 'opus'],
    },
  },
  sticker: { most: MB / 2, types: { 'image/webp': ['webp'] } },
  document: {
    most: 100 * MB,
    types: {
      'text/plain': ['txt'],
      'application/pdf': ['pdf'],
      'application/msword': ['doc'],
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
      'application/vnd.ms-excel': ['xls'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
      'application/vnd.ms-powerpoint': ['ppt'],
      'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
    },
  },
} as const satisfies Record<string, Taken>

export type MetaFileKind = keyof typeof META_FILES

const bare = (mime: string): string => mime.split(';', 1)[0]?.trim().toLowerCase() ?? ''
const TABLES: readonly Taken[] = Object.values(META_FILES)
const takes = (mime: string): boolean => TABLES.some(({ types }) => bare(mime) in types)

/**
 * As what a file goes: what does not fit its own kind goes as a document.
 * @param file its type by its bytes, its size in bytes. @param mediaType of the message.
 * @param hasWords whether words go with it: sound and stickers carry none.
 * @returns null when Meta does not take it at all.
 */
export function metaKindOf(
  { mime, size }: { mime: string; size: number },
  mediaType: string | null,
  hasWords: boolean,
): MetaFileKind | null {
  for (const kind of ['image', 'video', 'audio', 'sticker'] as const) {
    const { types, most }: Taken = META_FILES[kind]
    if (!(bare(mime) in types) || size > most) continue
    if ((kind === 'audio' || kind === 'sticker') && hasWords) continue
    if (kind === 'sticker' && mediaType !== 'sticker') continue
    return kind
  }
  return takes(mime) && size <= META_FILES.document.most ? 'document' : null
}

/** Whether Meta may take a file of which only the name and a stated type are known: a computer states odd types for common names. */
export function metaMayTake({ name, mime }: { name: string; mime: string }): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return takes(mime) || TABLES.some(({ types }) => Object.values(types).flat().includes(ending))
}
