import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx'
import styles from './scroll-box.module.css'

export interface ScrollBoxProps {
  /** What is inside, for who cannot see it. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Scrolls what has no room in it. While something is out of sight Tab stops here, so that the arrow keys reach it. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    )
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={cx(styles.box, className)}
      {...(scrolls && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}
