/**
 * The console's own files. Whoever signs in does not wait for them: they come while the form is filled in; whoever was
 * signed in when this computer last showed Turno has them with the page.
 */
import type { Result, SessionState, TurnoBridge } from '@contract'
import { useEffect, useState } from 'react'
import { loadAllTexts } from '@/i18n'

type Console = typeof import('../console')

/** Browser-storage note that somebody was signed in: asked before main can be. */
const SIGNED_IN = 'signedIn'

let loaded: Console | null = null
let coming: Promise<Console> | undefined

/** Loads the console with all texts once; asked again when it could not be had. @throws whatever kept its files from being loaded. */
export function loadConsole(): Promise<Console> {
  coming ??= Promise.all([import('../console'), loadAllTexts()]).then(
    ([console]) => {
      loaded = console
      return console
    },
    error => {
      coming = undefined
      throw error
    },
  )
  return coming
}

/** The same for whoever only wants it to be there later: who shows it asks again, and says what went wrong. */
export const loadQuietly = (): void => void loadConsole().catch(() => {})

/** Loads the console in idle time, once what is around it is on screen: it stands inside what that waits for. */
export function ConsoleAhead(): null {
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return
    const idle = requestIdleCallback(loadQuietly)
    return () => cancelIdleCallback(idle)
  }, [])
  return null
}

/** The console; null while its files are on their way. */
export function useConsole(): Console | null {
  const [console, setConsole] = useState(loaded)
  useEffect(() => {
    if (console) return
    let left = false
    loadConsole().then(
      // While drawing, so that an error reaches the boundary above.
      got => left || setConsole(() => got),
      error =>
        left ||
        setConsole(() => {
          throw error
        }),
    )
    return () => {
      left = true
    }
  }, [console])
  return console
}

/** Notes for the next start whether somebody is signed in. */
export function noteSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(SIGNED_IN, 'true')
    else localStorage.removeItem(SIGNED_IN)
  } catch {
    // no storage: the console comes when main has said who it is
  }
}

const isSignedIn = (answer: Result<SessionState>): boolean => answer.ok && answer.value.status === 'signedIn'
const isNoted = (): boolean => {
  try {
    return localStorage.getItem(SIGNED_IN) !== null
  } catch {
    return false // no storage: main is asked
  }
}

/**
 * Loads the console with the page where somebody was signed in at the last start, or is by what main knows: while its files
 * are read the server starts, and the page is drawn once.
 * @returns when it is there, or cannot be had.
 */
export async function consoleAtStart(from: Pick<TurnoBridge, 'session'> = window.turno): Promise<void> {
  try {
    const wanted = isNoted() || (await from.session.state().then(isSignedIn))
    if (wanted) await loadConsole()
  } catch {
    // asked for again by whoever shows it
  }
}
