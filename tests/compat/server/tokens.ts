/** Access and refresh tokens of the replay server: HS256 JWTs with the family's claims (design/contract.md 1.4). */
import { jwtVerify, SignJWT } from 'jose'
import type { Person } from './world'

const secret = new TextEncoder().encode('replay-server-of-the-tests-only!')

export const accessToken = (person: Person, seconds = 900): Promise<string> =>
  new SignJWT({ usarname: person.name, profile: person.profile, id: person.id, companyId: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(secret)

export const refreshToken = (person: Person): Promise<string> =>
  new SignJWT({ id: person.id, tokenVersion: 0, companyId: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('7d')
    .sign(secret)

/** Id of the person a token stands for; null when it is expired, malformed or signed by somebody else. */
export async function personOf(token: string | undefined): Promise<number | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, secret)
    return typeof payload.id === 'number' ? payload.id : null
  } catch {
    return null
  }
}
