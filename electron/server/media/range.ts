/** The Range header (RFC 9110 section 14): one range of bytes; several, or another unit, read as the whole file. */

export type ByteRange = { start: number; end: number }

/**
 * Reads a Range header against a file size in bytes.
 * @returns the range with both ends included, `whole` to ignore the header, `unsatisfiable` for a 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  if (match[1] === '') {
    const last = Number(match[2])
    if (last === 0 || size === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}
