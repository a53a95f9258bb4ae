import { auditEntries } from '../../../electron/server/platform/db/schema'
import type { Harness } from './harness'

/** Somebody did something a day before an instant: a clock that says it is believed. */
export const didSomethingTheDayBefore = (h: Harness, now: number) =>
  h.insert(auditEntries, {
    ...{ companyId: h.two.id, userName: 'Alguém', action: 'update', subject: 'settings', search: '' },
    createdAt: new Date(now - 86_400_001).toISOString(),
  })
