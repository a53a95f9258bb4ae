import { DASHBOARD_LOAD_DELAY_MS, dayIn, type ResponseOut } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { serverNow } from '@/stores/clock'
import { registerFeed } from '@/stores/feed'
import { useCapability, useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { chartQuery, countersQuery, type PeriodFilter } from './period'

/** How often the figures are asked for again while somebody looks at them, in milliseconds. */
const REFRESH_MS = 60_000

/** One independently loaded part; the old value stays while a new one travels. */
export interface Part<T> {
  status: 'loading' | 'ready' | 'failed'
  value: T | null
  error: unknown
}

export interface Dashboard {
  figures: Part<ResponseOut<'dashboard.get'>>
  perDay: Part<ResponseOut<'dashboard.ticketsDay'>>
  perUser: Part<ResponseOut<'dashboard.ticketsUsers'>>
  /** null where the server or the company's plan has no copilot. */
  copilot: Part<ResponseOut<'dashboard.copilot'>> | null
  /** null where the server knows no service levels. */
  serviceLevels: Part<ResponseOut<'dashboard.serviceLevels'>> | null
  /** null where the server keeps no costs of messages. */
  costs: Part<ResponseOut<'reports.costs'>> | null
  /** When everything last arrived, epoch milliseconds; null before. */
  updatedAt: number | null
  busy: boolean
  /** Asks for everything again, now. */
  reload: () => void
}

const LOADING = { status: 'loading', value: null, error: null } as const

type Setter<T> = (change: (before: Part<T>) => Part<T>) => void

/**
 * Loads counters, attendants and both charts: 1 s after the screen opens, at once when the
 * filter changes, and every minute while the window is seen. Each part fails alone.
 * @param zone the company's, whose day today is.
 */
export function useDashboard(filter: PeriodFilter, companyId: number | null, zone: string): Dashboard {
  const [figures, setFigures] = useState<Dashboard['figures']>(LOADING)
  const [perDay, setPerDay] = useState<Dashboard['perDay']>(LOADING)
  const [perUser, setPerUser] = useState<Dashboard['perUser']>(LOADING)
  const [copilot, setCopilot] = useState<Part<ResponseOut<'dashboard.copilot'>>>(LOADING)
  const [serviceLevels, setServiceLevels] = useState<Part<ResponseOut<'dashboard.serviceLevels'>>>(LOADING)
  const [costs, setCosts] = useState<Part<ResponseOut<'reports.costs'>>>(LOADING)
  const promises = useOffered('serviceLevels')
  const priced = useOffered('messageCosts')
  const plan = useUser()?.company?.plan
  const hasCopilot = useCapability('copilot') === 'native' && plan?.useOpenAi === true
  const [updatedAt, setUpdatedAt] = useState<number | null>(null)
  const [busy, setBusy] = useState(true)
  const asking = useRef<AbortController | null>(null)
  const opened = useRef(false)

  const load = useCallback(async () => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    setBusy(true)
    const part = async <T>(work: Promise<T>, set: Setter<T>): Promise<boolean> => {
      try {
        const value = await work
        if (!signal.aborted) set(() => ({ status: 'ready', value, error: null }))
        return true
      } catch (error) {
        if (!signal.aborted && !isAborted(error)) set(before => ({ ...before, status: 'failed', error }))
        return false
      }
    }
    const query = chartQuery(filter, companyId, dayIn(zone, new Date(serverNow())))
    const days = { from: query.initialDate, to: query.finalDate }
    const ofPeriod = { query: countersQuery(filter), signal }
    const arrived = await Promise.all([
      part(call('dashboard.get', ofPeriod), setFigures),
      part(call('dashboard.ticketsDay', { query, signal }), setPerDay),
      part(call('dashboard.ticketsUsers', { query, signal }), setPerUser),
      ...(hasCopilot ? [part(call('dashboard.copilot', ofPeriod), setCopilot)] : []),
      ...(promises ? [part(call('dashboard.serviceLevels', ofPeriod), setServiceLevels)] : []),
      ...(priced
        ? [part(call('reports.costs', { query: { ...days, by: 'connection' }, signal }), setCosts)]
        : []),
    ])
    if (signal.aborted) return
    setBusy(false)
    if (arrived.every(Boolean)) setUpdatedAt(Date.now())
  }, [filter, companyId, zone, hasCopilot, promises, priced])

  useEffect(() => {
    const begin = (): void => {
      opened.current = true
      void load()
    }
    // The first figures wait a second, so that whoever only passes by costs the server nothing.
    const first = setTimeout(begin, opened.current ? 0 : DASHBOARD_LOAD_DELAY_MS)
    const timer = setInterval(() => {
      if (!document.hidden) void load()
    }, REFRESH_MS)
    const leave = registerFeed({
      name: 'dashboard',
      applyEvents() {},
      refetch: () => (opened.current ? load() : undefined),
    })
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      leave()
      asking.current?.abort()
    }
  }, [load])

  return {
    figures,
    perDay,
    perUser,
    copilot: hasCopilot ? copilot : null,
    serviceLevels: promises ? serviceLevels : null,
    costs: priced ? costs : null,
    updatedAt,
    busy,
    reload: () => void load(),
  }
}
