import { createContext } from 'react'

/** What the button that clears a select is called, for those who hear it; the shell gives it in the person's language. */
export const ClearLabel = createContext('')
