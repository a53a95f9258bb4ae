/** The Range header of one part (RFC 9110 section 14). Pure. */

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/**
 * @param size bytes of the file.
 * @returns the part asked for, null when the whole is meant (no, several or unreadable ranges), or `unsatisfiable`.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), size)
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? null : { start, end }
}
