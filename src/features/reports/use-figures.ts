import type { FiguresReport, Grouping } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import type { ReportQuery } from './filter'

/**
 * What was asked for: the value of the question before stays while a new one travels, and says so by `busy`. It goes
 * where the new one fails: it would stand below a filter it is not of.
 */
export interface Loaded<T> {
  value: T | null
  error: unknown
  busy: boolean
  reload: () => void
}

/**
 * Asks for something whenever the question changes, and again when asked to; an answer to an older question is dropped.
 * @param question tells questions apart, and is no part of what is asked.
 */
export function useLoaded<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ value: null, error: null, busy: true })
  const latest = useRef(ask)
  latest.current = ask
  const asking = useRef<AbortController | null>(null)
  const load = useCallback(() => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setState(before => ({ ...before, busy: true }))
    latest.current(controller.signal).then(
      value => {
        if (!controller.signal.aborted) setState({ value, error: null, busy: false })
      },
      (error: unknown) => {
        if (controller.signal.aborted || isAborted(error)) return
        setState({ value: null, error, busy: false })
      },
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is what it is asked for again by
  useEffect(() => {
    load()
    return () => asking.current?.abort()
  }, [question, load])
  return { ...state, reload: load }
}

/** Figures of a period by some group. */
export const useFigures = (
  query: ReportQuery,
  by: Grouping,
  compare: boolean,
): Loaded<FiguresReport & { by: Grouping }> =>
  useLoaded(JSON.stringify([query, by, compare]), async signal => ({
    ...(await call('reports.figures', { query: { ...query, by, compare }, signal })),
    by,
  }))
