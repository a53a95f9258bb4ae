/**
 * Notices of an earlier run: pressed while Turno was closed, they come before it is known who is signed in and what waits.
 * What was pressed is done as soon as that is known.
 */
import type { Session } from '../session/session'
import type { Attention } from './attention'

/** A start on a slow line takes this long at most; then the person is shown the console instead. Milliseconds. */
const WAIT_MS = 30_000

export interface Readiness {
  /** Whether somebody is signed in; null while that is not known. */
  signedIn(): boolean | null
  /** What waits has been asked for at least once. */
  loaded(): boolean
  onChange(listener: () => void): () => void
}

/** What session and attention know of it together. */
export const readinessOf = (
  session: Pick<Session, 'state' | 'onChange'>,
  attention: Pick<Attention, 'loaded' | 'onChange'>,
): Readiness => ({
  signedIn() {
    const { status } = session.state()
    return status === 'starting' ? null : status === 'signedIn'
  },
  loaded: attention.loaded,
  onChange(listener) {
    const stops = [attention.onChange(listener), session.onChange(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },
})

/**
 * @returns `ready` once somebody is signed in and what waits is known, `signedOut` when nobody is, `late` when neither came
 *   in time.
 */
export function whenReady(of: Readiness, waitMs = WAIT_MS): Promise<'ready' | 'signedOut' | 'late'> {
  return new Promise(resolve => {
    const look = () => {
      if (of.signedIn() === false) done('signedOut')
      else if (of.signedIn() && of.loaded()) done('ready')
    }
    let stop: () => void = () => undefined
    const timer = setTimeout(() => done('late'), waitMs)
    const done = (what: 'ready' | 'signedOut' | 'late') => {
      clearTimeout(timer)
      stop()
      resolve(what)
    }
    stop = of.onChange(look)
    look()
  })
}
