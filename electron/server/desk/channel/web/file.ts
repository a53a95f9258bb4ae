/**
 * Downloads a file from WhatsApp's own servers only, whatever address its sender wrote, and decrypts it. The library's
 * own download takes no abort signal, and crashes the thread when the connection is cut.
 */
import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import type { MediaType } from '@whiskeysockets/baileys'
import { ChannelError } from '../channel'
import type { WebLibrary } from './library'

/** The encrypted bytes are followed by the beginning of their HMAC. */
const MAC_BYTES = 10
/** The most that encryption adds. */
const BLOCK_BYTES = 16

export interface EncryptedFile {
  url?: string | null
  directPath?: string | null
  mediaKey?: Uint8Array | null
}

/** WhatsApp no longer has it. */
export class FileAway extends Error {}

const pathOf = ({ url, directPath }: EncryptedFile): string => {
  const { pathname, search } = URL.canParse(url ?? '') ? new URL(url ?? '') : { pathname: '', search: '' }
  const path = directPath || `${pathname}${search}`
  if (!path.startsWith('/')) throw new ChannelError('ERR_WAPP_MEDIA')
  return path
}

/**
 * Downloads its bytes.
 * @param most its longest length in bytes.
 * @throws ChannelError ERR_WAPP_MEDIA when it is longer or has no path; FileAway; whatever the network throws.
 */
export async function fetchFile(
  library: Pick<WebLibrary, 'getMediaKeys' | 'getUrlFromDirectPath' | 'DEFAULT_ORIGIN'>,
  part: EncryptedFile,
  kind: MediaType,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const address = library.getUrlFromDirectPath(pathOf(part))
  const { iv, cipherKey, macKey } = await library.getMediaKeys(part.mediaKey, kind)
  const headers = { origin: library.DEFAULT_ORIGIN }
  const answer = await fetch(address, { signal, redirect: 'error', headers })
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    if (answer.status === 404 || answer.status === 410) throw new FileAway()
    throw new Error(`a file was answered ${answer.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += bytes.length
    // Breaking out of the loop ends the rest of the stream.
    if (size > most + BLOCK_BYTES + MAC_BYTES) throw new ChannelError('ERR_WAPP_MEDIA')
    parts.push(bytes)
  }
  const whole = Buffer.concat(parts)
  const [encrypted, mac] = [whole.subarray(0, -MAC_BYTES), whole.subarray(-MAC_BYTES)]
  const own = createHmac('sha256', macKey ?? '')
    .update(iv)
    .update(encrypted)
    .digest()
    .subarray(0, MAC_BYTES)
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, own)) throw new Error('a file came damaged')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const plain = Buffer.concat([decipher.update(encrypted), decipher.final()])
  if (plain.length > most) throw new ChannelError('ERR_WAPP_MEDIA')
  return Uint8Array.from(plain)
}
