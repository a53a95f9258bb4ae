import { Activity, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

export interface PreparedProps {
  /** In the page, alive; else only drawn ahead: outside the document, without effects, in idle time. */
  shown: boolean
  /** The element it stands in while it is shown. */
  place: RefObject<HTMLElement | null>
  className?: string | undefined
  children: ReactNode
}

/** Has to be the first in its tree: effects of what follows may measure, so it is in the document by then. */
function Entrance({ host, place }: { host: HTMLElement; place: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    place.current?.append(host)
    return () => host.remove()
  }, [host, place])
  return null
}

/**
 * Something that can be drawn before it is needed. Until it is shown it lies outside the document (nobody finds it:
 * no search of the page, no screen reader, no key) and nothing of it runs; then it comes in whole, with its effects.
 */
export function Prepared({ shown, place, className, children }: PreparedProps) {
  const [host] = useState(() => {
    const element = document.createElement('div')
    if (className) element.className = className
    return element
  })
  return createPortal(
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <Entrance host={host} place={place} />
      {children}
    </Activity>,
    host,
  )
}
