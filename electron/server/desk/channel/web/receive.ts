/** Incoming events of one connection: messages are stored before they are acknowledged, the rest in order. */
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import type { AuthState } from './auth-state'
import { createEventReader } from './events'
import { isChat, isGroup } from './jids'
import type { WebLibrary, WebSocketOf } from './library'
import { createPeople, namedIn, type People } from './people'
import type { createReports } from './reports'
import type { WebDelivered, WebUp } from './wire'

/** Tries for a message before it is acknowledged: about six seconds, then WhatsApp delivers it again. */
const STORE_FIRST_TRIES = 6

type Events = Partial<BaileysEventMap>
type Presence = BaileysEventMap['presence.update']

export interface ReceiverDeps {
  up: WebUp
  library: WebLibrary
  reports: ReturnType<typeof createReports>
  /** Whether another connection replaced this one, or none: later events are ignored. */
  isOver(): boolean
  /** WhatsApp acknowledged a message of ours, or refused it. */
  onAcknowledged(id: string, error: string | null): void
  onUpdate(now: WebSocketOf, update: BaileysEventMap['connection.update']): Promise<void>
  /** The remaining quota of conversations has changed. */
  onCapped(cap: BaileysEventMap['message-capping.update']): Promise<void>
  /** Something could not be stored: the connection has to end, so that nothing more is acknowledged. */
  onFailed(error: unknown): void
}

export function createReceiver(deps: ReceiverDeps) {
  const { up, library, reports, isOver, onAcknowledged, onUpdate, onCapped, onFailed } = deps
  const { inOrder, deliver, note } = reports
  /** Keys of stored messages, until the library delivers them. */
  const stored = new Set<string>()
  let open: { socket: WebSocketOf; read: ReturnType<typeof createEventReader> } | null = null

  /** The calls among some events; rejected at once if the company wants that. */
  const callsIn = async (events: Events): Promise<WebDelivered[]> => {
    const found: WebDelivered[] = []
    for (const call of events.call ?? []) {
      const refused = !call.offline && (await up.refusesCalls().catch(() => false))
      // WhatsApp's answer is not awaited: it may take a minute.
      if (refused && !isOver()) void open?.socket.rejectCall(call.id, call.from).catch(() => undefined)
      const delivered = await open?.read.call(call, refused)
      if (delivered) found.push(delivered)
    }
    return found
  }

  /** Typing is worthless later: it neither waits nor is retried. */
  const typed = async (people: People, { id, presences }: Presence): Promise<void> => {
    if (!isChat(id) || isGroup(id)) return
    const words = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence)
    const writes = words.some(word => word === 'composing' || word === 'recording')
    await up.typing((await people.of(id)).number, writes)
  }

  return {
    /** Before it is acknowledged. @throws Error when it could not be stored: no receipt may leave. */
    async storeFirst(events: Events): Promise<void> {
      // What is unreadable now stays unreadable.
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
