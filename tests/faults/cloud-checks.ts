/** Whether everything left once and came once, in order. Pure. */
import type { Bundle } from './cloud-script'

/** One message that was sent. */
export interface Own {
  clientId: string
  id: string
  conversation: string
  ack: number
  failure: string | null
}
export interface Came {
  id: string
  conversation: string
  body: string
  hasFile: boolean
}

/**
 * What left. Pure.
 * @param own in the order in which the workspace stored them.
 * @param taken our ids, in the order in which the provider took them.
 * @param sends client ids of all that were written.
 */
export function checkSent(
  own: readonly Own[],
  taken: readonly (string | null)[],
  sends: readonly string[],
): string[] {
  const faults: string[] = []
  const times = new Map<string, number>()
  for (const id of taken) if (id !== null) times.set(id, (times.get(id) ?? 0) + 1)
  const stored = new Map(own.map(one => [one.clientId, one]))
  for (const clientId of sends) {
    const one = stored.get(clientId)
    if (!one) faults.push(`${clientId} was never stored`)
  }
  for (const { clientId, id, ack, failure } of own) {
    const count = times.get(id) ?? 0
    if (count > 1) faults.push(`${clientId} was sent ${count} times`)
    if (count === 0 && failure !== 'ERR_WAPP_UNSURE')
      faults.push(`${clientId} is lost: ${failure}, ack ${ack}`)
    if (count === 1 && (failure !== null || ack < 3))
      faults.push(`${clientId} left and shows ${failure}, ack ${ack}`)
  }
  const place = new Map(taken.map((id, at) => [id, at]))
  const last = new Map<string, number>()
  for (const { clientId, id, conversation } of own) {
    const at = place.get(id)
    if (at === undefined) continue
    if (at < (last.get(conversation) ?? -1)) faults.push(`${clientId} of ${conversation} left out of order`)
    last.set(conversation, at)
  }
  return faults
}

/** What came in. Pure. @param came in the order of the threads. */
export function checkCame(came: readonly Came[], bundles: readonly Bundle[]): string[] {
  const faults: string[] = []
  const written = new Map(bundles.flatMap(({ messages }) => messages).map(one => [one.id, one]))
  const seen = new Set<string>()
  const last = new Map<string, number>()
  for (const { id, conversation, body, hasFile } of came) {
    const one = written.get(id)
    if (!one) {
      faults.push(`${id} was never written`)
      continue
    }
    if (seen.has(id)) faults.push(`${id} came twice`)
    seen.add(id)
    if (body !== one.body) faults.push(`${id} says "${body}"`)
    if (hasFile !== (one.file !== null)) faults.push(`${id} lacks its file`)
    if (one.at < (last.get(conversation) ?? 0)) faults.push(`${id} of ${conversation} stands out of order`)
    last.set(conversation, one.at)
  }
  for (const id of written.keys()) if (!seen.has(id)) faults.push(`${id} is lost`)
  return faults
}
