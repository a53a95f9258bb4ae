import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Command, useCommandRegistry, type Where } from '@/stores/commands'
import { useTypedText } from '@/stores/typed-text'

/**
 * What the registered searches find for a term: what this computer knows at once, the server 500 ms after the last key.
 * Results arrive search by search and never for an older term.
 */
export function useFound(term: string): readonly Command[] {
  const searches = useCommandRegistry(state => state.searches)
  const [found, setFound] = useState<{ term: string; by: Readonly<Record<string, Command[]>> }>({
    term: '',
    by: {},
  })
  const wanted = term.trim()
  const asking = useRef(new AbortController())
  const ask = useCallback(
    (text: string, where: Where): void => {
      const { signal } = asking.current
      for (const [source, search] of Object.entries(searches)) {
        search(text, signal, where).then(
          commands => {
            if (signal.aborted) return
            setFound(before => ({
              term: text,
              by: { ...(before.term === text ? before.by : {}), [source]: commands },
            }))
          },
          () => {
            // a search that fails finds nothing; the others still answer
          },
        )
      }
    },
    [searches],
  )
  const server = useTypedText<string>(text => {
    asking.current.abort()
    asking.current = new AbortController()
    ask(text, 'everywhere')
  })
  useEffect(() => {
    asking.current = new AbortController()
    if (wanted !== '') {
      ask(wanted, 'here')
      server.typed(wanted)
    }
    return () => {
      server.stop()
      asking.current.abort()
    }
  }, [wanted, ask, server])
  // In the order of the searches, whichever answers first: a group never changes places.
  return useMemo(
    () => (found.term === wanted ? Object.keys(searches).flatMap(source => found.by[source] ?? []) : []),
    [found, searches, wanted],
  )
}
