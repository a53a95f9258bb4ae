import { DEFAULT_TIME_ZONE, type Whatsapp } from '@contract'
import { useEffect, useMemo } from 'react'
import { holidaysDirectory, useHolidays } from '@/stores/holidays'
import { ensureTree, useTrees } from '@/stores/queue-options'
import { useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { settingsDirectory } from '@/stores/settings'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { botOptions } from '../chatbot/tree'
import type { Surroundings } from './conversation'

export interface Preview extends Omit<Surroundings, 'connection'> {
  /** Numbers that serve the queue. */
  connections: readonly Whatsapp[]
}

const NO_DAYS: Surroundings['companyHours'] = []

/** Everything the phone beside a queue needs to know of the company, read once and kept true. */
export function usePreview(queueId: number | null): Preview {
  const queues = useQueues()
  const all = useWhatsapps()
  const holidays = useHolidays()
  const settings = settingsDirectory.use(state => state.items)
  const stored = useTrees(state => state.trees)
  const companyHours = useUser()?.company?.schedules ?? NO_DAYS
  const knowsHolidays = useOffered('holidays')
  const brackets = !useOffered('workspaceBot')
  useEffect(() => {
    void whatsappsDirectory.ensure()
    void settingsDirectory.ensure()
    if (knowsHolidays) void holidaysDirectory.ensure()
  }, [knowsHolidays])

  const connections = useMemo(
    () => all.filter(connection => connection.queues.some(queue => queue.id === queueId)),
    [all, queueId],
  )
  // The trees a customer can come into from here: those beside this queue, and those its options lead to.
  const wanted = useMemo(() => {
    const ids = new Set(connections.flatMap(connection => connection.queues.map(queue => queue.id)))
    if (queueId !== null) ids.add(queueId)
    for (const option of (queueId === null ? undefined : stored[queueId])?.options ?? [])
      if (option.forwardQueueId !== null) ids.add(option.forwardQueueId)
    return [...ids].sort((a, b) => a - b).join(',')
  }, [connections, queueId, stored])
  useEffect(() => {
    for (const id of wanted.split(',')) if (id !== '') ensureTree(Number(id))
  }, [wanted])

  return useMemo(() => {
    const trees = new Map(
      Object.entries(stored).map(([id, tree]) => [Number(id), botOptions(tree.options)] as const),
    )
    const setting = (key: string): string | undefined => settings.find(one => one.key === key)?.value
    const timeZone = setting('timezone') || DEFAULT_TIME_ZONE
    return { connections, queues, trees, setting, timeZone, companyHours, holidays, brackets }
  }, [brackets, companyHours, connections, holidays, queues, settings, stored])
}
