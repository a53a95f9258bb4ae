import type { QuickMessage } from '@contract'

/** Paths of our own origin only: the gateway serves the workspace's files there. */
const OWN = /^\/(?:media|public)\//

/**
 * Fetches the file of a quick answer, so that it goes through the tray like any other file.
 * @throws TypeError when it cannot be had.
 */
export async function answerFile(answer: Pick<QuickMessage, 'mediaPath' | 'mediaName'>): Promise<File> {
  const path = answer.mediaPath ?? ''
  const url = path.startsWith('/') ? path : new URL(path, 'app://turno').pathname
  if (!OWN.test(url)) throw new TypeError('ERR_NOT_FOUND')
  const response = await fetch(url)
  if (!response.ok) throw new TypeError('ERR_NOT_FOUND')
  const blob = await response.blob()
  const name = answer.mediaName || decodeURIComponent(url.split('/').pop() ?? 'file')
  return new File([blob], name, { type: blob.type })
}
