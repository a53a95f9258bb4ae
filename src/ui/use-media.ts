import { NARROW_PX } from '@contract'
import { useSyncExternalStore } from 'react'

/** Whether a media query holds now, and draws again when that changes; false where queries cannot be asked. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      if (typeof matchMedia !== 'function') return () => {}
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => typeof matchMedia === 'function' && matchMedia(query).matches,
  )
}

/** Below 600 px one pane stands at a time. */
export const useNarrow = (): boolean => useMedia(`(max-width: ${NARROW_PX - 1}px)`)
