import type { Message } from '@contract'
import { startDownload } from '@/stores/downloads'
import { fileName, safeMediaUrl } from '../media'

/**
 * Saves a file of a message under its own name. Main decides where (or asks), makes the name harmless and marks it.
 * @param ask shows the system's "save as" whatever the preference says.
 */
export function downloadFile(
  message: Pick<Message, 'mediaUrl' | 'mediaName' | 'body' | 'id'>,
  ask = false,
): void {
  const url = safeMediaUrl(message.mediaUrl)
  if (!url) return
  if (!url.startsWith('blob:')) {
    void startDownload({ source: url, name: fileName(message), ask })
    return
  }
  // What this window has just attached is not at the server yet.
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(message)
  link.click()
}
