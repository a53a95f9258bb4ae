import type { Schedule } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { eventsOf, registerFeed } from '@/stores/feed'

/** First and last moment of what a calendar shows, ISO-8601. */
export interface Range {
  from: string
  to: string
}

export interface CalendarRange {
  schedules: readonly Schedule[]
  status: 'loading' | 'ready' | 'failed'
  error: unknown
  /** Nothing of the range is left out. */
  complete: boolean
  reload: () => void
  /** Lays a message that was saved here over what is shown. */
  keep: (schedule: Schedule) => void
  /** Takes one out that was deleted here. */
  drop: (id: number) => void
}

type State = Omit<CalendarRange, 'reload' | 'keep' | 'drop'>
const START: State = { schedules: [], status: 'loading', error: null, complete: true }

/** A message as it is now among those of a range; one that was moved out of it is taken away. */
export function withSchedule(all: readonly Schedule[], update: Schedule, range: Range): readonly Schedule[] {
  const known = all.find(one => one.id === update.id)
  const others = all.filter(one => one.id !== update.id)
  const at = Date.parse(update.sendAt)
  if (!(at >= Date.parse(range.from) && at < Date.parse(range.to))) return known ? others : all
  // Events of some servers leave contact and writer out.
  const contact = update.contact ?? (known?.contactId === update.contactId ? known.contact : null)
  return [...others, { ...update, contact, user: update.user ?? known?.user ?? null }]
}

/**
 * The scheduled messages of a range, kept true by live events.
 * @param range null while the calendar has not said what it shows; memoise it.
 * @param everyMs asks again this often as well, for servers that do not say when a message has left; 0 never.
 */
export function useCalendarRange(range: Range | null, everyMs: number): CalendarRange {
  const [state, setState] = useState(START)
  const asking = useRef<AbortController | null>(null)

  const load = useCallback(async (): Promise<void> => {
    if (!range) return
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    try {
      const answer = await call('schedules.calendar', { query: range, signal: controller.signal })
      if (!controller.signal.aborted) setState({ ...answer, status: 'ready', error: null })
    } catch (error) {
      if (controller.signal.aborted || isAborted(error)) return
      setState(before => ({ ...before, status: 'failed', error }))
    }
  }, [range])

  useEffect(() => {
    if (!range) return
    setState(before => ({ ...before, status: 'loading', error: null }))
    void load()
    const again = everyMs > 0 ? setInterval(() => void load(), everyMs) : null
    const leave = registerFeed({
      name: 'schedules-calendar',
      applyEvents(events) {
        const update = eventsOf(events, 'schedule')
        if (update.length === 0) return
        setState(before => {
          let schedules = before.schedules
          for (const data of update)
            schedules =
              data.action === 'delete'
                ? schedules.filter(one => one.id !== data.scheduleId)
                : withSchedule(schedules, data.schedule, range)
          return { ...before, schedules }
        })
      },
      refetch: load,
    })
    return () => {
      leave()
      if (again) clearInterval(again)
      asking.current?.abort()
    }
  }, [load, range, everyMs])

  return {
    ...state,
    reload: () => void load(),
    keep: schedule =>
      range &&
      setState(before => ({ ...before, schedules: withSchedule(before.schedules, schedule, range) })),
    drop: id => setState(before => ({ ...before, schedules: before.schedules.filter(one => one.id !== id) })),
  }
}
