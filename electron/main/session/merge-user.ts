/** What is known of the signed-in user, when an answer has only a part of it. */
import type { FeedEvent, Setting, User } from '../../../src/contract'

/**
 * Lays a newer record over the known one. Some servers leave the company's due date, settings and plan out of every
 * answer but the sign-in; what is left out is kept.
 */
export function mergeUser(known: User | null, fresh: User): User {
  if (!known || known.id !== fresh.id) return fresh
  const [before, now] = [known.company, fresh.company]
  if (!before) return fresh
  if (!now) return { ...fresh, company: before }
  const thin = now.id === before.id && now.settings.length === 0 && now.dueDate === null
  return thin ? { ...fresh, company: { ...before, name: now.name || before.name } } : fresh
}

/** A user whose company holds a setting as an event has it. */
export function withSetting(user: User, setting: Setting): User {
  const { company } = user
  if (!company) return user
  const others = company.settings.filter(one => one.key !== setting.key)
  return { ...user, company: { ...company, settings: [...others, setting] } }
}

/** A user whose company is due when an event has it: renewed by the platform, or paid. Other events change nothing. */
export function withDueDate(user: User, event: FeedEvent): User {
  const { company } = user
  if (!company || (event.channel !== 'company' && event.channel !== 'payment')) return user
  if (!('company' in event.data)) return user
  const { id, dueDate } = event.data.company
  return id === company.id ? { ...user, company: { ...company, dueDate } } : user
}
