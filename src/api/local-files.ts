/** Files a window hands over to main, which keeps them until they are sent (contract, LOCAL_ATTACHMENTS_PATH). */
import { type Attachment, attachment, LOCAL_ATTACHMENTS_PATH } from '@contract'
import axios, { type AxiosAdapter, type AxiosProgressEvent, isAxiosError, isCancel } from 'axios'
import { parseJson } from './api-error'

/**
 * Bytes read at a time: what a file costs in memory, here and in main, whatever its size. Smaller pieces ask main more
 * often, larger ones stand still between two reports of progress.
 */
export const PIECE_BYTES = 4 * 1_048_576

/** Why a file was not taken: the code of main's error, `ABORTED`, or `BRIDGE_FAILED` for all the rest. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  constructor(readonly code: string) {
    super(code)
  }
}

export interface LocalFiles {
  /**
   * Hands a file to main, as its bytes and piece by piece: how Electron passes a Blob or File on to a protocol handler
   * differs between its versions, bytes arrive in all of them.
   * @param onProgress share that has left, 0 to 1.
   * @throws UploadError; nothing else.
   */
  keep(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Attachment>
  /** Tells main that nobody needs a file any more. Failures are of no interest: main sweeps at its next start. */
  drop(id: string): void
}

const codeOf = (text: unknown): string => {
  const body = typeof text === 'string' ? parseJson(text) : null
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : 'BRIDGE_FAILED'
}

function failureOf(error: unknown): UploadError {
  if (error instanceof UploadError) return error
  if (isCancel(error)) return new UploadError('ABORTED')
  return new UploadError(
    isAxiosError(error) && error.response ? codeOf(error.response.data) : 'BRIDGE_FAILED',
  )
}

/** @param adapter how requests travel; the browser's own by default, a stub in tests. */
export function createLocalFiles(adapter?: AxiosAdapter): LocalFiles {
  const http = axios.create({
    baseURL: LOCAL_ATTACHMENTS_PATH,
    // As in client.ts.
    xsrfCookieName: '',
    ...(adapter ? { adapter } : {}),
    responseType: 'text',
    transformResponse: [(data: unknown) => data],
  })
  const drop = (id: string): void => {
    http.delete(`/${encodeURIComponent(id)}`).catch(() => undefined)
  }

  return {
    drop,
    async keep(file, onProgress, signal) {
      let upload: string | null = null
      try {
        for (let from = 0; ; from += PIECE_BYTES) {
          const bytes = await file.slice(from, from + PIECE_BYTES).arrayBuffer()
          if (signal.aborted) throw new UploadError('ABORTED')
          const { data } = await http.request<string>({
            method: 'POST',
            url: upload === null ? '' : `/${encodeURIComponent(upload)}`,
            params:
              upload !== null
                ? { from }
                : { name: file.name, ...(file.size > PIECE_BYTES ? { size: file.size } : {}) },
            headers: { 'Content-Type': file.type || 'application/octet-stream' },
            data: bytes,
            signal,
            onUploadProgress: ({ loaded }: AxiosProgressEvent) =>
              onProgress(file.size > 0 ? Math.min(1, (from + loaded) / file.size) : 1),
          })
          const body = parseJson(data)
          if (from + PIECE_BYTES >= file.size) {
            const kept = attachment.safeParse(body)
            if (!kept.success) throw new UploadError('BRIDGE_INVALID_OUTPUT')
            return kept.data
          }
          if (typeof body !== 'object' || body === null) throw new UploadError('BRIDGE_INVALID_OUTPUT')
          if (!('upload' in body) || typeof body.upload !== 'string')
            throw new UploadError('BRIDGE_INVALID_OUTPUT')
          upload = body.upload
        }
      } catch (error) {
        if (upload !== null) drop(upload)
        throw failureOf(error)
      }
    },
  }
}

/** The files of this window; see {@link LocalFiles}. */
export const localFiles: LocalFiles = createLocalFiles()
