import { scryptSync } from 'node:crypto'

const SALT = 'of tests'

/**
 * The stored hash of a password at the lowest cost there is. A hash says itself what verifying it costs: at the real cost
 * each of the tests' hundreds of sign-ins would take a tenth of a second of computing.
 */
export function cheapHash(password: string): string {
  const key = scryptSync(password, SALT, 32, { N: 2, r: 8, p: 1 })
  return `scrypt$2$8$1$${Buffer.from(SALT).toString('base64url')}$${key.toString('base64url')}`
}
