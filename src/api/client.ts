/** The client: axios on the window's own origin. The gateway in main adds the token; none is known here. */
import {
  type BodyIn,
  type Endpoint,
  type EndpointName,
  endpointOf,
  type ParamsIn,
  pathOf,
  type QueryIn,
  type ResponseOut,
  reportSchemaMismatch,
} from '@contract'
import axios, {
  type AxiosAdapter,
  type AxiosInstance,
  type AxiosProgressEvent,
  CanceledError,
  isAxiosError,
  isCancel,
} from 'axios'
import { ApiError, apiErrorOf, parseJson } from './api-error'
import { noteReadAt } from './read-at'

/** Longest wait for an answer without an upload, in milliseconds. */
const TIMEOUT_MS = 30_000

/** A member that has to be given when it holds something required; the empty schema holds nothing. */
type Give<K extends string, T> = string extends keyof T
  ? { [P in K]?: Record<string, never> }
  : Partial<T> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

type CallOptions<N extends EndpointName> = Give<'params', ParamsIn<N>> &
  Give<'query', QueryIn<N>> & {
    body?: BodyIn<N>
    /** Sends the call as multipart: these files, and `body` as its text fields. */
    files?: readonly File[]
    /** Headers of this call besides the usual ones (a key, a connection's token). */
    headers?: Readonly<Record<string, string>>
    signal?: AbortSignal
    /** Share of the upload that has left, 0 to 1. */
    onUploadProgress?: (share: number) => void
    /** Reads an answer that is no JSON as text while it comes: all of it so far, and at the end the whole. */
    onText?: (soFar: string) => void
  }

type Arguments<N extends EndpointName> =
  Partial<CallOptions<N>> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>]

export interface ApiClient {
  /**
   * Calls one endpoint of the contract.
   * @returns the answer, parsed by the endpoint's schema (a Blob for endpoints that answer files).
   * @throws ApiError for every failure; nothing else. One that was asked in a session that has ended is `aborted`, whatever
   *   became of it.
   */
  call<N extends EndpointName>(name: N, ...args: Arguments<N>): Promise<ResponseOut<N>>
}

/** Query values as legacy servers expect them: lists as JSON text, flags as words, nothing for undefined. */
export function queryText(query: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    params.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return params.toString()
}

/**
 * Text fields and files as one multipart body. It is written out to bytes here: a form with files would reach the
 * gateway in parts that Electron's versions pass on differently, some not at all.
 * @throws TypeError when a file cannot be read any more.
 */
async function multipart(
  field: string,
  files: readonly File[],
  body: Record<string, unknown>,
): Promise<{ data: ArrayBuffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue
    form.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  for (const file of files) form.append(field, file, file.name)
  const written = new Response(form)
  return {
    data: await written.arrayBuffer(),
    headers: { 'Content-Type': written.headers.get('content-type') ?? 'multipart/form-data' },
  }
}

/** Tells of an answer while it comes. Axios tells three times a second at the most: after its first word the request itself is asked. */
function textSoFar(onText: (soFar: string) => void): (progress: AxiosProgressEvent) => void {
  let observed: EventTarget | null = null
  return ({ event }) => {
    const request: (EventTarget & { status: number; responseText: string }) | undefined = event?.target
    if (!request || request === observed) return
    observed = request
    const pushText = (): void => {
      if (request.status === 200) onText(request.responseText)
    }
    request.addEventListener?.('progress', pushText)
    pushText()
  }
}

/** Whatever axios threw, as ApiError. */
async function failureOf(error: unknown): Promise<ApiError> {
  if (error instanceof ApiError) return error
  if (isCancel(error)) return new ApiError('aborted', null, '', 0)
  if (isAxiosError<unknown>(error) && error.response) {
    const { status, data } = error.response
    const body = data instanceof Blob ? await data.text() : typeof data === 'string' ? data : ''
    return apiErrorOf(status, body)
  }
  if (isAxiosError(error)) return new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
  return new ApiError('unreadable', 'SERVER_UNREADABLE', '', 0)
}

