/** Who answers a key of the map right now. The shell listens once; screens offer handlers while they are shown. */
import { useEffect, useRef } from 'react'
import type { KEY_MAP, KeyActionId, KeyAnswerer, KeysOf } from './key-map'

/**
 * May answer false when the key was not for it: the handler before it is asked, then nobody. What acts on a customer
 * answers when the server has: until then no other key acts.
 */
export type KeyHandler<Id extends KeyActionId = KeyActionId> = (typeof KEY_MAP)[Id]['does'] extends 'acts'
  ? () => Promise<unknown> | false
  : () => unknown

/** A handler for every key of an answerer; null where it cannot be answered now. */
export type KeyHandlers<By extends KeyAnswerer> = { [Id in KeysOf<By>]: KeyHandler<Id> | null }

const handlers = new Map<KeyActionId, (() => unknown)[]>()

/** Offers a handler; the latest is asked first. Answers how to withdraw it. */
export function offerKeyAction(id: KeyActionId, handler: () => unknown): () => void {
  handlers.set(id, [...(handlers.get(id) ?? []), handler])
  return () => {
    const left = (handlers.get(id) ?? []).filter(other => other !== handler)
    if (left.length > 0) handlers.set(id, left)
    else handlers.delete(id)
  }
}

/** Runs an action. @returns false when nobody did anything, else what the handler answered, or true. */
export function runKeyAction(id: KeyActionId): unknown {
  const offered = handlers.get(id) ?? []
  for (let at = offered.length - 1; at >= 0; at -= 1) {
    const answer = offered[at]?.()
    if (answer !== false) return answer ?? true
  }
  return false
}

/**
 * Answers the keys of an answerer while the component is mounted. Handlers may change between renders. A key of the map
 * that its answerer has no handler for does not compile.
 */
export function useKeyActions<By extends KeyAnswerer>(_by: By, answers: KeyHandlers<By>): void {
  const all = answers as Partial<Record<KeyActionId, (() => unknown) | null>>
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
  })
  const offered = (Object.keys(all) as KeyActionId[]).filter(id => all[id]).join(' ')
  useEffect(() => {
    const leave = (offered.split(' ').filter(Boolean) as KeyActionId[]).map(id =>
      offerKeyAction(id, () => {
        const handler = latest.current[id]
        return handler ? handler() : false
      }),
    )
    return () => {
      for (const withdraw of leave) withdraw()
    }
  }, [offered])
}
