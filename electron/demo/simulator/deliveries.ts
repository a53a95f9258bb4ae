/** How far an own message has got: 1 to 4 (5 for voice) over seconds, in order, never backwards. */
import { ACK } from '@contract'
import type { AckUpdate } from '../../server/desk/channel/channel'
import type { Clock } from './clock'
import type { Random } from './random'

export interface Deliveries {
  /** The message left. It becomes delivered by itself; being read is the customer's doing. */
  sent(whatsappId: number, messageId: string, kind: { audio: boolean; refused: boolean }): void
  /** The customer opened the chat: everything delivered there becomes read, the rest as soon as it is delivered. */
  read(messageIds: readonly string[]): void
  /** How far a message on its way has got; null when it is not on its way. */
  ackOf(messageId: string): number | null
  stop(): void
}

interface Parcel {
  whatsappId: number
  ack: number
  audio: boolean
  opened: boolean
  cancel: () => void
}

const LISTENED_AFTER_MS = 4_000
/** Messages on their way at once, most of them delivered and not read yet; the oldest are never read. */
const PARCELS_KEPT = 2_000

export function createDeliveries(
  clock: Clock,
  random: Random,
  report: (batch: readonly AckUpdate[]) => void,
  most = PARCELS_KEPT,
): Deliveries {
  const parcels = new Map<string, Parcel>()

  const advance = (id: string, parcel: Parcel, ack: number): void => {
    parcel.ack = ack
    report([{ whatsappId: parcel.whatsappId, messageId: id, ack }])
  }
  const wait = (parcel: Parcel, low: number, high: number, work: () => void): void => {
    parcel.cancel = clock.after(random.int(low, high), work)
  }
  const finish = (id: string, parcel: Parcel): void => {
    advance(id, parcel, ACK.read)
    if (!parcel.audio) {
      parcels.delete(id)
      return
    }
    wait(parcel, LISTENED_AFTER_MS, LISTENED_AFTER_MS * 2, () => {
      advance(id, parcel, ACK.played)
      parcels.delete(id)
    })
  }

  return {
    sent(whatsappId, id, { audio, refused }) {
      const parcel: Parcel = { whatsappId, ack: ACK.pending, audio, opened: false, cancel: () => {} }
      parcels.set(id, parcel)
      for (const oldest of parcels.keys()) {
        if (parcels.size <= most) break
        parcels.delete(oldest)
      }
      wait(parcel, 60, 220, () => {
        advance(id, parcel, ACK.server)
        wait(parcel, 250, 900, () => {
          if (refused) {
            report([{ whatsappId, messageId: id, ack: ACK.server, failure: 'ERR_SENDING_WAPP_MSG' }])
            parcels.delete(id)
            return
          }
          advance(id, parcel, ACK.sent)
          wait(parcel, 400, 2_200, () => {
            advance(id, parcel, ACK.delivered)
            if (parcel.opened) finish(id, parcel)
          })
        })
      })
    },
    read(ids) {
      for (const id of ids) {
        const parcel = parcels.get(id)
        if (!parcel || parcel.opened) continue
        parcel.opened = true
        if (parcel.ack === ACK.delivered) finish(id, parcel)
      }
    },
    ackOf: id => parcels.get(id)?.ack ?? null,
    stop() {
      for (const parcel of parcels.values()) parcel.cancel()
      parcels.clear()
    },
  }
}
