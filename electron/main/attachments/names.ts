/** What a file may be called. Names come from windows, clipboards and other programs. Pure. */

const MAX_CHARS = 200
/** Path parts, characters Windows refuses, controls, and marks that turn the reading direction around. */
// biome-ignore format: one class per line would hide the ranges
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const MIME = /^[a-z0-9!#$&^_.+-]{1,80}\/[a-z0-9!#$&^_.+-]{1,80}$/i

/** A name that is safe to show, to send and to save; never empty, at most 200 characters, extension kept. */
export function cleanName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  let name = last
    .normalize('NFC')
    .replace(FORBIDDEN, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (RESERVED.test(name)) name = `_${name}`
  if (name === '') return 'arquivo'
  if (name.length <= MAX_CHARS) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  return name.slice(0, MAX_CHARS - extension.length) + extension
}

/** The media type without parameters, in lower case; `application/octet-stream` for anything that is none. */
export function cleanMime(given: string): string {
  const type = (given.split(';', 1)[0] ?? '').trim().toLowerCase()
  return MIME.test(type) ? type : 'application/octet-stream'
}
