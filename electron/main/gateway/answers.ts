/** Answers the gateway makes itself: always JSON in the server's error shape, never a page. */
import { harden, INERT_POLICY } from './csp'

/** `{ "error": "<code>" }` with a status. */
export function errorAnswer(status: number, code: string): Response {
  return jsonAnswer(status, { error: code })
}

function jsonAnswer(status: number, value: unknown): Response {
  const headers = harden(
    new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }),
  )
  headers.set('content-security-policy', INERT_POLICY)
  return new Response(JSON.stringify(value), { status, headers })
}
