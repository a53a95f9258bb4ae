/** Whether somebody who may see everybody's tickets chose to: it holds over a reload, until the session ends. */
import { holds, type Viewer } from '@contract'

/** Browser-storage key; the page takes it away with the session (../browser-storage.ts). */
const KEY = 'ticketsShowAll'

/** Keeps what a person chose. */
export function rememberShowAll(viewer: Viewer | null, showAll: boolean): void {
  try {
    if (viewer && showAll) localStorage.setItem(KEY, String(viewer.id))
    else localStorage.removeItem(KEY)
  } catch {
    // no storage: it holds as long as the page
  }
}

/** What that person chose before this page was loaded. */
export function rememberedShowAll(viewer: Viewer): boolean {
  try {
    return holds(viewer, 'tickets-manager:showall') && localStorage.getItem(KEY) === String(viewer.id)
  } catch {
    return false // no storage, no choice
  }
}
