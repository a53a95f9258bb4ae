/** Files at the double of the Graph API. */

export interface StoredFile {
  bytes: Buffer
  mime: string
  name: string
}

/** The file part of a form, cut out by hand. */
export function fileOf(body: Buffer, type: string): StoredFile | null {
  const boundary = /boundary=(.+)$/.exec(type)?.[1]
  if (!boundary) return null
  const text = body.toString('latin1')
  for (const part of text.split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const name = /filename="([^"]*)"/.exec(head)?.[1]
    if (name === undefined) continue
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const mime = /content-type: (.+)/i.exec(head)?.[1]?.trim() ?? ''
    return { bytes: Buffer.from(content, 'latin1'), mime, name: Buffer.from(name, 'latin1').toString('utf8') }
  }
  return null
}
