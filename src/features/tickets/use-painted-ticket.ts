import { startTransition, useEffect, useRef, useState } from 'react'
import { useMessages } from '@/stores/messages'
import type { StoredTicket } from '@/stores/tickets'
import { afterPaint } from '@/ui'

/** What stands beside a conversation waits for its first bubbles, but not longer than this. Milliseconds. */
const LONGEST_MS = 150

/**
 * The ticket whose conversation is painted: what stands beside it is drawn then, in pieces, so that it never stands between a
 * press and the first bubbles. While another one is opened it is the one before; without any, none.
 */
export function usePaintedTicket(ticket: StoredTicket | null): StoredTicket | null {
  const id = ticket?.id ?? null
  const read = useMessages(state => id !== null && (state.threads.get(id)?.phase ?? 'loading') !== 'loading')
  const [paintedId, setPaintedId] = useState<number | null>(null)
  const last = useRef<StoredTicket | null>(null)
  const isPainted = paintedId === id
  if (ticket === null || isPainted) last.current = ticket
  useEffect(() => {
    if (id === null || isPainted) return
    const follow = (): void => startTransition(() => setPaintedId(id))
    if (read) return afterPaint(follow)
    const timer = setTimeout(follow, LONGEST_MS)
    return () => clearTimeout(timer)
  }, [id, isPainted, read])
  return last.current
}
