/** What comes in over one connection to WhatsApp: messages are stored before they are acknowledged, everything else in order. */
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import type { AuthState } from './auth-state'
import { createEventReader } from './events'
import { isChat, isGroup } from './jids'
import type { WebLibrary, WebSocketOf } from './library'
import { createPeople, namedIn, type People } from './people'
import type { createReports } from './reports'
import type { WebDelivered, WebUp } from './wire'

/** Tries for a message that is not acknowledged before: some six seconds, then WhatsApp delivers it again. */
const STORE_FIRST_TRIES = 6

type Events = Partial<BaileysEventMap>
type Presence = BaileysEventMap['presence.update']

export interface ReceiverDeps {
  up: WebUp
  library: WebLibrary
  reports: ReturnType<typeof createReports>
  /** Whether another connection has taken this one's place, or none: what still comes is not read. */
  isOver(): boolean
  /** WhatsApp acknowledged a message of ours, or refused it with an error. */
  onAcknowledged(id: string, error: string | null): void
  onUpdate(now: WebSocketOf, update: BaileysEventMap['connection.update']): Promise<void>
  /** How many conversations the number may begin is another figure now. */
  onCapped(cap: BaileysEventMap['message-capping.update']): Promise<void>
  /** Something could not be stored: the connection has to end, so that nothing is acknowledged any more. */
  onFailed(error: unknown): void
}

export function createReceiver(deps: ReceiverDeps) {
  const { up, library, reports, isOver, onAcknowledged, onUpdate, onCapped, onFailed } = deps
  const { inOrder, deliver, note } = reports
  /** Keys of what is stored already, until the library hands it on. */
  const stored = new Set<string>()
  let open: { socket: WebSocketOf; read: ReturnType<typeof createEventReader> } | null = null

  /** The calls among some events; refused at once where the company wants that. */
  const callsIn = async (events: Events): Promise<WebDelivered[]> => {
    const found: WebDelivered[] = []
    for (const call of events.call ?? []) {
      const refused = !call.offline && (await up.refusesCalls().catch(() => false))
      // Nobody waits for WhatsApp's answer: it may take a minute.
      if (refused && !isOver()) void open?.socket.rejectCall(call.id, call.from).catch(() => undefined)
      const delivered = await open?.read.call(call, refused)
      if (delivered) found.push(delivered)
    }
    return found
  }

  /** Who begins or stops writing: it is worth nothing later, so it neither waits nor is tried again. */
  const typed = async (people: People, { id, presences }: Presence): Promise<void> => {
    if (!isChat(id) || isGroup(id)) return
    const words = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence)
    const writes = words.some(word => word === 'composing' || word === 'recording')
    await up.typing((await people.of(id)).number, writes)
  }

  return {
    /** Before it is acknowledged. @throws Error when it could not be stored: no receipt may leave. */
    async storeFirst(events: Events): Promise<void> {
      // What cannot be read now could not be read later either.
      const read = async () => [...((await open?.read.read(events)) ?? []), ...(await callsIn(events))]
      const delivered = await read().catch((error: unknown) => {
        note('warn', 'a message was not understood', { reason: String(error).slice(0, 200) })
        return []
      })
      try {
        if (isOver()) throw new Error('the connection is over')
        await deliver(delivered, STORE_FIRST_TRIES)
        for (const { key } of delivered) stored.add(key)
      } catch (error) {
        if (!isOver()) onFailed(error)
        throw error
      }
    },

    listen(socket: WebSocketOf, state: AuthState): void {
      const people = createPeople(socket)
      const read = createEventReader({ library, people })
      open = { socket, read }
      socket.ev.process(async events => {
        if (isOver()) return
        const renewed = events['creds.update']
        if (renewed) Object.assign(state.creds, renewed)
        await inOrder(async () => {
          if (renewed) await state.save()
        })
        await inOrder(async () => {
          for (const { id } of events['groups.update'] ?? []) if (id) people.forgetGroup(id)
          const named = namedIn(events)
          if (named.length > 0) await up.people(named)
          const found = await read.read(events)
          await deliver(found.filter(({ key }) => !stored.delete(key)))
        })
        const presence = events['presence.update']
        if (presence) void typed(people, presence).catch(() => undefined)
        const capping = events['message-capping.update']
        if (capping) await onCapped(capping)
        const update = events['connection.update']
        if (update && !isOver()) await onUpdate(socket, update)
      })
      socket.ws.on('CB:ack,class:message', (node: { attrs: Record<string, string> }) => {
        const { id, error } = node.attrs
        if (isOver() || !id) return
        onAcknowledged(id, error ?? null)
        if (!error) void inOrder(() => deliver([read.taken(id)]))
      })
    },
  }
}
