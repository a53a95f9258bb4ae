import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** What a narrow window shows of the two: the conversation, or the lists. */
type Side = 'ticket' | 'manager'

/**
 * The side a narrow window shows. A chosen ticket comes to the front, also the one that is open already; a left one gives
 * way to the list.
 */
export function useSide(uuid: string | undefined): [Side, (side: Side) => void] {
  // A new one with every step, also to the address that is there.
  const { key } = useLocation()
  const [side, setSide] = useState<Side>(uuid ? 'ticket' : 'manager')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step counts, whatever its address
  useEffect(() => setSide(uuid ? 'ticket' : 'manager'), [uuid, key])
  return [side, setSide]
}
