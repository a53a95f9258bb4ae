/** The moments worth a press where something is put off, by the company's clock and, where queues keep hours, by theirs. */
import { type LaterChoice, laterChoices } from '@contract'
import { serverNow } from './clock'
import { useCompanyZone } from './company-clock'
import { useQueues } from './queues'
import { useSetting } from './settings'

export type Later = ReturnType<typeof laterChoices>[number] & { choice: LaterChoice }

/** @param queueId whose hours count; null for none. @returns what to ask at the moment in which they are offered. */
export function useLater(queueId: number | null): { zone: string; choices: (now?: Date) => Later[] } {
  const timeZone = useCompanyZone()
  const isByQueue = useSetting('scheduleType') === 'queue'
  const queue = useQueues().find(({ id }) => id === queueId)
  const days = isByQueue && queue ? queue.schedules : []
  return { zone: timeZone, choices: (now = new Date(serverNow())) => laterChoices({ days, timeZone }, now) }
}
