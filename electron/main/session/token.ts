/** Reads what main needs from tokens and cookies. Nothing here verifies a signature: that is the server's business. */
import { REFRESH_COOKIE } from '../../../src/contract'

/**
 * When an access token expires, by this computer's clock. The server's may be wrong by an hour, so the lifetime it
 * gave (`exp` less `iat`) counts from the moment the token came; without `iat` its `exp` is taken at its word.
 * @param receivedAt when the token came, milliseconds since the epoch.
 * @returns milliseconds since the epoch, or null when the token is no JWT with an `exp` claim.
 */
export function expiryOf(token: string, receivedAt: number): number | null {
  const payload = token.split('.')[1]
  if (!payload) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const { exp, iat } = (claims ?? {}) as { exp?: unknown; iat?: unknown }
    if (typeof exp !== 'number' || !Number.isFinite(exp)) return null
    const lifetime = typeof iat === 'number' ? exp - iat : Number.NaN
    return lifetime > 0 ? receivedAt + lifetime * 1_000 : exp * 1_000
  } catch {
    return null
  }
}

/**
 * The refresh cookie an answer sets.
 * Electron's fetch may join several Set-Cookie headers with commas, so the name is looked for after a comma too.
 * @returns its value, "" when the server clears it, undefined when the answer does not mention it.
 */
export function refreshCookieOf(headers: Headers): string | undefined {
  let found: string | undefined
  const pattern = new RegExp(`(?:^|,\\s*)${REFRESH_COOKIE}=([^;,\\s]*)`, 'g')
  for (const line of headers.getSetCookie()) {
    for (const match of line.matchAll(pattern)) found = match[1]
  }
  return found
}

/** The Cookie header that carries the refresh token. */
export const refreshCookieHeader = (value: string): string => `${REFRESH_COOKIE}=${value}`
