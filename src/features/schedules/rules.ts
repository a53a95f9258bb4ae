/** Rules of the dialog (specification 2 section 5). Pure. */
import { SCHEDULE_DEFAULT_MS, SCHEDULE_IMAGE_ENDINGS, type Schedule } from '@contract'
import dayjs, { type Dayjs } from 'dayjs'

/** Proposed send time: an hour from now, on a whole minute. */
export const proposedTime = (now: number): Dayjs => dayjs(now + SCHEDULE_DEFAULT_MS).startOf('minute')

/** Whether a time can still be kept. */
export const isAhead = (at: Dayjs, now: number): boolean => at.isValid() && at.valueOf() > now

/** Whether a file's name ends like a picture a scheduled message may carry. */
export const isPicture = (name: string): boolean =>
  SCHEDULE_IMAGE_ENDINGS.some(ending => name.toLowerCase().endsWith(ending))

/** What is still to come or went wrong, by time; sent ones stand in the thread. */
export const stillHere = (schedules: readonly Schedule[]): Schedule[] =>
  schedules
    .filter(one => one.status !== 'ENVIADA' && one.sentAt === null)
    .sort((a, b) => a.sendAt.localeCompare(b.sendAt))

/** Whether somebody may take a scheduled message back: its writer or an admin, before it is on its way. */
export const mayRemove = (
  one: Pick<Schedule, 'userId' | 'status'>,
  who: { id: number; profile: string; super: boolean } | null,
): boolean =>
  who !== null && one.status !== 'AGENDADA' && (one.userId === who.id || who.profile === 'admin' || who.super)
