/** Who answers a key of the map right now. The shell listens once; screens offer handlers while they are shown. */
import { useEffect, useRef } from 'react'
import type { KeyActionId } from './key-map'

/** May answer false when the key was not for it: the handler before it is asked, then the system. */
export type KeyHandler = () => unknown

const handlers = new Map<KeyActionId, KeyHandler[]>()

/** Offers a handler; the latest is asked first. Answers how to withdraw it. */
export function offerKeyAction(id: KeyActionId, handler: KeyHandler): () => void {
  handlers.set(id, [...(handlers.get(id) ?? []), handler])
  return () => {
    const left = (handlers.get(id) ?? []).filter(other => other !== handler)
    if (left.length > 0) handlers.set(id, left)
    else handlers.delete(id)
  }
}

/** Runs an action. Answers whether anybody did something. */
export function runKeyAction(id: KeyActionId): boolean {
  const offered = handlers.get(id) ?? []
  for (let at = offered.length - 1; at >= 0; at -= 1) {
    if (offered[at]?.() !== false) return true
  }
  return false
}

/** Whether an action would be answered now; the overview greys the others out. */
export const isKeyActionOffered = (id: KeyActionId): boolean => handlers.has(id)

/** Answers a key while the component is mounted and `enabled`. The handler may change between renders. */
export function useKeyAction(id: KeyActionId, handler: KeyHandler, enabled = true): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => (enabled ? offerKeyAction(id, () => latest.current()) : undefined), [id, enabled])
}
