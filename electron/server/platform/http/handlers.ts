/**
 * What a route handler is. The table in src/contract/endpoints defines method, path, access and shapes. Each file of
 * ../routes exports one object per area (`contactHandlers: HandlersOf<'contacts'>`), and ../routes/index.ts joins them
 * into `Handlers`: an endpoint without a handler does not compile.
 */
import type { BodyOut, EndpointName, ParamsOut, QueryOut, ResponseIn } from '@contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Me, Workspace } from '../../workspace'
import type { WhatsappRow } from '../db/company-rows'

/** A file of a multipart call, already on disk in the upload folder; removed after the call unless moved away. */
export interface UploadedFile {
  /** Absolute path of the temporary file. */
  path: string
  /** Name the sender gave, without any folder. */
  name: string
  /** MIME type the sender stated. */
  mime: string
  /** Bytes. */
  size: number
}

export interface Call<N extends EndpointName> {
  app: Workspace
  /** The signed-in person. Throws in a handler of a public endpoint. */
  readonly me: Me
  /** The connection another program acts for. Throws in a handler with any other access. */
  readonly connection: WhatsappRow
  params: ParamsOut<N>
  query: QueryOut<N>
  body: BodyOut<N>
  files: UploadedFile[]
  /** All values of a repeated text field of a multipart call, in order. */
  fields: ReadonlyMap<string, readonly string[]>
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer already serialised as JSON (UTF-8), typed as what it contains. */
export class PreserialisedJson<T> {
  declare readonly reads: T
  constructor(readonly json: Buffer) {}
}

/**
 * Answers with the response body (input side of the contract's schema), or throws an ApiError.
 * Endpoints marked `raw` set their own headers on `reply` and return the text.
 */
export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Promise<ResponseIn<N> | PreserialisedJson<ResponseIn<N>>>

export type Handlers = { [N in EndpointName]: Handler<N> }

/** The handlers of one area: every endpoint whose name starts with `<Area>.`. */
export type HandlersOf<Area extends string> = {
  [N in Extract<EndpointName, `${Area}.${string}`>]: Handler<N>
}
