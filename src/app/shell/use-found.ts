import { useEffect, useMemo, useState } from 'react'
import { type Command, useCommandRegistry } from '@/stores/commands'

/** Pause of typing before the registered searches are asked, in milliseconds. Own commands answer at once. */
const PAUSE_MS = 200

/** What the registered searches find for a term; results arrive search by search and never for an older term. */
export function useFound(term: string): readonly Command[] {
  const searches = useCommandRegistry(state => state.searches)
  const [found, setFound] = useState<{ term: string; by: Readonly<Record<string, Command[]>> }>({
    term: '',
    by: {},
  })
  const wanted = term.trim()
  useEffect(() => {
    if (wanted === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      for (const [source, search] of Object.entries(searches)) {
        search(wanted, controller.signal).then(
          commands => {
            if (controller.signal.aborted) return
            setFound(before => ({
              term: wanted,
              by: { ...(before.term === wanted ? before.by : {}), [source]: commands },
            }))
          },
          () => {
            // a search that fails finds nothing; the others still answer
          },
        )
      }
    }, PAUSE_MS)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [wanted, searches])
  // In the order of the searches, whichever answers first: a group never changes places.
  return useMemo(
    () => (found.term === wanted ? Object.keys(searches).flatMap(source => found.by[source] ?? []) : []),
    [found, searches, wanted],
  )
}
