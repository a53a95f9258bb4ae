/** Event names and payloads of legacy servers, as Turno's contract names them. */
import type { AdapterUser } from '../adapter'
import { readPrompt } from './automation'
import { record, rows } from './call'
import { readCampaign } from './campaigns'
import { readConnection } from './connections'
import { readListEvent } from './lists'
import { readMessage } from './messages'
import { CREDENTIALS_IN_EVENTS, withoutSecrets } from './secrets'

type Event = { name: string; payload: unknown }

/** Names without the company's prefix. */
const UNPREFIXED: Record<string, string> = {
  tag: 'tag',
  schedule: 'schedule',
  whatsappSession: 'whatsappSession',
  ticket: 'ticket',
  prompt: 'prompt',
}

/**
 * Events of areas Turno has no screen for: nothing on screen could change, so they end here, knowingly. Anything else
 * that is not understood goes on and is refused and logged where events are parsed.
 */
const UNSHOWN: readonly { name: RegExp; why: string }[] = [
  { name: /^company-\d+-campaignSettings$/, why: 'settings of campaigns are asked for when they are shown' },
]

/**
 * Renames and reshapes one event.
 * @param user whose events these are; chats of others are dropped, because that server sends them to everybody.
 * @returns the events to parse; nothing for names that mean nothing to Turno or would be sent twice. Never throws.
 */
export function translateEvent(user: AdapterUser | null, name: string, payload: unknown): Event[] {
  if (!user) return []
  const company = `company-${user.companyId}`
  const body = record(withoutSecrets(payload, CREDENTIALS_IN_EVENTS))

  if (UNSHOWN.some(kind => kind.name.test(name))) return []

  const ofLists = readListEvent(name, body)
  if (ofLists) return [ofLists]

  for (const member of ['session', 'whatsapp'])
    if (typeof body[member] === 'object' && body[member] !== null)
      body[member] = readConnection(record(body[member]))

  if (name === 'prompt') {
    if (body.action === 'delete') body.promptId = body.intelligenceId
    // Read from what came: without its keys nothing would show that there are some.
    else body.prompt = readPrompt(record(record(withoutSecrets(payload)).prompt))
  }

  const plain = Object.hasOwn(UNPREFIXED, name) ? UNPREFIXED[name] : undefined
  if (plain) return [{ name: `${company}-${plain}`, payload: body }]

  // "delete" means there that a ticket left a list, also when it only changed its agent; what is on screen is asked for.
  if (name === `${company}-ticket` && body.action === 'delete') {
    return [{ name, payload: { action: 'removeFromList', ticketId: body.ticketId } }]
  }
  if (name === `${company}-appMessage`) {
    return [{ name, payload: { ...body, message: readMessage(body.message) } }]
  }
  if (name === `${company}-announcement`) return [{ name: 'company-announcement', payload: body }]

  if (name === `${company}-campaign` && body.record !== undefined)
    return [{ name, payload: { ...body, record: readCampaign(body.record) } }]

  // Chats: one event to each member, and the same event to the whole company under two names.
  if (name === `${company}-chat-user-${user.id}`) {
    return [{ name: `${company}-chat`, payload: { action: body.action, chat: body.record } }]
  }
  if (name === `${company}-chat`) {
    if (body.action === 'delete') return [{ name, payload: body }]
    const chat = record(body.chat)
    const members = rows(chat.users)
    if (members.some(member => member.userId === user.id)) return [{ name, payload: body }]
    // Whoever is taken out of a chat gets no event of it there: one learns it from what others write in it.
    return chat.id === undefined ? [] : [{ name, payload: { action: 'delete', id: chat.id } }]
  }
  if (name.startsWith(`${company}-chat-`)) return []
  return [{ name, payload: body }]
}
