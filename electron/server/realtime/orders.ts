/** What every process of a workspace does with its own sockets when one of them says so. */
import { type CompanyChannel, companyEvent } from '@contract'
import type { Server } from 'socket.io'
import { companyOfRoom, companyRoom, readerRoom } from './rooms'
import type { RowMark } from './row-order'

export type Order =
  /** To the platform's super-administrators, or to everybody, under the name each company has for the channel. */
  | {
      do: 'tell'
      whom: 'platform' | 'everybody'
      channel: CompanyChannel | 'announcement'
      payload: unknown
      mark?: RowMark | undefined
    }
  /** Rooms of one person's sockets are worked out again. */
  | { do: 'refreshUser'; userId: number }
  /** The same for all sockets in some rooms. */
  | { do: 'refreshRooms'; rooms: readonly string[] }
  /** Events may have been lost: every socket's rooms are worked out again, and its console asks for what it shows. */
  | { do: 'catchUp' }

/**
 * Carries an order out in every process: at once where there is one, else in its turn among the events.
 * @returns when it is done here; rooms in the other processes are right for every event sent from then on.
 */
export type Everywhere = (order: Order) => Promise<void>

/** Sends one event to the sockets of this process, company by company. */
export function tellHere(io: Server, { whom, channel, payload }: Extract<Order, { do: 'tell' }>): void {
  const companies = [...io.sockets.adapter.rooms.keys()].flatMap(companyOfRoom)
  for (const companyId of companies)
    io.local
      .to(whom === 'platform' ? readerRoom(companyId, 'super') : companyRoom(companyId))
      .emit(companyEvent(companyId, channel), payload)
}
