import { useEffect, useState } from 'react'

/**
 * Whether a button that is there only while it has something to say is shown: also while its panel is open, and after
 * that until the keyboard, which the panel gives back to it, has left it.
 * @param news it has something to say.
 * @param open its panel is open.
 * @returns whether to show it, and what its blur event calls.
 */
export function useKeptShown(news: boolean, open: boolean): { shown: boolean; onBlur: () => void } {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (open) setKept(true)
  }, [open])
  return { shown: news || open || kept, onBlur: () => open || setKept(false) }
}
