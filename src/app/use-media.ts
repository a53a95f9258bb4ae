import { useSyncExternalStore } from 'react'

/** Whether a media query holds; false where queries cannot be asked. */
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
