/** Bodies of multipart/form-data (RFC 7578) with one file. */
import { randomBytes } from 'node:crypto'

/**
 * @param fields before the file, in order.
 * @param file its name and type are what servers decide by how they read it.
 */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file: { name: string; mime: string; bytes: Uint8Array },
): { parts: Uint8Array[]; type: string } {
  const boundary = `turno${randomBytes(12).toString('hex')}`
  const name = file.name.replace(/["\r\n\\]/g, '_')
  const before = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value.replace(/[\r\n]/g, '')}\r\n`,
  )
  const head = `${before.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`
  const type = `content-type: ${file.mime.replace(/[\r\n]/g, '')}\r\n\r\n`
  return {
    parts: [Buffer.from(head + type), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)],
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
