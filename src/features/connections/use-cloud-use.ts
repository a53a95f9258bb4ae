import type { CloudUse } from '@contract'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { useWhatsapps } from '@/stores/whatsapps'

/** Value of a connection's `provider` whose number is Meta's. */
export const CLOUD = 'cloud'

/**
 * What the company's numbers of the Cloud API use of Meta.
 * @returns null while unknown, where there is no such number, to whoever may not change connections, and from a server that
 *   does not tell.
 */
export function useCloudUse(): CloudUse | null {
  const [use, setUse] = useState<CloudUse | null>(null)
  const offered = useOffered('connectionFigures')
  const allowed = useHolds('connections-page:editOrDeleteConnection')
  const any = useWhatsapps().some(one => one.provider === CLOUD)
  const asks = offered && allowed && any
  useEffect(() => {
    if (!asks) return
    const asking = new AbortController()
    call('whatsapps.cloudUse', { signal: asking.signal })
      .then(setUse)
      // An older server has no such call, and says nothing.
      .catch(() => undefined)
    return () => asking.abort()
  }, [asks])
  return use
}
