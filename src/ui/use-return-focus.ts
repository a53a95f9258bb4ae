import { useEffect, useState } from 'react'

/**
 * For a dialog that is put on the page when it is wanted and taken off when it is not: gives the keyboard back to where
 * it came from. (A dialog that stays and is only hidden does so by itself.)
 */
export function useReturnFocus(): void {
  const [from] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const nowhere = document.activeElement === null || document.activeElement === document.body
      if (nowhere && from instanceof HTMLElement && from.isConnected) from.focus()
    },
    [from],
  )
}
