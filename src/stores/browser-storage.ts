/**
 * What of the browser's storage outlives a session. Main empties everything else of Chromium at a session's end; of this
 * storage the page takes away what one person has seen, and leaves what the person wrote for themselves.
 */
import { CHAT_WORDS_PREFIX } from './chat-words'
import { atSessionEnd, type EndReason } from './session-end'

/** Browser-storage key of the to-do list; each account has its own list in it. */
export const TASKS_KEY = 'tasks'

/** The to-do list, and what this computer shows before anybody has signed in. */
const ALWAYS_KEPT: readonly string[] = [TASKS_KEY, 'preferredTheme', 'language', 'volume']

/** Whether an entry stays when a session ends for that reason. Words to colleagues go with the person's own sign-out alone. */
export const outlives = (key: string, reason: EndReason): boolean =>
  ALWAYS_KEPT.includes(key) || (reason !== 'signedOut' && key.startsWith(CHAT_WORDS_PREFIX))

atSessionEnd('browser storage', reason => {
  try {
    for (const key of Object.keys(localStorage)) if (!outlives(key, reason)) localStorage.removeItem(key)
  } catch {
    // no storage: nothing was kept
  }
})
