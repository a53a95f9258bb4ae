/** Notes of a conversation and whispers on its messages. */
import { z } from 'zod'
import { MOST_MENTIONED, TICKET_NOTE_MAX_CHARS, TICKET_NOTE_MIN_CHARS } from '../constants'
import { ticketNote } from '../entities'
import { rowId, textId, token, upTo, words } from '../requests'
import { listOf } from '../scalars'
import { done, endpoint } from './define'

export const noteEndpoints = {
  'notes.list': endpoint('GET', '/ticket-notes/list', {
    summary: 'Notes of a ticket and its contact, newest first',
    access: 'member',
    query: () =>
      z.object({
        ticketId: textId.optional(),
        contactId: textId.optional(),
      }),
    response: () => listOf('notes', ticketNote),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'notes.create': endpoint('POST', '/ticket-notes', {
    summary: 'Leave a note; with messageId a whisper on that message',
    access: 'member',
    body: () =>
      z.object({
        note: words(TICKET_NOTE_MAX_CHARS).trim().min(TICKET_NOTE_MIN_CHARS),
        ticketId: rowId,
        contactId: rowId,
        messageId: token(128).nullish(),
        mentions: z
          .object({ users: upTo(MOST_MENTIONED, rowId), queues: upTo(MOST_MENTIONED, rowId) })
          .optional(),
      }),
    response: ticketNote,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_MENTION_UNSEEN',
    ],
  }),
  'notes.remove': endpoint('DELETE', '/ticket-notes/:id', {
    summary: 'Delete an own note (admins: any note)',
    access: 'member',
    response: done,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NO_PERMISSION'],
  }),
} as const
