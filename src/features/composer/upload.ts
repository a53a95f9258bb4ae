/** Hands the bytes of a file to main, which keeps them until they are sent (contract, LOCAL_ATTACHMENTS_PATH). */
import { type Attachment, attachment, DEFAULT_DOWNLOAD_LIMIT_MB, LOCAL_ATTACHMENTS_PATH } from '@contract'

export class UploadError extends Error {
  override readonly name = 'UploadError'
  constructor(readonly code: string) {
    super(code)
  }
}

/** Largest file taken, in bytes: the company's setting in megabytes, or the default when it has none. */
export function limitBytes(setting: string | undefined): number {
  const megabytes = Number.parseFloat(setting ?? '')
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : DEFAULT_DOWNLOAD_LIMIT_MB) * 1_048_576
}

const codeOf = (text: string): string => {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
      return body.error
  } catch {
    // no JSON: the general code says enough
  }
  return 'BRIDGE_FAILED'
}

/**
 * Hands a file to main, as its bytes: how Electron passes a Blob or File on to a protocol handler differs between its
 * versions, bytes arrive in all of them.
 * @param onProgress share that has left, 0 to 1.
 * @throws UploadError with the code of the refusal; `ABORTED` when the signal was raised, `BRIDGE_FAILED` when the file
 * cannot be read any more.
 */
export async function handOver(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UploadError('BRIDGE_FAILED')
  })
  if (signal.aborted) throw new UploadError('ABORTED')
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${LOCAL_ATTACHMENTS_PATH}?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.upload.onprogress = event => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onerror = () => reject(new UploadError('BRIDGE_FAILED'))
    request.onabort = () => reject(new UploadError('ABORTED'))
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(new UploadError(codeOf(request.responseText)))
        return
      }
      let body: unknown
      try {
        body = JSON.parse(request.responseText)
      } catch {
        body = null
      }
      const parsed = attachment.safeParse(body)
      if (parsed.success) resolve(parsed.data)
      else reject(new UploadError('BRIDGE_INVALID_OUTPUT'))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(bytes)
  })
}

/** Tells main that nobody needs a file any more. Failures are of no interest: main sweeps at its next start. */
export function discard(id: string): void {
  fetch(`${LOCAL_ATTACHMENTS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(() => {})
}
