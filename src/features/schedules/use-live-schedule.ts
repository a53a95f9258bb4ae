import type { Schedule } from '@contract'
import { useEffect, useState } from 'react'
import { ApiError, call } from '@/api'
import { eventsOf, registerFeed } from '@/stores/feed'

/**
 * A message as it is now while a dialog shows it.
 * @param opened as it was when the dialog opened; null while one is being added.
 * @returns null once it was deleted, undefined while nothing is watched.
 */
export function useLiveSchedule(opened: Schedule | null): Schedule | null | undefined {
  const [live, setLive] = useState<Schedule | null | undefined>(opened ?? undefined)
  const id = opened?.id ?? null
  useEffect(() => {
    if (id === null) return
    return registerFeed({
      name: 'schedule-in-dialog',
      applyEvents(events) {
        for (const data of eventsOf(events, 'schedule')) {
          if (data.action === 'delete') {
            if (data.scheduleId === id) setLive(null)
          } else if (data.schedule.id === id)
            // Events of some servers leave contact and writer out.
            setLive(before => ({
              ...data.schedule,
              contact: data.schedule.contact ?? before?.contact ?? null,
              user: data.schedule.user ?? before?.user ?? null,
            }))
        }
      },
      async refetch() {
        try {
          setLive(await call('schedules.get', { params: { id } }))
        } catch (error) {
          if (error instanceof ApiError && error.code === 'ERR_NO_SCHEDULE_FOUND') setLive(null)
          else throw error
        }
      },
    })
  }, [id])
  return live
}
