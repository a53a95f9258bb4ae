import type { Message } from '@contract'
import { fileName, safeMediaUrl } from '../media'

/** Saves a file of a message under its own name: the gateway serves it from our origin, the system asks where to. */
export function downloadFile(message: Pick<Message, 'mediaUrl' | 'mediaName' | 'body' | 'id'>): void {
  const url = safeMediaUrl(message.mediaUrl)
  if (!url) return
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(message)
  link.rel = 'noreferrer'
  link.click()
}
