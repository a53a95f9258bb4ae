/** Documents and web pages that articles are made of. */
import { readFile } from 'node:fs/promises'
import type { Document } from '../../../documents/formats'
import { readDocument, readPdf } from '../../../documents/read'
import { followed } from '../../../outward/follow'
import { guardedFetch } from '../../../outward/guarded-fetch'
import { AddressRefused, AnswerTooLong } from '../../../outward/guarded-request'
import { limitSignal } from '../../../time-limit'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { UploadedFile } from '../../platform/http/handlers'
import { refuseAddress } from '../../platform/providers/address'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'

/** Limits of a web page: bytes and milliseconds. */
const PAGE = { bytes: 8 * 1024 * 1024, ms: 20_000 }
/** @throws ApiError ERR_UNREADABLE_DOCUMENT, ERR_FILE_TOO_LARGE */
async function readable<Answer extends object>(reading: Promise<Answer>): Promise<Exclude<Answer, Fault>> {
  const answer = await reading
  if (!('fault' in answer)) return answer as Exclude<Answer, Fault>
  throw new ApiError(answer.fault === 'tooLarge' ? 'ERR_FILE_TOO_LARGE' : 'ERR_UNREADABLE_DOCUMENT')
}
type Fault = { fault: unknown }

const read = (document: Document) => readable(readDocument(document))

/**
 * The whole text of a PDF; "" when its pages are pictures.
 * @throws ApiError ERR_UNREADABLE_DOCUMENT, ERR_FILE_TOO_LARGE
 */
export const pdfText = (bytes: Uint8Array) => readable(readPdf(bytes))

/** @throws ApiError ERR_UNREADABLE_DOCUMENT, ERR_FILE_TOO_LARGE */
export const readUploaded = async ({ name, path }: UploadedFile) =>
  read({ name, bytes: await readFile(path) })

const ENDINGS: readonly [RegExp, string][] = [
  [/html/, '.html'],
  [/pdf/, '.pdf'],
  [/wordprocessingml/, '.docx'],
  [/markdown/, '.md'],
  [/^text\//, '.txt'],
]

/** Follows redirects and checks each address anew. */
async function fetched(app: Workspace, address: string): Promise<{ url: URL; response: Response }> {
  const local = await localProviders(app.db)
  return await followed(
    guardedFetch(local, PAGE.bytes),
    address,
    { signal: limitSignal(PAGE.ms), headers: { accept: 'text/html, text/plain, application/pdf' } },
    url => refuseAddress(url.href, local, 'url'),
  )
}

/** @throws ApiError ERR_ADDRESS_NOT_ALLOWED, ERR_FILE_TOO_LARGE, ERR_UNREADABLE_DOCUMENT */
export async function readPage(app: Workspace, address: string) {
  try {
    const { url, response } = await fetched(app, address)
    const type = response.headers.get('content-type') ?? ''
    const [, ending] = ENDINGS.find(([kind]) => kind.test(type)) ?? []
    if (!response.ok || !ending) throw new Error(`${response.status} ${type}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return await read({ name: `${url.hostname}${ending}`, bytes })
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof AddressRefused) throw new ApiError('ERR_ADDRESS_NOT_ALLOWED', { field: 'url' })
    if (error instanceof AnswerTooLong) throw new ApiError('ERR_FILE_TOO_LARGE')
    app.log.warn('a page could not be read', { reason: reasonOf(error) })
    throw new ApiError('ERR_UNREADABLE_DOCUMENT', { field: 'url' })
  }
}
