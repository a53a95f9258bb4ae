/** The to-do list of this computer, and reminders of conversations. */
export { ReminderDialog } from './on-demand'
export { TodoScreen } from './todo-screen'
