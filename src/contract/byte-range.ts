/** The Range header of one part (RFC 9110): media of the workspace and attachments of main read it alike. Pure. */

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/**
 * @param header as it came; null or undefined when there was none.
 * @param size bytes of the file.
 * @returns the part asked for, `whole` to ignore the header (none, several ranges, another unit, an unreadable one), or
 *   `unsatisfiable` for a 416.
 */
export function parseRange(
  header: string | null | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), size)
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}
