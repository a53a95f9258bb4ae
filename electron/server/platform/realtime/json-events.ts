/** Events whose payload is JSON already: it goes to the sockets as it stands in the log, and is neither made nor looked through again. */
import type { Server } from 'socket.io'

/** A payload that is there as JSON. */
class Json {
  constructor(readonly text: string) {}
}

/** What stands in an event for its payload. @param json the same as JSON, where it is there. */
export const asJson = (payload: unknown, json: string | undefined): unknown =>
  json === undefined ? payload : new Json(json)

/** What socket.io encodes packets with; one for all its sockets. */
interface Encoder {
  encode(packet: { type: number; nsp: string; id?: number; data?: unknown }): (string | Buffer)[]
}

/** The type of an event, in socket.io's protocol. */
const EVENT = 2

/** Has a server send payloads that are JSON already (`asJson`) as they are. */
export function sendJsonAsItIs(io: Server): void {
  const { encoder } = io as unknown as { encoder: Encoder }
  const encode = encoder.encode.bind(encoder)
  encoder.encode = packet => {
    const [name, payload, ...marks] = Array.isArray(packet.data) ? packet.data : []
    if (packet.type !== EVENT || !(payload instanceof Json)) return encode(packet)
    const rest = marks.map(mark => `,${JSON.stringify(mark)}`).join('')
    return [`${EVENT}[${JSON.stringify(name)},${payload.text}${rest}]`]
  }
}
