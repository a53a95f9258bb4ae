/** What people want to be reminded of. */
import type { HandlersOf } from '../http/handlers'
import { createReminder, moveReminder, remindersOf, removeReminder } from '../tickets/reminders'

export const reminderHandlers: HandlersOf<'reminders'> = {
  'reminders.list': ({ app, me }) => remindersOf(app.db, me),
  'reminders.create': ({ app, me, body }) => createReminder(app, me, body),
  'reminders.update': ({ app, me, params, body }) => moveReminder(app, me, params.id, body.dueAt),
  'reminders.remove': ({ app, me, params }) => removeReminder(app, me, params.id),
}
