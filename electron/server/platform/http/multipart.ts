/**
 * Multipart calls: files are written to disk as they arrive, text fields are collected, and each limit has its own
 * error code.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Multipart, singleLine } from '@contract'
import type { FastifyRequest } from 'fastify'
import { privateFolder } from '../../../database/private-folder'
import { ApiError } from '../../errors'
import type { UploadedFile } from './handlers'

export interface ReceivedForm {
  files: UploadedFile[]
  fields: Map<string, string[]>
}

const MAX_FIELDS = 40
const MAX_FIELD_BYTES = 300_000
const MAX_NAME_CHARS = 180
/** Room for boundaries and text fields beside the files. */
const FORM_SLACK_BYTES = 4 * 1024 * 1024

/** The last part of a sender's file name, without control characters and marks that reverse its ending. */
export function baseName(name: string): string {
  const cleaned = singleLine(basename(name.replaceAll('\\', '/')).replace(/\p{Cc}/gu, '')).trim()
  return cleaned.slice(-MAX_NAME_CHARS) || 'file'
}

/**
 * Whether the parser refused a body: no boundary, an early end, a broken header. Its errors are plain; disk errors name
 * a system call, and Fastify's have a status.
 */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('syscall' in error)
}

/** Removes temporary files that no handler took over. */
export async function discard(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map(file => rm(file.path, { force: true })))
}

/**
 * Receives a multipart body.
 * @param folder where temporary files go.
 * @param limitBytes most one file may weigh.
 * @throws ApiError ERR_FILE_TOO_LARGE (413), ERR_VALIDATION for a broken body, a wrong field name or too many parts. Nothing stays on
 *   disk after an error; the rest of the body is read and dropped so that the sender gets the answer.
 */
export async function receiveForm(
  request: FastifyRequest,
  spec: Multipart,
  folder: string,
  limitBytes: number,
): Promise<ReceivedForm> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limitBytes * spec.maxFiles + FORM_SLACK_BYTES) {
    request.raw.resume()
    throw new ApiError('ERR_FILE_TOO_LARGE', { limit: limitBytes })
  }
  privateFolder(folder)
  const files: UploadedFile[] = []
  const fields = new Map<string, string[]>()
  let apiError: ApiError | null = null
  try {
    const limits = {
      fileSize: limitBytes,
      files: spec.maxFiles + 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value ?? '')])
        continue
      }
      if (part.fieldname !== spec.fileField || files.length >= spec.maxFiles) {
        apiError ??= new ApiError('ERR_VALIDATION', { field: part.fieldname })
      }
      if (apiError) {
        part.file.resume()
        continue
      }
      const path = join(folder, randomUUID())
      const file: UploadedFile = { path, name: baseName(part.filename), mime: part.mimetype, size: 0 }
      files.push(file)
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
      file.size = part.file.bytesRead
      if (part.file.truncated) apiError = new ApiError('ERR_FILE_TOO_LARGE', { limit: limitBytes })
    }
    if (apiError) throw apiError
    return { files, fields }
  } catch (error) {
    await discard(files)
    if (isBrokenForm(error)) throw new ApiError('ERR_VALIDATION', { field: 'multipart' })
    throw error
  }
}
