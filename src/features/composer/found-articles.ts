/** Articles of the company's knowledge for the word behind a "?". */
import { type Article, DEBOUNCE_MS } from '@contract'
import { useEffect, useState } from 'react'
import { call, isAborted } from '@/api'
import { type Trigger, type Typed, triggerAt } from './caret'

/** Fewer characters are more often a question mark than a search. */
export const MIN_CHARS = 2

/** The word behind a question mark at its beginning, once it is long enough; null otherwise. */
export function articleTrigger(typed: Typed): Trigger | null {
  const trigger = triggerAt(typed, '?')
  return trigger && trigger.query.length >= MIN_CHARS ? trigger : null
}

interface Found {
  query: string
  articles: readonly Article[]
  failed: boolean
}

const NOTHING: Found = { query: '', articles: [], failed: false }

/**
 * Those that hold for a ticket and have the word.
 * @param query null: nothing is looked for.
 * @returns `status` is `loading` until the server has answered for this very word.
 */
export function useFoundArticles(query: string | null, ticketId: number) {
  const [found, setFound] = useState(NOTHING)
  useEffect(() => {
    if (query === null) return setFound(NOTHING)
    const giving = new AbortController()
    const timer = setTimeout(() => {
      call('articles.find', { query: { words: query, ticketId }, signal: giving.signal }).then(
        articles => setFound({ query, articles, failed: false }),
        (error: unknown) => {
          if (!isAborted(error)) setFound({ query, articles: [], failed: true })
        },
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      giving.abort()
    }
  }, [query, ticketId])
  const isHere = found.query === query
  return {
    // Those of the word before stay until the next ones are here.
    articles: query === null ? [] : found.articles,
    status: isHere ? (found.failed ? ('failed' as const) : ('ready' as const)) : ('loading' as const),
  }
}
