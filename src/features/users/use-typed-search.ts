import { DEBOUNCE_MS } from '@contract'
import { useEffect, useState } from 'react'

export interface TypedSearch {
  /** What stands in the field. */
  text: string
  /** What is searched: the text 500 ms after the last key (specification 1 section 9). */
  term: string
  type: (text: string) => void
  /** Searches now (Enter). */
  submit: () => void
  clear: () => void
}

/** The text of a search field and the term it settles on. */
export function useTypedSearch(): TypedSearch {
  const [text, setText] = useState('')
  const [term, setTerm] = useState('')
  useEffect(() => {
    if (text.trim() === '') {
      setTerm('')
      return
    }
    const timer = setTimeout(() => setTerm(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return {
    text,
    term,
    type: setText,
    submit: () => setTerm(text.trim()),
    clear: () => setText(''),
  }
}
