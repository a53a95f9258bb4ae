import { Activity, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterPaint } from './after-paint'
import { cx } from './cx'
import styles from './prepared.module.css'

export interface PreparedProps {
  /** On screen, alive; else only drawn ahead: unseen, untouchable and without effects, in idle time. */
  shown: boolean
  /** The element it stands in. The host fills the nearest positioned element around it. */
  place: RefObject<HTMLElement | null>
  className?: string | undefined
  children: ReactNode
}

type Host = Pick<PreparedProps, 'place'> & { host: HTMLElement }

const focusIsNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Has to be the first in its tree: effects of what follows may measure, so it is in the document by then. */
function Entrance({ host, place }: Host) {
  useLayoutEffect(() => {
    // Taking it out and in again would throw away its layout.
    if (host.parentElement !== place.current) place.current?.append(host)
    host.removeAttribute('aria-hidden')
    const wake = (): void => host.removeAttribute('inert')
    // Whether a tree is inert is inherited, so this restyles every element of it: after the frame that shows them.
    // With the focus nowhere something in here wants it at once, or the next key would be lost.
    const cancel = focusIsNowhere() ? wake() : afterPaint(wake)
    return () => {
      cancel?.()
      wake()
      host.remove()
    }
  }, [host, place])
  return null
}

/**
 * Lays out what was drawn ahead, at its place and out of sight, so that showing it costs no layout. Activity hides what
 * it keeps with `display: none`; without that it still keeps its effects, and takes the style back by itself.
 */
function layOut(host: HTMLElement, place: HTMLElement): void {
  if (host.isConnected) return
  for (const child of host.children) if (child instanceof HTMLElement) child.style.removeProperty('display')
  host.setAttribute('aria-hidden', 'true')
  host.setAttribute('inert', '')
  place.append(host)
  host.getBoundingClientRect()
}

/** Lays it out in idle time, once React has drawn it (also in idle time, and tells nobody when). */
function useLaidOut({ host, place, shown }: Host & Pick<PreparedProps, 'shown'>): void {
  useEffect(() => {
    if (shown || typeof requestIdleCallback !== 'function') return
    let idle = 0
    const soon = (): void => {
      cancelIdleCallback(idle)
      idle = requestIdleCallback(() => {
        if (place.current) layOut(host, place.current)
      })
    }
    const observer = new MutationObserver(soon)
    observer.observe(host, { childList: true })
    if (host.childElementCount > 0) soon()
    return () => {
      observer.disconnect()
      cancelIdleCallback(idle)
    }
  }, [host, place, shown])
  // What is never shown leaves by itself; what was, leaves with its entrance.
  useEffect(() => () => host.remove(), [host])
}

/**
 * Something that can be drawn before it is needed. Until it is shown nobody finds it (no eye, no search of the page, no
 * screen reader, no key) and nothing of it runs; then it comes in whole, with its effects.
 */
export function Prepared({ shown, place, className, children }: PreparedProps) {
  const [host] = useState(() => {
    const element = document.createElement('div')
    element.className = cx(styles.host, className)
    return element
  })
  useLaidOut({ host, place, shown })
  return createPortal(
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <Entrance host={host} place={place} />
      {children}
    </Activity>,
    host,
  )
}
