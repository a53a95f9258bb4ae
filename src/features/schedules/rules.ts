/** Rules of the dialog. Pure. */
import { fold, PICTURE_ENDINGS, SCHEDULE_DEFAULT_MS, type Schedule, type ScheduleState } from '@contract'

const MINUTE_MS = 60_000

/** Proposed send time: an hour from now, on a whole minute. */
export const proposedTime = (now: number): Date =>
  new Date(Math.floor((now + SCHEDULE_DEFAULT_MS) / MINUTE_MS) * MINUTE_MS)

/** Whether a time (ISO-8601) can still be kept. */
export const isAhead = (at: string, now: number): boolean => Date.parse(at) > now

/** Whether a file's name ends like a picture a scheduled message may carry. */
export const isPicture = (name: string): boolean =>
  PICTURE_ENDINGS.some(ending => name.toLowerCase().endsWith(ending))

/** What is still to come or went wrong, by time; sent ones are in the thread. */
export const stillHere = (schedules: readonly Schedule[]): Schedule[] =>
  schedules
    .filter(one => one.status !== 'ENVIADA' && one.sentAt === null)
    .sort((a, b) => a.sendAt.localeCompare(b.sendAt))

/** What became of a message, as people tell it apart. */
export function stateOf({ status, sentAt }: Pick<Schedule, 'status' | 'sentAt'>): ScheduleState {
  if (status === 'ERRO') return 'failed'
  return status === 'ENVIADA' || sentAt !== null ? 'sent' : 'waiting'
}

/** A message leaves within this time of its own, in milliseconds; one that has not is late. */
const LATE_MS = 5 * MINUTE_MS

/**
 * Which word says what became of a message: its status, but for one that waits for its number, or should have left long since.
 * @param now epoch milliseconds.
 */
export function wordOf(
  one: Pick<Schedule, 'status' | 'sentAt' | 'sendAt' | 'waitsForNumber'>,
  now: number,
): string {
  if (one.waitsForNumber) return 'number'
  return stateOf(one) === 'waiting' && Date.parse(one.sendAt) + LATE_MS < now ? 'late' : one.status
}

type Leaving = Pick<Schedule, 'status' | 'waitsForNumber'>
const isLeaving = (one: Leaving): boolean => one.status === 'AGENDADA' && !one.waitsForNumber

type Person = { id: number; profile: string; super: boolean }
const answersFor = (one: Pick<Schedule, 'userId'>, who: Person): boolean =>
  one.userId === who.id || who.profile === 'admin' || who.super

/** Whether somebody may take a scheduled message back: its writer or an admin, unless it is on its way. */
export const mayRemove = (one: Pick<Schedule, 'userId'> & Leaving, who: Person | null): boolean =>
  who !== null && !isLeaving(one) && answersFor(one, who)

/**
 * Whether somebody may change a scheduled message that has not left.
 * @param own the server lets writers change their own, and lets a failed one wait again; legacy servers let only
 *   admins change, and only what still waits.
 */
export function mayChange(
  one: Pick<Schedule, 'userId' | 'sentAt'> & Leaving,
  who: Person | null,
  own: boolean,
): boolean {
  if (who === null || one.sentAt !== null || isLeaving(one) || one.status === 'ENVIADA') return false
  if (own) return answersFor(one, who)
  return one.status === 'PENDENTE' && (who.profile === 'admin' || who.super)
}

/** Whether a message is found by a typed text: its contact's name or its words. */
export const answers = (one: Pick<Schedule, 'contact' | 'body'>, typed: string): boolean =>
  fold(`${one.contact?.name ?? ''} ${one.body}`).includes(fold(typed.trim()))
