/** Registers a route for every endpoint of the table: it checks the caller and the input, and sends the answer. */
import {
  type Access,
  type Endpoint,
  type EndpointName,
  endpoints,
  logOf,
  placeText,
  READ_AT_HEADER,
  shownTo,
} from '@contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import { audited, isAudited } from '../audit/audited'
import { authenticateConnection } from '../auth/sender'
import type { WhatsappRow } from '../db/company-rows'
import { uploadFolder, uploadLimitBytes } from '../media/folder'
import { authenticate, mayCall } from './access'
import { type Call, type Handler, type Handlers, PreserialisedJson, type UploadedFile } from './handlers'
import { discard, receiveForm } from './multipart'

declare module 'fastify' {
  /** What hooks know about a route. */
  interface FastifyContextConfig {
    /** Open to programs without the workspace's own key (door.ts). */
    keyless?: boolean
    /** Called by other programs: errors carry an explanation beside their code. */
    external?: boolean
  }
}

const API_PREFIX = '/api'

/** No sign-in is needed. */
const isOpen = (access: Access): boolean =>
  access === 'public' || access === 'cookie' || access === 'connection'

async function memberFor(app: Workspace, endpoint: Endpoint, request: FastifyRequest): Promise<Me | null> {
  if (isOpen(endpoint.access)) return null
  const me = await authenticate(app, request, endpoint.unpaid)
  if (!(await mayCall(app, me, endpoint.access))) throw new ApiError('ERR_NO_PERMISSION')
  return me
}

interface Sent {
  body: unknown
  files: UploadedFile[]
  fields: Map<string, string[]>
}

async function read(app: Workspace, endpoint: Endpoint, request: FastifyRequest): Promise<Sent> {
  if (!endpoint.multipart || !request.isMultipart())
    return { body: request.body ?? {}, files: [], fields: new Map() }
  const allowed = await uploadLimitBytes(app.db)
  const limit = Math.min(allowed, endpoint.multipart.maxBytes ?? allowed)
  const form = await receiveForm(request, endpoint.multipart, uploadFolder(app.folder), limit)
  const body = Object.fromEntries([...form.fields].map(([key, values]) => [key, fieldValue(values[0] ?? '')]))
  return { body, ...form }
}

/** Text fields that hold a JSON object or list (quotedMsg) arrive as such. */
function fieldValue(value: string): unknown {
  if (!/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function route<N extends EndpointName>(app: Workspace, name: N, handler: Handler<N>) {
  const endpoint: Endpoint = endpoints[name]
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const me = await memberFor(app, endpoint, request)
    const seq = me ? app.db.events.at(me.companyId) : null
    if (me && seq !== null)
      reply.header(READ_AT_HEADER, placeText({ log: logOf(app.db.events.epoch, me.companyId), seq }))
    const connection: WhatsappRow | null =
      endpoint.access === 'connection' ? await authenticateConnection(app, request) : null
    const params = endpoint.params.parse(request.params)
    const query = endpoint.query.parse(request.query)
    const sent = await onDisk(app, name, () => read(app, endpoint, request))
    // Uploaded files nobody took over are deleted before the answer is sent.
    const answer = await finishing(sent.files, () => {
      const call = {
        app,
        get me(): Me {
          if (!me) throw new Error(`${name} is open to strangers: it has no member`)
          return me
        },
        get connection(): WhatsappRow {
          if (!connection) throw new Error(`${name} is not called by other programs`)
          return connection
        },
        params,
        query,
        body: endpoint.body.parse(sent.body),
        files: sent.files,
        fields: sent.fields,
        request,
        reply,
      } as Call<N>
      const work = () => onDisk(app, name, () => handler(call))
      return me && isAudited(name) ? audited(app, name, call as never, work) : work()
    })
    if (reply.sent) return reply
    // Whoever makes a file or a stream masks what goes into it (`shownTo`).
    if (endpoint.raw) return reply.send(answer)
    const isText = answer instanceof PreserialisedJson
    const body =
      isText && !me?.hidesNumbers
        ? answer.json
        : JSON.stringify(shownTo(me ?? {}, isText ? JSON.parse(answer.json.toString()) : (answer ?? null)))
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

/** Signing in and out, and calls that only read, work when nothing can be written. */
const goesOn = (name: EndpointName): boolean => endpoints[name].method === 'GET' || name.startsWith('auth.')

/**
 * Runs a handler as far as the disk allows. If the disk has just refused a permitted call, it is tried once more: by
 * then there is a reserve, and nothing is marked as read.
 * @throws ApiError ERR_DISK_FULL, ERR_DISK_READ_ONLY.
 */
async function onDisk<T>(app: Workspace, name: EndpointName, work: () => Promise<T>): Promise<T> {
  const known = app.storage.code()
  if (known && !goesOn(name)) throw new ApiError(known)
  try {
    return await work()
  } catch (error) {
    const found = app.storage.note(error)
    if (!found) throw error
    if (!known && goesOn(name)) return onDisk(app, name, work)
    throw new ApiError(found)
  }
}

async function finishing<T>(files: readonly UploadedFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await discard(files)
  }
}

/** Registers every endpoint of the table below `/api`. */
export function bindEndpoints(http: FastifyInstance, app: Workspace, handlers: Handlers): void {
  const bind = <N extends EndpointName>(name: N): void => {
    const { method, path, access, keyless = false }: Endpoint = endpoints[name]
    const config = { keyless, external: access === 'connection' }
    // Nobody calls the API with HEAD, and each such route takes as long to register as the real one.
    const options = { method, url: `${API_PREFIX}${path}`, config, exposeHeadRoute: false }
    http.route({ ...options, handler: route(app, name, handlers[name]) })
  }
  for (const name of Object.keys(endpoints) as EndpointName[]) bind(name)
}
