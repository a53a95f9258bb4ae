/** What begins with a session in this window: live feed, drafts, outbox. What ends with it registers itself (stores/session-end). */
import { loadAllTexts } from '@/i18n'
import { startAttendance } from '@/stores/attendance'
import { startDrafts } from '@/stores/drafts'
import { startOutbox } from '@/stores/outbox'
import { startRecorder, useRecorder } from '@/stores/recorder'
import { useSession } from '@/stores/session'
import { loadQuietly, noteSignedIn } from './routing/console-loading'
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

/**
 * A recording that an earlier run left is taken into its draft, and announced, before any ticket is opened; not before the texts
 * are there in which it is announced.
 */
function takeOverRecordings(): void {
  useRecorder.subscribe(({ finished }) => {
    if (finished.length > 0)
      void Promise.all([import('@/features/recorder'), loadAllTexts()]).then(([{ startRecordings }]) =>
        startRecordings(),
      )
  })
}

/**
 * Follows the session: starts the stores of daily attendance once, and drafts, outbox and recorder with each person.
 * Attendance hears of a session first: what the person before left is empty by the time the next one's begins.
 */
export function followSession(): void {
  startAttendance(window.turno)
  takeOverRecordings()
  let userId: number | null = null
  useSession.subscribe(({ user, status }, before) => {
    if (status !== before.status && status !== 'starting') {
      noteSignedIn(status === 'signedIn')
      if (status === 'signedIn') loadQuietly()
    }
    const next = status === 'signedIn' ? (user?.id ?? null) : null
    if (next !== null && user) {
      if (next !== userId) {
        startDrafts(window.turno, next)
        startOutbox()
        startRecorder()
      }
      keepCampaignsFlag(user.company?.settings ?? [])
    }
    userId = next
  })
}
