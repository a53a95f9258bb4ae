import { createContext, useContext } from 'react'

/** Whether the row around a control is the one the thread's single tab stop rests on. */
export const RowFocus = createContext(true)

/** tabIndex of a control inside a row: reachable only in the row that has the focus. */
export const useInnerTab = (): 0 | -1 => (useContext(RowFocus) ? 0 : -1)
