import { useEffect, useState } from 'react'

/**
 * Width of an element, kept up to date: what fits beside the thread depends on the room the menu leaves, not on the
 * window.
 * @returns a ref to put on the element, and its width in pixels; the window's until it is measured.
 */
export function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(() => window.innerWidth)
  useEffect(() => {
    if (!element) return
    const measure = (): void => setWidth(element.clientWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, width]
}
