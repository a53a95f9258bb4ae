/**
 * Names of received files, made safe, and which of them may be opened.
 * A customer chooses the name; it must stay one name, in one folder, and look like what it is. Pure.
 */

/** Longest name, in bytes of UTF-8: most file systems end at 255, and "(12)" may have to fit in. */
const MAX_BYTES = 200

/** Control characters, direction marks ("gpj.exe" must not read "exe.jpg"), zero-width and other invisible signs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** What a path or Windows could read as more than a name. */
const SIGNS = /[\\/:*?"<>|\u2044\u2215\u29F8]/g
/** Devices of Windows: opening "con.txt" opens the console. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

const bytes = (text: string): number => new TextEncoder().encode(text).length

/** Lower-case extension without the dot; "" when there is none. */
function extensionOf(name: string): string {
  return /\.([^.\s/\\]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** As many whole characters as fit. */
function shortened(text: string, limit: number): string {
  let kept = ''
  let size = 0
  for (const sign of text) {
    size += bytes(sign)
    if (size > limit) break
    kept += sign
  }
  return kept
}

/**
 * One safe file name out of whatever somebody sent.
 * @param raw name as received; may hold paths, marks, anything.
 * @param fallback used when nothing is left of it; a safe name itself.
 */
export function safeFileName(raw: string, fallback = 'arquivo'): string {
  const flat = raw
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(SIGNS, '_')
    // "report.pdf            .exe" hides its end behind the edge of the screen.
    .replace(/\s+/g, ' ')
    .replace(/ ?\.(?=[^.]*$)/, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.\s_]+/, '')
    .replace(/[.\s]+$/, '')
  const extension = extensionOf(flat)
  const tail = extension === '' ? '' : flat.slice(-(extension.length + 1))
  const stem = (tail === '' ? flat : flat.slice(0, -tail.length)).trim()
  if (stem === '') return tail === '' ? fallback : `${fallback}${tail}`
  const device = DEVICE.test(stem.split('.')[0]?.trim() ?? '')
  return `${device ? '_' : ''}${shortened(stem, MAX_BYTES - bytes(tail)).trimEnd()}${tail}`
}

/** "name.pdf", "name (1).pdf", "name (2).pdf", … : the first that is free. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name
  const extension = extensionOf(name)
  const tail = extension === '' ? '' : name.slice(-(extension.length + 1))
  const stem = tail === '' ? name : name.slice(0, -tail.length)
  for (let n = 1; ; n += 1) {
    const next = `${stem} (${n})${tail}`
    if (!taken(next)) return next
  }
}

/**
 * Kinds that programs show and do not run. Everything else (programs, scripts, shortcuts, pages, disk images, archives,
 * documents with macros, unknown endings) is only ever shown in its folder, where the person decides.
 */
const SHOWN_KINDS = new Set(
  (
    'pdf txt csv tsv log md rtf vcf ics ' +
    'png jpg jpeg gif webp bmp tif tiff heic heif avif ' +
    'mp3 m4a aac ogg oga opus wav flac amr ' +
    'mp4 m4v mov webm mkv avi 3gp 3gpp mpg mpeg ' +
    'docx xlsx pptx odt ods odp'
  ).split(' '),
)

/** Whether a file of this name may be opened from Turno. */
export const mayBeOpened = (name: string): boolean => SHOWN_KINDS.has(extensionOf(name))
