/** Access and refresh tokens of the replay server: HS256 JWTs with the legacy server's claims (docs/legacy-server.md 1.4). */
import { jwtVerify, SignJWT } from 'jose'
import type { Person } from './world'

const secret = new TextEncoder().encode('replay-server-of-the-tests-only!')

/** @param now what that server's clock shows, ISO. */
export const accessToken = (person: Person, now: string): Promise<string> => {
  const iat = Math.floor(Date.parse(now) / 1_000)
  return new SignJWT({ usarname: person.name, profile: person.profile, id: person.id, companyId: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(iat)
    .setExpirationTime(iat + 900)
    .sign(secret)
}

export const refreshToken = (person: Person, now: string): Promise<string> =>
  new SignJWT({ id: person.id, tokenVersion: 0, companyId: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.parse(now) / 1_000) + 7 * 86_400)
    .sign(secret)

/**
 * Id of the person a token stands for; null when it is expired, malformed or signed by somebody else.
 * @param now what that server's clock shows, ISO.
 */
export async function personOf(token: string | undefined, now: string): Promise<number | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, secret, { currentDate: new Date(now) })
    return typeof payload.id === 'number' ? payload.id : null
  } catch {
    return null
  }
}
