/** Calls of the API that this computer answers for a server that knows nothing of them. */
import type { ServerErrorCode } from '../../src/contract'

/** @param path below the API base, without the query. @returns null for every other call. */
export type LocalAnswer = (request: Request, path: string) => Promise<Response | null>

/** An answer as a server writes it. */
export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
export const refused = (status: number, error: ServerErrorCode): Response => json({ error }, status)
