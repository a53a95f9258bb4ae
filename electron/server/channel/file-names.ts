/** Names of files that come without one. */

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'application/pdf': 'pdf',
}

/** @param kind image, audio, document and so on. @param mime with or without parameters. */
export const nameOfFile = (kind: string, mime: string): string =>
  `${kind}.${ENDINGS[mime.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin'}`
