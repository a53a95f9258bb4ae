/** What people want to be reminded of. Each has their own; servers that keep none are helped out by this computer (electron/main/reminders). */
import { z } from 'zod'
import { REMINDER_NOTE_MAX_CHARS } from '../constants'
import { reminder } from '../entities'
import { moment, rowId, token, words } from '../requests'
import { listOf } from '../scalars'
import { done, endpoint } from './define'

/** Later than now. */
const dueAt = moment
const note = words(REMINDER_NOTE_MAX_CHARS).trim()

export const reminderEndpoints = {
  'reminders.list': endpoint('GET', '/reminders', {
    summary: 'What the caller is still to be reminded of, the next first',
    access: 'member',
    response: () => listOf('reminders', reminder),
  }),
  'reminders.create': endpoint('POST', '/reminders', {
    summary: 'Be reminded of a ticket, or of a message of it',
    access: 'member',
    body: () => z.object({ ticketId: rowId, messageId: token(128).nullish(), note: note.optional(), dueAt }),
    response: reminder,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_MESSAGE_FOUND', 'ERR_VALIDATION'],
  }),
  'reminders.update': endpoint('PUT', '/reminders/:id', {
    summary: 'Move an own reminder to another time',
    access: 'member',
    body: () => z.object({ dueAt }),
    response: reminder,
    errors: ['ERR_NO_REMINDER_FOUND', 'ERR_VALIDATION'],
  }),
  'reminders.remove': endpoint('DELETE', '/reminders/:id', {
    summary: 'Forget an own reminder, done or not',
    access: 'member',
    response: done,
    errors: ['ERR_NO_REMINDER_FOUND'],
  }),
} as const
