/** Access tokens (JWT HS256, 15 minutes) and the key they are signed with. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCESS_TOKEN_TTL_S } from '@contract'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

export interface SessionKeys {
  access: Uint8Array
  /** Tokens with a verified signature, and their claims: every request of a person brings the same one. */
  proven: Map<string, { says: AccessClaims; expires: number }>
}

const KEY_FILE = 'workspace.key'
const KEY_BYTES = 48

/**
 * Reads the signing key of a data folder, or makes one (readable by its owner only).
 * @param given the operator's own file instead; it is only read.
 * @throws Error when the key is damaged, or the operator's file is missing or has none.
 */
export function loadKeys(folder: string, given: string | null = null): SessionKeys {
  if (given !== null) {
    const access = Buffer.from(readFileSync(given, 'utf8').trim(), 'hex')
    if (access.length < KEY_BYTES)
      throw new Error(`${given} holds no key: make one with "openssl rand -hex ${KEY_BYTES}"`)
    return { access, proven: new Map() }
  }
  const file = join(folder, KEY_FILE)
  if (!existsSync(file)) {
    const made = randomBytes(KEY_BYTES).toString('hex')
    try {
      writeFileSync(file, made, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of the same folder made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  chmodSync(file, 0o600)
  const access = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (access.length < KEY_BYTES) throw new Error(`${KEY_FILE} is damaged: remove it and sign in again`)
  return { access, proven: new Map() }
}

const claims = z.object({
  id: z.number().int(),
  companyId: z.number().int(),
  profile: z.string(),
  /** users.tokenVersion at signing. */
  version: z.number().int(),
  /** Refresh token family: the sign-in. */
  session: z.string(),
})
export type AccessClaims = z.output<typeof claims>

/** Signs an access token valid for 15 minutes from `at`. */
export function signAccess(keys: SessionKeys, who: AccessClaims, at = new Date()): Promise<string> {
  const issued = Math.floor(at.getTime() / 1000)
  return new SignJWT({ ...who })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_TOKEN_TTL_S)
    .sign(keys.access)
}

/** More than a workspace has people; the oldest are dropped first. */
const MOST_PROVEN = 1_000

function remember({ proven }: SessionKeys, token: string, says: AccessClaims, expires: number): void {
  for (const oldest of proven.keys()) {
    if (proven.size < MOST_PROVEN) break
    proven.delete(oldest)
  }
  proven.set(token, { says, expires })
}

/** Reads an access token; null when it is expired, forged, malformed or has no expiry of its own. */
export async function readAccess(keys: SessionKeys, token: string): Promise<AccessClaims | null> {
  const before = keys.proven.get(token)
  if (before && before.expires > Math.floor(Date.now() / 1000)) return before.says
  keys.proven.delete(token)
  try {
    const { payload } = await jwtVerify(token, keys.access, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat'],
    })
    const parsed = claims.safeParse(payload)
    if (!parsed.success) return null
    remember(keys, token, parsed.data, payload.exp ?? 0)
    return parsed.data
  } catch {
    return null
  }
}
