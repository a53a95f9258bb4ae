/** What a server sends to a console that comes back, in one piece (`MISSED_EVENT`). */
import { inflateSync } from 'node:zlib'
import { MISSED_DICTIONARY, missedEvents } from '../../../src/contract'

/** More than any server sends. */
const MOST_BYTES = 64 * 1024 * 1024

const dictionary = Buffer.from(MISSED_DICTIONARY)

/** @returns the events in their order, each with its name, payload and mark; null where they cannot be read. */
export function unpackMissed(packed: unknown): ReturnType<typeof missedEvents.parse> | null {
  try {
    const json = inflateSync(packed as Buffer, { maxOutputLength: MOST_BYTES, dictionary })
    return missedEvents.safeParse(JSON.parse(json.toString())).data ?? null
  } catch {
    return null
  }
}
