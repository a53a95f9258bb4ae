import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useCapability, useServers } from '@/stores/servers'

export interface ApiAddress {
  /** Address of the API as other programs reach it; '' while unknown. */
  base: string
  /** Full address of the call that sends. */
  send: string
  /** Answered to this computer alone. */
  local: boolean
}

/** The address of the server in use: as it was chosen, or as a workspace of this computer says itself. */
export function useApiAddress(): ApiAddress {
  const current = useServers(({ state }) => state?.servers.find(server => server.key === state.current))
  const described = useCapability('describedApi') === 'native'
  const [fetched, setFetched] = useState('')
  const chosen = current?.address ?? null
  useEffect(() => {
    if (chosen !== null || !described) return
    let left = false
    call('externalApi.address').then(
      ({ address }) => {
        if (!left) setFetched(address)
      },
      // Without an answer the examples show a placeholder; the page's own calls say what is wrong.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [chosen, described])
  const base = (chosen ?? fetched).replace(/\/+$/, '')
  // Legacy servers have this one call below /api.
  return { base, send: `${base}${described ? '' : '/api'}/messages/send`, local: chosen === null }
}
