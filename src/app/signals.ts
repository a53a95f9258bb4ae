/** What the frame reads from stores of features. */
import { useEffect, useState } from 'react'
import { useTicketCounts } from '@/stores/tickets'

/** Waiting tickets the user may see; 0 until the server said. */
export const usePendingCount = (): number => useTicketCounts()?.pending ?? 0

/** Version of the product; "" until main said. */
export function useVersion(): string {
  const [version, setVersion] = useState('')
  useEffect(() => {
    void window.turno.app.info().then(answer => {
      if (answer.ok) setVersion(answer.value.version)
    })
  }, [])
  return version
}
