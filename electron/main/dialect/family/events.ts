/** Event names and payloads of the older family, as Turno's contract names them (design/contract.md section 7.3). */
import type { DialectUser } from '../dialect'
import { type Json, record, rows } from './call'
import { readMessage } from './messages'

type Event = { name: string; payload: unknown }

/** Names without the company's prefix. */
const UNPREFIXED: Record<string, string> = {
  tag: 'tag',
  whatsappSession: 'whatsappSession',
  ticket: 'ticket',
}
const SECRETS = ['session', 'passwordHash', 'dataJson', 'token', 'apiKey'] as const

/** A copy without credentials, as deep as records nest here. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > 6 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, depth + 1))
  const copy: Json = {}
  for (const [key, member] of Object.entries(value)) {
    const isSecret =
      (SECRETS as readonly string[]).includes(key) && (typeof member !== 'object' || member === null)
    if (!isSecret) copy[key] = withoutSecrets(member, depth + 1)
  }
  return copy
}

/**
 * Renames and reshapes one event.
 * @param user whose events these are; chats of others are dropped, because that server sends them to everybody.
 * @returns the events to parse; nothing for names that mean nothing to Turno or would be said twice. Never throws.
 */
export function translateEvent(user: DialectUser | null, name: string, payload: unknown): Event[] {
  if (!user) return []
  const company = `company-${user.companyId}`
  const body = record(withoutSecrets(payload))

  const plain = UNPREFIXED[name]
  if (plain) return [{ name: `${company}-${plain}`, payload: body }]

  // "delete" says there that a ticket left a list, also when it only changed its agent; what is on screen is asked for.
  if (name === `${company}-ticket` && body.action === 'delete') {
    return [{ name, payload: { action: 'removeFromList', ticketId: body.ticketId } }]
  }
  if (name === `${company}-appMessage`) {
    return [{ name, payload: { ...body, message: readMessage(body.message) } }]
  }
  if (name === `${company}-announcement`) return [{ name: 'company-announcement', payload: body }]

  // Chats: one event to each member, and the same news to the whole company under two names.
  if (name === `${company}-chat-user-${user.id}`) {
    return [{ name: `${company}-chat`, payload: { action: body.action, chat: body.record } }]
  }
  if (name === `${company}-chat`) {
    if (body.action === 'delete') return [{ name, payload: body }]
    const members = rows(record(body.chat).users)
    return members.some(member => member.userId === user.id) ? [{ name, payload: body }] : []
  }
  if (name.startsWith(`${company}-chat-`)) return []
  return [{ name, payload: body }]
}
