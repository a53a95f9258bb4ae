/** What the frame shows of what main knows. */
import { useEffect, useState } from 'react'

/**
 * Customers who wait in my queues, as main counts them: the title never disagrees with the tray and the icon
 * (tests/checklist.md 4). 0 until main said.
 */
export function usePendingCount(): number {
  const [pending, setPending] = useState(0)
  useEffect(() => {
    let heard = false
    const leave = window.turno.on.attentionChanged(now => {
      heard = true
      setPending(now.pending)
    })
    void window.turno.attention.state().then(answer => {
      if (answer.ok && !heard) setPending(answer.value.pending)
    })
    return leave
  }, [])
  return pending
}

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
