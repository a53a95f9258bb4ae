/**
 * How what is known of a thread and what arrives become one. Pure: pages, live
 * events and answers may come in any order and more than once; the result is the same.
 */
import type { Contact, Message } from '@contract'

/** Milliseconds of an instant; rubbish reads as 0 so that ordering stays total. */
export const timeOf = (instant: string): number => {
  const ms = Date.parse(instant)
  return Number.isNaN(ms) ? 0 : ms
}

const at = (message: Message): number => timeOf(message.createdAt)

const sameJson = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Whether nothing that is drawn differs, so that the known object (and its row) can stay as it is. */
function sameMessage(a: Message, b: Message): boolean {
  for (const key of Object.keys(b) as (keyof Message)[]) {
    const left = a[key]
    const right = b[key]
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || !sameJson(left, right)) return false
  }
  return true
}

/**
 * The newer truth about one message. The acknowledgement never goes down, deleted and edited stay so, and an answer
 * that left the server before the known state (by `updatedAt`) does not undo text or reactions. Details an event
 * leaves out (media size, quote, contact, client id) are kept.
 * @returns `known` itself when nothing changed.
 */
export function mergeMessage(known: Message, incoming: Message): Message {
  const late =
    known.updatedAt !== null &&
    incoming.updatedAt !== null &&
    timeOf(incoming.updatedAt) < timeOf(known.updatedAt)
  const newer = late ? known : incoming
  const older = late ? incoming : known
  const merged: Message = {
    ...newer,
    ack: Math.max(known.ack, incoming.ack),
    read: known.read || incoming.read,
    isDeleted: known.isDeleted || incoming.isDeleted,
    isEdited: known.isEdited || incoming.isEdited,
    isForwarded: known.isForwarded || incoming.isForwarded,
    // A server may blank the text of a deleted message; what the agent already read stays for the record.
    body: newer.isDeleted && newer.body === '' ? older.body : newer.body,
    contact: newer.contact ?? older.contact,
    contactId: newer.contactId ?? older.contactId,
    quotedMsg: newer.quotedMsg ?? (newer.quotedMsgId === older.quotedMsgId ? older.quotedMsg : null),
    quotedMsgId: newer.quotedMsgId ?? older.quotedMsgId,
    mediaUrl: newer.mediaUrl ?? older.mediaUrl,
    mediaName: newer.mediaName ?? older.mediaName,
    mediaMime: newer.mediaMime ?? older.mediaMime,
    mediaSize: newer.mediaSize ?? older.mediaSize,
    mediaWidth: newer.mediaWidth ?? older.mediaWidth,
    mediaHeight: newer.mediaHeight ?? older.mediaHeight,
    mediaDuration: newer.mediaDuration ?? older.mediaDuration,
    clientId: newer.clientId ?? older.clientId,
    createdAt: known.createdAt,
  }
  return sameMessage(known, merged) ? known : merged
}

/**
 * Position of a message in an ordered list, -1 when it is not there. Found by time first, so that a change in a
 * thread of 50,000 messages costs a handful of comparisons.
 */
export function indexOfMessage(list: readonly Message[], message: { id: string; createdAt: string }): number {
  const time = timeOf(message.createdAt)
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = list[middle]
    if (row && at(row) < time) low = middle + 1
    else high = middle
  }
  for (let i = low; i < list.length; i += 1) {
    const row = list[i]
    if (!row || at(row) !== time) break
    if (row.id === message.id) return i
  }
  return list.findIndex(row => row.id === message.id)
}

/** Where a message of this time goes: behind everything that is not later. */
function insertionIndex(list: readonly Message[], time: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = list[middle]
    if (row && at(row) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** What is known of one list of messages: the rows in order of time, and each by its id. */
export interface Known {
  list: readonly Message[]
  byId: ReadonlyMap<string, Message>
}

export const NOTHING_KNOWN: Known = { list: [], byId: new Map() }

/**
 * Merges messages into what is known.
 * @param incoming in any order; duplicates count once.
 * @returns `known` itself when nothing changed. The map is changed in place (it may be large and has one owner);
 *   the list is a new array whenever something changed.
 */
export function mergeMessages(known: Known, incoming: readonly Message[]): Known {
  if (incoming.length === 0) return known
  const byId = known === NOTHING_KNOWN ? new Map<string, Message>() : (known.byId as Map<string, Message>)
  let list: Message[] | null = null
  const fresh: Message[] = []
  for (const message of incoming) {
    const old = byId.get(message.id)
    if (!old) {
      byId.set(message.id, message)
      fresh.push(message)
      continue
    }
    const merged = mergeMessage(old, message)
    if (merged === old) continue
    byId.set(message.id, merged)
    const waiting = fresh.indexOf(old)
    if (waiting >= 0) {
      fresh[waiting] = merged
      continue
    }
    list ??= known.list.slice()
    const position = indexOfMessage(list, old)
    if (position >= 0) list[position] = merged
  }
  if (fresh.length === 0) return list ? { list, byId } : known
  fresh.sort((a, b) => at(a) - at(b))
  const base = list ?? known.list
  const first = fresh[0]
  const last = fresh[fresh.length - 1]
  const oldest = base[0]
  const newest = base[base.length - 1]
  // The two everyday cases, a new message and an older page, are plain joins.
  if (!newest || (first && at(first) >= at(newest))) return { list: [...base, ...fresh], byId }
  if (oldest && last && at(last) < at(oldest)) return { list: [...fresh, ...base], byId }
  const result = list ?? base.slice()
  for (const message of fresh) result.splice(insertionIndex(result, at(message)), 0, message)
  return { list: result, byId }
}

/**
 * Lets equal contacts of a page share one object: every message carries its sender, and a long thread would hold
 * thousands of copies of the same person.
 */
export function internContacts(messages: readonly Message[], seen: Map<number, Contact>): Message[] {
  return messages.map(message => {
    if (!message.contact) return message
    const known = seen.get(message.contact.id)
    if (known && sameJson(known, message.contact)) return { ...message, contact: known }
    seen.set(message.contact.id, message.contact)
    return message
  })
}
