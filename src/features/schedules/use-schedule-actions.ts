import { type Schedule, shownName } from '@contract'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { lastTick, serverNow } from '@/stores/clock'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { schedulesList } from '@/stores/schedules'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { isAhead, mayChange, mayRemove, stateOf, wordOf } from './rules'

export interface ScheduleActions {
  nameOf: (schedule: Schedule) => string
  timeOf: (schedule: Schedule) => string
  /** Everything a row or an entry says, in one sentence. */
  sentenceOf: (schedule: Schedule) => string
  mayChange: (schedule: Schedule) => boolean
  mayRemove: (schedule: Schedule) => boolean
  /** Asks, deletes, says how it went. */
  remove: (schedule: Schedule, onDone?: () => void) => Promise<boolean>
  /**
   * Sends a message at another time, with an undo in the toast; a time that has passed is refused in words.
   * @param kept receives what the server made of it, also by the undo.
   * @returns whether it was moved.
   */
  move: (schedule: Schedule, sendAt: string, kept: (schedule: Schedule) => void) => Promise<boolean>
}

/** What lists and calendars do with a scheduled message. */
export function useScheduleActions(): ScheduleActions {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const user = useUser()
  const own = useOffered('ownSchedules')
  const ask = useRemove()

  const nameOf = (one: Schedule): string => shownName(one.contact?.name ?? '') || t('schedules.noContactName')
  const timeOf = (one: Schedule): string => dayAndTime(one.sendAt, zone)

  const send = async (one: Schedule, sendAt: string): Promise<Schedule | null> => {
    if (!isAhead(sendAt, serverNow())) {
      toasts.warning(t('schedules.past'))
      return null
    }
    try {
      return await call('schedules.update', {
        params: { id: one.id },
        body: {
          body: one.body,
          contactId: one.contactId ?? 0,
          sendAt,
          ...(one.userId === null ? {} : { userId: one.userId }),
        },
      })
    } catch (error) {
      toasts.error(errorText(t, error))
      return null
    }
  }

  return {
    nameOf,
    timeOf,
    sentenceOf: one =>
      t('schedules.open', {
        time: timeOf(one),
        name: nameOf(one),
        status: t(`schedules.status.${wordOf(one, lastTick())}`, { defaultValue: one.status }),
        body: one.body,
      }),
    mayChange: one => mayChange(one, user, own),
    mayRemove: one => mayRemove(one, user),
    remove: (one, onDone) =>
      ask({
        text: t(stateOf(one) === 'sent' ? 'schedules.removeSentText' : 'schedules.removeText', {
          name: nameOf(one),
          time: timeOf(one),
        }),
        remove: () => call('schedules.remove', { params: { id: one.id } }),
        onDone: () => {
          schedulesList.drop(one.id)
          onDone?.()
        },
      }),
    async move(one, sendAt, kept) {
      const moved = await send(one, sendAt)
      if (!moved) return false
      kept(moved)
      toasts.success(t('schedules.moved', { name: nameOf(one), time: timeOf(moved) }), {
        action: {
          label: t('schedules.undo'),
          run: () =>
            void send(moved, one.sendAt).then(back => {
              if (!back) return
              kept(back)
              toasts.success(t('schedules.movedBack', { time: timeOf(back) }))
            }),
        },
      })
      return true
    },
  }
}
