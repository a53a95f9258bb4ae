import type { ConnectionHours } from '@contract'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { registerFeed } from '@/stores/feed'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'

/** How often the charts are read again while somebody looks, in milliseconds. */
const EVERY_MS = 60_000

/**
 * Messages in and out per hour of the last day, by connection.
 * @returns null while unknown, and where the server keeps no such figures. A failed reading keeps the last one: a chart
 *   only decorates its row, and the next minute asks again.
 */
export function useTraffic(): ReadonlyMap<number, ConnectionHours> | null {
  const [byId, setById] = useState<ReadonlyMap<number, ConnectionHours> | null>(null)
  const offered = useOffered('connectionFigures')
  const allowed = useHolds('connections-page:actionButtons')
  const asks = offered && allowed
  useEffect(() => {
    if (!asks) return
    const asking = new AbortController()
    const read = async (): Promise<void> => {
      try {
        const rows = await call('whatsapps.traffic', { signal: asking.signal })
        setById(new Map(rows.map(row => [row.whatsappId, row])))
      } catch {
        // The last figures stay; see above.
      }
    }
    void read()
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), EVERY_MS)
    const leave = registerFeed({ name: 'connections-traffic', applyEvents: () => {}, refetch: read })
    return () => {
      asking.abort()
      clearInterval(timer)
      leave()
    }
  }, [asks])
  return byId
}
