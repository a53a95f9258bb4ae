/** What begins and ends with a session in this window: live feed, drafts, outbox, and everything a user has seen. */
import type { Draft } from '@contract'
import { startAttendance } from '@/stores/attendance'
import { resetContactPanel } from '@/stores/contact-panel'
import { resetContacts } from '@/stores/contacts'
import { flushDrafts, ownDrafts, resetDrafts, saveDraft, startDrafts } from '@/stores/drafts'
import { resetMessages } from '@/stores/messages'
import { resetOutbox, startOutbox } from '@/stores/outbox'
import { startRecorder, useRecorder } from '@/stores/recorder'
import { useSession } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { CAMPAIGNS_FLAG } from './routing/screens'

const CAMPAIGNS_SETTING = 'campaignsEnabled'

/** Keeps the campaigns flag in step with the company's own setting, where the server says it. */
function keepCampaignsFlag(settings: readonly { key: string; value: string }[]): void {
  const setting = settings.find(({ key }) => key === CAMPAIGNS_SETTING)
  if (!setting) return
  try {
    if (setting.value === 'true') localStorage.setItem(CAMPAIGNS_FLAG, 'true')
    else localStorage.removeItem(CAMPAIGNS_FLAG)
  } catch {
    // no storage: the campaign routes do not exist
  }
}

/** A recording that an earlier run left is taken into its draft, and told, before any ticket is opened. */
function takeOverRecordings(): void {
  useRecorder.subscribe(({ finished }) => {
    if (finished.length > 0)
      void import('@/features/recorder').then(({ startRecordings }) => startRecordings())
  })
}

/**
 * Follows the session: starts the stores of daily attendance once, and forgets what a user has seen at its end.
 * Drafts and the outbox rest in main; they are only dropped from this window's memory.
 */
export function followSession(): void {
  startAttendance(window.turno)
  takeOverRecordings()
  let userId: number | null = null
  // Main keeps nothing for a session that is over: what was being written waits here for the same person.
  let kept: { userId: number; drafts: Draft[] } | null = null
  const enter = (id: number): void => {
    startDrafts()
    if (kept?.userId === id) for (const draft of kept.drafts) saveDraft(draft.ticketId, draft)
    kept = null
    startOutbox()
    startRecorder()
  }
  const leave = (id: number, reason: string): void => {
    kept = reason === 'signedOut' ? null : { userId: id, drafts: ownDrafts() }
    flushDrafts()
    resetMessages()
    resetContacts()
    resetContactPanel()
    resetOutbox()
    resetDrafts()
    toasts.clear()
  }
  useSession.subscribe(({ user, status, reason }) => {
    const next = status === 'signedIn' ? (user?.id ?? null) : null
    if (next !== userId && userId !== null) leave(userId, reason)
    if (next !== null && user) {
      if (next !== userId) enter(next)
      keepCampaignsFlag(user.company?.settings ?? [])
    }
    userId = next
  })
}
