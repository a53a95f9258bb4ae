/** What the signed-in person wants to be reminded of: on the server, or on this computer where that keeps none (main answers then). */
import type { Reminder } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

export const remindersDirectory = createDirectory<Reminder>({
  name: 'reminders',
  read: () => call('reminders.list'),
  order: (a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt) || a.id - b.id,
  onEvent: ({ channel }) => (channel === 'reminder' ? { stale: true } : null),
})

/** @throws ApiError */
export async function remind(wanted: {
  ticketId: number
  messageId: string | null
  note: string
  dueAt: string
}): Promise<void> {
  remindersDirectory.keep(await call('reminders.create', { body: wanted }))
}

/** @throws ApiError */
export async function moveReminder(id: number, dueAt: string): Promise<void> {
  remindersDirectory.keep(await call('reminders.update', { params: { id }, body: { dueAt } }))
}

/** Forgets one, done or not. @throws ApiError */
export async function removeReminder(id: number): Promise<void> {
  await call('reminders.remove', { params: { id } })
  remindersDirectory.drop(id)
}
