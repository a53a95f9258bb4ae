/** What is under way is given up when the workspace ends. */
import type { Workspace } from '../workspace'

const endings = new WeakMap<Workspace, AbortController>()

function endingOf(app: Workspace): AbortController {
  const known = endings.get(app) ?? new AbortController()
  endings.set(app, known)
  return known
}

/** Aborted when the workspace ends. */
export const endOf = (app: Workspace): AbortSignal => endingOf(app).signal
export const end = (app: Workspace): void => endingOf(app).abort()
