/** Password hashes: scrypt, with its parameters stored beside the salt so that they can be raised later. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { queue } from '../../../queue'

const COST = 2 ** 15
const BLOCK = 8
const PARALLEL = 1
const KEY_BYTES = 32

/**
 * Hashes computed at once. Each takes one of libuv's four threads for a tenth of a second, and files are read by the
 * same pool: half of it, and of the processors, stays free.
 */
export const HASHES_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const places = queue(HASHES_AT_ONCE)

function derive(password: string, salt: Buffer, options: ScryptOptions, bytes: number): Promise<Buffer> {
  const compute = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(
        password.normalize('NFKC'),
        salt,
        bytes,
        { ...options, maxmem: 256 * 1024 * 1024 },
        (error, key) => (error ? reject(error) : resolve(key)),
      )
    })
  return places(compute)
}

/** Hashes a password: `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, { N: COST, r: BLOCK, p: PARALLEL }, KEY_BYTES)
  return ['scrypt', COST, BLOCK, PARALLEL, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether a password fits a stored hash; false for a hash it cannot read. Takes the same time either way. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = stored.split('$')
  if (kind !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const options = { N: Number(n), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), options, expected.length)
  return timingSafeEqual(actual, expected)
}

let decoy: Promise<string> | undefined

/** Takes the time of a verification when there is no such user, so that the delay reveals nothing. */
export async function verifyDummyPassword(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(12).toString('hex'))
  await verifyPassword(password, await decoy)
  return false
}
