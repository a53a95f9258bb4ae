/** What the live floor shows: as the server counts it, else from the tickets a window has. Pure. */
import { type AlarmKind, displayName, type Queue, type ResponseOut, type User } from '@contract'
import { clockOf, type StoredTicket, waitedMs } from '@/stores/tickets'

/** The answer of a server that counts. */
export type FloorNow = ResponseOut<'floor.now'>

type FloorTicket = Pick<
  StoredTicket,
  'id' | 'status' | 'isGroup' | 'snoozedAt' | 'waitingSince' | 'deadline' | 'queueId' | 'userId' | 'contact'
>
type FloorQueue = Pick<Queue, 'id' | 'name' | 'color'>
type FloorUser = Pick<User, 'id' | 'name' | 'online' | 'break'> & { queues?: readonly { id: number }[] }

/** 0 stands for tickets without a queue. */
export const NO_QUEUE = 0

/** What somebody has whose answer is older is not shown as present. Milliseconds. */
export const OLD_MS = 100_000

export interface QueueNow {
  id: number
  /** null: tickets without a queue. */
  queue: FloorQueue | null
  /** Customers nobody has answered. */
  waiting: number
  /** How long the first of them has waited, milliseconds. */
  longestMs: number
  /** Of those who wait: past what was promised, and close to it. Without a promise from 15 and 5 minutes on. */
  late: number
  soon: number
  /** Of those who wait: put aside. */
  snoozed: number
  /** Conversations somebody holds. */
  open: number
  /** People of the queue who are online and on no break. */
  there: number
}

export const isAvailable = ({ online, break: resting }: Pick<User, 'online' | 'break'>): boolean =>
  online && resting === null

const rowOf = (id: number, queue: FloorQueue | null, users: readonly FloorUser[]): QueueNow => ({
  ...{ id, queue, waiting: 0, longestMs: 0, late: 0, soon: 0, snoozed: 0, open: 0 },
  there: users.filter(user => isAvailable(user) && (user.queues ?? []).some(one => one.id === id)).length,
})

/** Queues in their order, tickets without one at the end where there are any. @param now epoch milliseconds. */
export function queuesFrom(
  queues: readonly FloorQueue[],
  answer: FloorNow['queues'],
  users: readonly FloorUser[],
  now: number,
): QueueNow[] {
  const counted = (row: QueueNow, count: FloorNow['queues'][number] | undefined): QueueNow => {
    if (!count) return row
    const { queueId: _, since, ...counts } = count
    return { ...row, ...counts, longestMs: since === null ? 0 : waitedMs(since, now) }
  }
  const without = answer.find(({ queueId }) => queueId === null)
  return [
    ...queues.map(queue =>
      counted(
        rowOf(queue.id, queue, users),
        answer.find(({ queueId }) => queueId === queue.id),
      ),
    ),
    ...(without ? [counted(rowOf(NO_QUEUE, null, users), without)] : []),
  ]
}

const counts = ({ isGroup, status }: FloorTicket): boolean => !isGroup && status !== 'closed'

/** The same of a server that does not count: of the tickets that were read. */
export function queuesNow(
  queues: readonly FloorQueue[],
  tickets: Iterable<FloorTicket>,
  users: readonly FloorUser[],
  now: number,
): QueueNow[] {
  const rows = new Map(queues.map(queue => [queue.id, rowOf(queue.id, queue, users)]))
  for (const ticket of tickets) {
    if (!counts(ticket)) continue
    if (ticket.queueId === null && !rows.has(NO_QUEUE)) rows.set(NO_QUEUE, rowOf(NO_QUEUE, null, users))
    // Of a queue that was deleted, or that is not for who looks.
    const one = rows.get(ticket.queueId ?? NO_QUEUE)
    if (!one) continue
    if (ticket.status === 'open' && ticket.snoozedAt === null) one.open++
    if (ticket.waitingSince === null) continue
    one.waiting++
    if (ticket.snoozedAt !== null) one.snoozed++
    one.longestMs = Math.max(one.longestMs, waitedMs(ticket.waitingSince, now))
    const level = clockOf(ticket, now)?.level
    if (level === 3) one.late++
    else if (level === 2) one.soon++
  }
  return [...rows.values()]
}

/** What somebody holds. */
export interface Held {
  open: number
  /** Some of them, those they have had for the longest time first. `since` is epoch milliseconds, null where it is not known. */
  longest: readonly { id: number; name: string; since: number | null }[]
}

/** By person. */
export const heldFrom = (people: FloorNow['people']): Map<number, Held> =>
  new Map(
    people.map(({ userId, open, longest }) => [
      userId,
      {
        open,
        longest: longest.map(({ ticketId, name, since }) => ({
          id: ticketId,
          name: name || `#${ticketId}`,
          since: since === null ? null : Date.parse(since),
        })),
      },
    ]),
  )

/** The same of a server that does not say. @param named how many of each are named. */
export function heldIn(tickets: Iterable<FloorTicket>, named: number): Map<number, Held> {
  const held = new Map<number, Held>()
  for (const ticket of tickets) {
    if (!counts(ticket) || ticket.status !== 'open' || ticket.snoozedAt !== null || ticket.userId === null)
      continue
    const { open, longest } = held.get(ticket.userId) ?? { open: 0, longest: [] }
    const name = displayName(ticket.contact) || `#${ticket.id}`
    const one = { id: ticket.id, name, since: null }
    held.set(ticket.userId, { open: open + 1, longest: open < named ? [...longest, one] : longest })
  }
  return held
}

export interface PersonNow<U extends FloorUser> extends Held {
  user: U
}

/** How people are sorted: those with work, those who are free, those on a break. */
const orderOf = ({ user, open }: PersonNow<FloorUser>): number => {
  if (user.break) return 2
  return open > 0 ? 0 : 1
}

/** People who are here, or who hold conversations though they are not. */
export const peopleNow = <U extends FloorUser>(
  users: readonly U[],
  held: ReadonlyMap<number, Held>,
): PersonNow<U>[] =>
  users
    .map(user => ({ user, ...(held.get(user.id) ?? { open: 0, longest: [] }) }))
    .filter(({ user, open }) => user.online || user.break !== null || open > 0)
    .sort((a, b) => orderOf(a) - orderOf(b) || a.user.name.localeCompare(b.user.name))

/** What an alarm measures, as the rows show it now: customers, whole minutes, or people. */
export function measuredBy(
  { kind, queueIds }: { kind: AlarmKind; queueIds: readonly number[] },
  rows: readonly QueueNow[],
): number {
  const own = queueIds.length === 0 ? rows : rows.filter(({ id }) => queueIds.includes(id))
  if (kind === 'longest') return Math.floor(Math.max(0, ...own.map(({ longestMs }) => longestMs)) / 60_000)
  const member = { waiting: 'waiting', late: 'late', nobody: 'there' } as const
  return own.reduce((sum, row) => sum + row[member[kind]], 0)
}
