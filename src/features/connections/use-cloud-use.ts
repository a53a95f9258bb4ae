import type { CloudUse } from '@contract'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { useHasCloudNumber } from '@/stores/whatsapps'

/** How often it is read again while somebody looks, in milliseconds. */
const EVERY_MS = 60_000

/**
 * What the company's numbers of the Cloud API use of Meta.
 * @returns null while unknown, where there is no such number, to whoever may not change connections, and from a server that
 *   does not tell.
 */
export function useCloudUse(): CloudUse | null {
  const [use, setUse] = useState<CloudUse | null>(null)
  const offered = useOffered('connectionFigures')
  const allowed = useHolds('connections-page:editOrDeleteConnection')
  const any = useHasCloudNumber()
  const asks = offered && allowed && any
  useEffect(() => {
    if (!asks) return
    const asking = new AbortController()
    const read = async (): Promise<void> => {
      try {
        setUse(await call('whatsapps.cloudUse', { signal: asking.signal }))
      } catch {
        // An older server has no such call; what was read last stays while one does not answer.
      }
    }
    void read()
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), EVERY_MS)
    return () => {
      asking.abort()
      clearInterval(timer)
    }
  }, [asks])
  return use
}
