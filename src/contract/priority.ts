/** How urgent a ticket is. */

/** From the least urgent on. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Larger is more urgent. */
export const urgencyOf = (priority: Priority): number => PRIORITIES.indexOf(priority)
