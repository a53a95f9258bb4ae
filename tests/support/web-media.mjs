/** WhatsApp's server for files, on loopback: encrypted as there. Every file has the same keys. */
import { createCipheriv, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import * as baileys from '@whiskeysockets/baileys'

/** The bytes of a file as that server keeps them. */
export async function encrypted(bytes, kind) {
  const { iv, cipherKey, macKey } = await keysOf(kind)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([body, createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, 10)])
}
const keysOf = kind => baileys.getMediaKeys(Buffer.alloc(32, 5), kind)

/**
 * What a library in the test's place has of files.
 * @param bytesOf the plain bytes below a path, or what else is done with the answer, and then null.
 */
export function mediaOf(bytesOf) {
  const server = createServer(async (request, answer) => {
    const bytes = await bytesOf(request.url, answer)
    if (bytes) answer.end(await encrypted(bytes, 'image'))
  }).listen(0)
  server.unref()
  const { port } = server.address()
  return {
    getUrlFromDirectPath: path => `http://127.0.0.1:${port}${path}`,
    getMediaKeys: () => keysOf('image'),
  }
}
