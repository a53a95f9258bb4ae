import { useCallback, useState } from 'react'
import { ContactPanel } from '@/features/contact-drawer'
import { ScheduleDialog, useScheduleFailures } from '@/features/schedules'
import { TicketsScreen } from '@/features/tickets'
import type { StoredTicket } from '@/stores/tickets'

/** The ticket screen with what other areas put into it. */
export function AttendanceScreen() {
  const [scheduling, setScheduling] = useState<StoredTicket | null>(null)
  const close = useCallback(() => setScheduling(null), [])
  useScheduleFailures()
  return (
    <>
      <TicketsScreen contactPanel={ContactPanel} onSchedule={setScheduling} />
      {scheduling ? (
        <ScheduleDialog contact={scheduling.contact} ticketId={scheduling.id} onClose={close} />
      ) : null}
    </>
  )
}
