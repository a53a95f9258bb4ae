import { CONTACT_SEARCH_MIN_CHARS, type Contact } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { useLeadingDebounce } from './use-search-text'

export interface ContactSearch {
  found: readonly Contact[]
  busy: boolean
  error: unknown
  /** What the results answer; "" while there are none. */
  term: string
  /** Takes each change of the typed text. */
  type: (text: string) => void
}

/** Contacts by name or number: from three characters, 500 ms after the last key, never an older answer over a newer. */
export function useContactSearch(): ContactSearch {
  const [state, setState] = useState<Omit<ContactSearch, 'type'>>({
    found: [],
    busy: false,
    error: null,
    term: '',
  })
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = useCallback(async (text: string) => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    try {
      const answer = await call('contacts.list', {
        query: { searchParam: text, pageNumber: 1 },
        signal: controller.signal,
      })
      if (!controller.signal.aborted)
        setState({ found: answer.contacts, busy: false, error: null, term: text })
    } catch (error) {
      if (controller.signal.aborted || isAborted(error)) return
      setState({ found: [], busy: false, error, term: text })
    }
  }, [])
  const search = useLeadingDebounce((text: string) => void ask(text))
  const type = useCallback(
    (text: string) => {
      const term = text.trim()
      if (term.length < CONTACT_SEARCH_MIN_CHARS) {
        asking.current?.abort()
        setState({ found: [], busy: false, error: null, term: '' })
        return
      }
      setState(before => ({ ...before, busy: true }))
      search.typed(term)
    },
    [search.typed],
  )
  return { ...state, type }
}
