import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Place } from '../anchor'
import { markFound } from './highlight'

interface FindingOptions {
  scroller: RefObject<HTMLElement | null>
  /** Where the reader is. */
  place: () => Place
  /** Goes back to where the reader was. */
  goTo: (place: Place) => void
}

/** Whether the search of a conversation is open, the marks of what it found, and the way back to where one was. */
export function useFind({ scroller, place, goTo }: FindingOptions) {
  const [asked, setAsked] = useState(0)
  const from = useRef<{ place: Place; focus: Element | null } | null>(null)
  const searched = useRef('')
  const mark = useCallback(() => {
    if (from.current) markFound(scroller.current, searched.current)
  }, [scroller])
  useEffect(() => () => markFound(null, ''), [])
  const open = useCallback((): void => {
    from.current ??= { place: place(), focus: document.activeElement }
    setAsked(times => times + 1)
  }, [place])
  const close = (): void => {
    const back = from.current
    from.current = null
    searched.current = ''
    markFound(null, '')
    setAsked(0)
    if (!back) return
    goTo(back.place)
    const { focus } = back
    const writing = scroller.current
      ?.closest('[data-pane=conversation]')
      ?.querySelector<HTMLElement>('[data-testid=composer-text]')
    if (writing) writing.focus()
    else if (focus instanceof HTMLElement) focus.focus()
  }
  const onSearched = (text: string): void => {
    searched.current = text
    mark()
  }
  return { asked, open, close, onSearched, mark }
}
