/** Scheduled messages of the company: the list, and how many wait, were sent and failed. */
import { fold, type Schedule, type ScheduleState } from '@contract'
import { call } from '@/api'
import { eventsOf, registerFeed } from './feed'
import { changesOf, createPagedList, newestFirst, pagesOf } from './paged-list'
import { createSessionStore } from './session-end'

const STATE_OF: Readonly<Record<string, ScheduleState>> = { ENVIADA: 'sent', ERRO: 'failed' }

export type ScheduleFilters = { state: ScheduleState | null }

/** The list of the screen: the newest first, as servers answer it. */
export const schedulesList = createPagedList<Schedule, ScheduleFilters>({
  name: 'schedules',
  filters: { state: null },
  order: newestFirst(),
  matches: (one, search, { state }) =>
    fold(`${one.contact?.name ?? ''} ${one.body}`).includes(fold(search)) &&
    (state === null || (STATE_OF[one.status] ?? 'waiting') === state),
  // Events of some servers leave contact and writer out.
  merge: (known, update) => ({
    ...update,
    contact: update.contact ?? (update.contactId === known.contactId ? known.contact : null),
    user: update.user ?? known.user,
  }),
  read: pagesOf('schedules.list'),
  onEvent: changesOf('schedule', 'schedule', 'scheduleId'),
})

/** Figures by state; null while unknown. */
export const useScheduleCounts = createSessionStore<{ counts: Record<ScheduleState, number> | null }>(
  'schedule counts',
  () => ({ counts: null }),
)

/** Events that come together are counted once. Milliseconds. */
const SETTLE_MS = 300

/**
 * Keeps the figures true while a screen shows them.
 * @param everyMs asks again this often as well, for servers that do not say when a message has left; 0 never.
 * @returns how to stop.
 */
export function followScheduleCounts(everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let left = false
  const load = async (): Promise<void> => {
    try {
      const counts = await call('schedules.counts')
      if (!left) useScheduleCounts.setState({ counts })
    } catch {
      // The figures decorate; the list or the calendar beside them says what went wrong.
    }
  }
  const scheduleReload = (): void => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void load(), SETTLE_MS)
  }
  void load()
  const again = everyMs > 0 ? setInterval(() => void load(), everyMs) : null
  const leave = registerFeed({
    name: 'schedule-counts',
    applyEvents(events) {
      if (eventsOf(events, 'schedule').length > 0) scheduleReload()
    },
    refetch: () => load(),
  })
  return () => {
    left = true
    if (timer) clearTimeout(timer)
    if (again) clearInterval(again)
    leave()
  }
}
