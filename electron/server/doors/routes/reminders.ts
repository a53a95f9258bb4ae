/** What people want to be reminded of. */

import { createReminder, moveReminder, remindersOf, removeReminder } from '../../desk/tickets/reminders'
import type { HandlersOf } from '../../platform/http/handlers'

export const reminderHandlers: HandlersOf<'reminders'> = {
  'reminders.list': ({ app, me }) => remindersOf(app.db, me),
  'reminders.create': ({ app, me, body }) => createReminder(app, me, body),
  'reminders.update': ({ app, me, params, body }) => moveReminder(app, me, params.id, body.dueAt),
  'reminders.remove': ({ app, me, params }) => removeReminder(app, me, params.id),
}
