/** What happened that the signed-in person has not seen. */
import type { FloorAlarm, Mention, Reminder } from '../../../src/contract'

interface EventNoticeBase {
  /** What it is about; one notice per key. */
  key: string
  /** When the first of it came. */
  at: number
  /** Grows with every further piece. */
  count: number
}
/** Something that happened and that I have not seen. */
export type EventNotice = EventNoticeBase &
  (
    | {
        kind: 'message'
        ticketId: number
        name: string
        words: string
        mediaType: string | null
        mute: boolean
        /** Came while the line was down or the computer slept: learned of by the count, not by the message. */
        away: boolean
        /** It counts so many unread messages of the ticket: live ones among them are no further ones. */
        upTo?: number
      }
    | {
        kind: 'assigned'
        ticketId: number
        name: string
        note: string
        from: string
        /** It is no other's: it was snoozed, and its time has come. */
        woken: boolean
      }
    /** The time of a reminder of one's own has come. */
    | { kind: 'reminder'; reminder: Reminder }
    /** An alarm of the live floor was raised. */
    | { kind: 'alarm'; alarm: FloorAlarm }
    /** A colleague named me in a note. */
    | { kind: 'mention'; mention: Mention }
    | { kind: 'chat'; chatId: number; name: string; words: string; title: string }
    | { kind: 'connection'; connectionId: number; name: string; status: string }
  )
