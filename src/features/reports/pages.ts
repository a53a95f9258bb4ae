import { useEffect, useRef, useState } from 'react'
import { isAborted } from '@/api'

export interface Page<R> {
  rows: readonly R[]
  count: number
  /** There may be more than `count`. */
  atLeast: boolean
  hasMore: boolean
}

export interface Pages<R> {
  /** null until the first page came. */
  rows: readonly R[] | null
  count: number
  atLeast: boolean
  hasMore: boolean
  error: unknown
  busy: boolean
  more: () => void
}

/**
 * A list that is read page by page, from the first again whenever the question changes.
 * @param question tells questions apart.
 */
export function usePages<R>(
  question: string,
  read: (pageNumber: number, signal: AbortSignal) => Promise<Page<R>>,
): Pages<R> {
  const empty = { rows: null, count: 0, atLeast: false, hasMore: false, error: null, busy: true, page: 0 }
  const [state, setState] = useState<Omit<Pages<R>, 'more'> & { page: number }>(empty)
  const latest = useRef(read)
  latest.current = read
  const asking = useRef<AbortController | null>(null)
  const load = (page: number): void => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    setState(before => ({ ...(page === 1 ? empty : before), busy: true }))
    latest.current(page, signal).then(
      ({ rows, ...found }) => {
        if (signal.aborted) return
        setState(before => ({
          rows: [...(page === 1 ? [] : (before.rows ?? [])), ...rows],
          ...{ ...found, error: null, busy: false, page },
        }))
      },
      (error: unknown) => {
        if (!signal.aborted && !isAborted(error)) setState(before => ({ ...before, error, busy: false }))
      },
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is what it is asked for again by
  useEffect(() => {
    load(1)
    return () => asking.current?.abort()
  }, [question])
  return { ...state, more: () => load(state.page + 1) }
}
