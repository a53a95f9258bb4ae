/** The page title with the number of waiting tickets (docs/specification.md 1.2, main layout). */
import { TITLE_SYMBOL_UP_TO } from '@contract'
import { useEffect } from 'react'

const PRODUCT = 'Turno'
const SYMBOL = '●'

/**
 * "Turno", "● Turno" for 1 to 20 waiting tickets, "(21) Turno" above; the screen's name goes in front of the product.
 */
export function windowTitle(screen: string, pending: number): string {
  const name = screen ? `${screen} · ${PRODUCT}` : PRODUCT
  if (pending <= 0) return name
  return pending <= TITLE_SYMBOL_UP_TO ? `${SYMBOL} ${name}` : `(${pending}) ${name}`
}

/** Keeps the document's title. */
export function useWindowTitle(screen: string, pending: number): void {
  useEffect(() => {
    document.title = windowTitle(screen, pending)
  }, [screen, pending])
}
