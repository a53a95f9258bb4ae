import { useDeferredValue } from 'react'

/**
 * False in a component's first render, true in one of low priority right after it was painted: for menus and popovers
 * that nobody can open before they have seen the button. A press may still be faster: the button itself notes it until then.
 */
export const useDeferredMount = (): boolean => useDeferredValue(true, false)