/** The body of a good answer, checked: JSON, else the bare text for endpoints that accept any success. */
function read<N extends EndpointName>(
  name: N,
  endpoint: Endpoint,
  status: number,
  data: unknown,
): ResponseOut<N> {
  const body = typeof data === 'string' ? (data.trim() === '' ? null : (parseJson(data) ?? data)) : data
  const parsed = endpoint.response.safeParse(body)
  if (parsed.success) return parsed.data as ResponseOut<N>
  reportSchemaMismatch(`answer of ${name}`, parsed.error)
  throw new ApiError('unreadable', 'SERVER_UNREADABLE', '', status)
}

/** An area's endpoints, which came late; files of ours that cannot be read are a failure of this call. */
const loaded = (endpoint: Promise<Endpoint>): Promise<Endpoint> =>
  endpoint.catch(error => {
    console.error('endpoints not loaded', error)
    throw new ApiError('unreadable', 'SERVER_UNREADABLE', '', 0)
  })

let sessions = 0

/** What was asked until now is answered to nobody: who asked is no longer signed in. Calls that change something are not stopped. */
export function dropAnswers(): void {
  sessions++
}

/**
 * Makes a client.
 * @param adapter how requests travel; the browser's own by default, a stub in tests.
 */
export function createClient(adapter?: AxiosAdapter): ApiClient {
  const http: AxiosInstance = axios.create({
    baseURL: '/api',
    // Axios would first ask the browser for a cookie there is none of, and send only when the page has time for the answer.
    xsrfCookieName: '',
    ...(adapter ? { adapter } : {}),
    transformResponse: [(data: unknown) => data],
    paramsSerializer: { serialize: queryText },
  })

  return {
    async call(name, ...args) {
      const session = sessions
      const found = endpointOf(name)
      // Without a pause where it is there already: whoever calls twice in a row is heard in that order.
      const endpoint: Endpoint = found instanceof Promise ? await loaded(found) : found
      const options: CallOptions<typeof name> | undefined = args[0]
      const { params, query, body, files, headers, signal, onUploadProgress, onText } = (options ?? {}) as {
        params?: Record<string, string | number>
        query?: Record<string, unknown>
        body?: Record<string, unknown>
        files?: readonly File[]
        headers?: Readonly<Record<string, string>>
        signal?: AbortSignal
        onUploadProgress?: (share: number) => void
        onText?: (soFar: string) => void
      }
      const upload = files !== undefined && endpoint.multipart
      const raw = endpoint.raw === true
      try {
        const form = upload ? await multipart(upload.fileField, files, body ?? {}) : null
        const answer = await http.request<unknown>({
          method: endpoint.method,
          url: pathOf(endpoint, params),
          ...(query ? { params: query } : {}),
          ...(form ? { data: form.data } : body ? { data: body } : {}),
          headers: { ...form?.headers, ...headers },
          ...(signal ? { signal } : {}),
          timeout: upload || onText ? 0 : TIMEOUT_MS,
          responseType: raw && !onText ? 'blob' : 'text',
          ...(onText
            ? { onDownloadProgress: textSoFar(soFar => session === sessions && onText(soFar)) }
            : {}),
          ...(onUploadProgress
            ? {
                onUploadProgress: (event: AxiosProgressEvent) =>
                  onUploadProgress(event.total ? Math.min(1, event.loaded / event.total) : 0),
              }
            : {}),
        })
        if (session !== sessions) throw new CanceledError()
        if (onText) onText(String(answer.data))
        if (raw) return answer.data as ResponseOut<typeof name>
        return noteReadAt(read(name, endpoint, answer.status, answer.data), answer.headers)
      } catch (error) {
        throw await failureOf(session === sessions ? error : new CanceledError())
      }
    },
  }
}

const client = createClient()

/** Calls one endpoint of the contract over the gateway; see {@link ApiClient.call}. */
export const call: ApiClient['call'] = client.call
