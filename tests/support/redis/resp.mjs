/** RESP2, the language between Redis and its clients: requests read, answers written. */

const CRLF = Buffer.from('\r\n')

/** An answer that is an error, or a plain word as `OK`; strings travel as bulk strings. */
class Plain {
  constructor(text, error = false) {
    this.line = `${error ? '-' : '+'}${text}\r\n`
  }
}
export const OK = new Plain('OK')
export const failed = text => new Plain(text, true)

/** @returns {string} what a client reads of a value: a string, a whole number, null, a Plain, or an array of these. */
export function encoded(value) {
  if (value === null || value === undefined) return '$-1\r\n'
  if (value instanceof Plain) return value.line
  if (typeof value === 'number') return `:${value}\r\n`
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(encoded).join('')}`
  return `$${Buffer.byteLength(value)}\r\n${value}\r\n`
}

/**
 * @param {(words: string[]) => void} onRequest is told every whole request, in order.
 * @returns {(chunk: Buffer) => void} takes what comes on a connection, in whatever pieces.
 */
export function requests(onRequest) {
  let rest = Buffer.alloc(0)
  const lineAt = from => {
    const end = rest.indexOf(CRLF, from)
    return end < 0 ? null : { number: Number(rest.toString('latin1', from + 1, end)), next: end + 2 }
  }
  const one = () => {
    const head = lineAt(0)
    if (!head) return null
    const words = []
    let at = head.next
    for (let n = 0; n < head.number; n++) {
      const size = lineAt(at)
      if (!size || rest.length < size.next + size.number + 2) return null
      words.push(rest.toString('utf8', size.next, size.next + size.number))
      at = size.next + size.number + 2
    }
    rest = rest.subarray(at)
    return words
  }
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    for (let words = one(); words; words = one()) onRequest(words)
  }
}
