/** Credentials that a legacy server sends along: dropped before anything else sees them. */

/** Members nobody needs on this side: WhatsApp session keys, password hashes, raw messages. */
const CREDENTIALS: ReadonlySet<string> = new Set(['session', 'passwordHash', 'dataJson'])
/** In events also what only an edit form asks for by itself. */
export const CREDENTIALS_IN_EVENTS: ReadonlySet<string> = new Set([...CREDENTIALS, 'token', 'apiKey'])

/** Members that would be called instead of read where a record is in the place of a word or a figure. */
export const MISLEADING: ReadonlySet<string> = new Set(['toString', 'valueOf'])

/** Deeper than any record of that server nests. */
const DEEPEST = 12

/**
 * A copy without credentials. A member of such a name that is itself a record stays (an event calls a connection
 * `session`).
 */
export function withoutSecrets(value: unknown, names: ReadonlySet<string> = CREDENTIALS, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return null
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, names, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    if (MISLEADING.has(key)) continue
    const isSecret = names.has(key) && (typeof member !== 'object' || member === null)
    if (!isSecret) copy[key] = withoutSecrets(member, names, depth + 1)
  }
  return copy
}
