/** What a press on a notice or in the tray's menu does: open a conversation, accept who waits longest, answer, snooze. */
import type { TFunction } from 'i18next'
import type { AttentionPreferences } from '../../../src/contract'
import type { Attention } from '../attention/attention'
import { readinessOf, whenReady } from '../attention/earlier'
import { isAlarmKey, LIST_PATH, pathOfKey, ticketOfKey, ticketPath } from '../attention/routes'
import type { TicketActions } from '../attention/ticket-actions'
import type { NoticeAction } from '../attention/wording'
import type { LocalStore } from '../local-store'
import type { Log } from '../log/log'
import type { Session } from '../session/session'
import type { NoticeSurface } from './notices'
import type { ConsoleHandle } from './parts'

export interface NoticeActions {
  open(key: string): Promise<void>
  act(action: NoticeAction): Promise<void>
  reply(key: string, text: string): Promise<void>
  acceptOldest(): Promise<void>
}

export function createNoticeActions(deps: {
  attention: Attention
  tickets: TicketActions
  session: Session
  local: Pick<LocalStore, 'cache'>
  consoleHandle: Pick<ConsoleHandle, 'go'>
  /** Shows the live floor. @throws MainError where the person may not see it. */
  showFloor: () => void
  /** Shows what could not be done. */
  say: NoticeSurface['say']
  choices: () => AttentionPreferences
  texts: () => TFunction
  log: Log
}): NoticeActions {
  const { attention, tickets, log, texts, say } = deps
  const { go } = deps.consoleHandle
  /** What is pressed on a notice of an earlier run comes before anything is known. */
  const isReady = async () => (await whenReady(readinessOf(deps.session, attention))) === 'ready'

  const openFloor = async (key: string): Promise<void> => {
    attention.handled(key)
    try {
      if (await isReady()) return deps.showFloor()
    } catch (error) {
      log.warn('the live floor was not opened', { error })
    }
    go('/')
  }

  const open = async (key: string): Promise<void> => {
    if (isAlarmKey(key)) return openFloor(key)
    let path = pathOfKey(key, attention.work())
    const ticketId = ticketOfKey(key)
    if (path === null && ticketId !== null) {
      const seen = await deps.local.cache.ticket({ id: ticketId })
      path = seen ? ticketPath(seen.uuid) : LIST_PATH
    }
    attention.handled(key)
    go(path ?? '/')
  }

  const acceptOldest = async (): Promise<void> => {
    const ticket = attention.oldest()
    if (!ticket) return go(LIST_PATH)
    if (await tickets.accept(ticket)) return go(ticketPath(ticket.uuid))
    say('accept-failed', texts()('notices.acceptFailed'), texts()('notices.acceptFailedBody'))
  }

  return {
    open,
    acceptOldest,
    async act(action) {
      if (action === 'snooze') attention.snooze(deps.choices().snoozeMinutes)
      else if (await isReady()) await acceptOldest()
      else go(LIST_PATH)
    },
    async reply(key, text) {
      const ticketId = ticketOfKey(key)
      if (ticketId === null) return
      try {
        if (await isReady()) {
          await tickets.reply(ticketId, text)
          return
        }
        log.warn('the answer from a notice was not taken: nobody is signed in')
      } catch (error) {
        log.error('the answer from a notice was not taken', { error })
      }
      // The text is the agent's own: it is shown again, so that it can be written where it belongs.
      say('reply-failed', texts()('notices.replyFailed'), text)
      await open(key)
    },
  }
}
