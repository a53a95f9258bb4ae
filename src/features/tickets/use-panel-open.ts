import { useCallback, useState } from 'react'

const STORAGE_KEY = 'turno.pane.tickets-contact.folded'

const remembered = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'true'
  } catch {
    return true // no storage: open where there is room
  }
}

/**
 * Whether the contact panel stands open. Where there is room the choice is remembered on this computer; where there
 * is none the panel begins folded and lies over the thread only as long as it is wanted (docs/look.md section 3).
 * @param roomy whether list, thread and panel fit side by side.
 */
export function usePanelOpen(roomy: boolean): [boolean, (open: boolean) => void] {
  const [beside, setBeside] = useState(remembered)
  const [over, setOver] = useState(false)
  const set = useCallback(
    (open: boolean) => {
      if (!roomy) {
        setOver(open)
        return
      }
      setBeside(open)
      try {
        localStorage.setItem(STORAGE_KEY, String(!open))
      } catch {
        // storage full or switched off: the choice lasts for this session
      }
    },
    [roomy],
  )
  return [roomy ? beside : over, set]
}
