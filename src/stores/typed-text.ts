/** The text of a search field on its way to the server; every field that asks a server uses this. */
import { DEBOUNCE_MS } from '@contract'
import { useEffect, useMemo, useRef } from 'react'

export interface TypedText<T> {
  /** Typed: asked for 500 ms after the last change. */
  typed: (value: T) => void
  /** What must not wait: Enter, an emptied field, a filter. */
  now: (value: T) => void
  /** Forgets what still waits. */
  stop: () => void
}

/** @param ask is given the last value only. */
export function createTypedText<T>(ask: (value: T) => void): TypedText<T> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const stop = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const now = (value: T): void => {
    stop()
    ask(value)
  }
  return {
    typed(value) {
      stop()
      timer = setTimeout(() => now(value), DEBOUNCE_MS)
    },
    now,
    stop,
  }
}

/** The same for a field that keeps its text itself; what still waits is forgotten with the field. */
export function useTypedText<T>(ask: (value: T) => void): TypedText<T> {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  const text = useMemo(() => createTypedText<T>(value => latest.current(value)), [])
  useEffect(() => text.stop, [text])
  return text
}
