/** What people want to be reminded of. Each has their own; servers that keep none are helped out by this computer (electron/main/reminders). */
import { z } from 'zod'
import { REMINDER_NOTE_MAX_CHARS } from '../constants'
import { reminder } from '../entities'
import { moment, rowId, token, words } from '../requests'
import { crud } from './crud'

/** Later than now. */
const dueAt = moment
const note = words(REMINDER_NOTE_MAX_CHARS).trim()

export const reminderEndpoints = {
  ...crud('reminders', '/reminders', {
    access: 'member',
    record: reminder,
    form: () => z.object({ ticketId: rowId, messageId: token(128).nullish(), note: note.optional(), dueAt }),
    change: () => z.object({ dueAt }),
    missing: 'ERR_NO_REMINDER_FOUND',
    list: 'What the caller is still to be reminded of, the next first',
    create: [
      'Be reminded of a ticket, or of a message of it',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_VALIDATION',
    ],
    update: ['Move an own reminder to another time', 'ERR_VALIDATION'],
    remove: 'Forget an own reminder, done or not',
  }),
} as const
