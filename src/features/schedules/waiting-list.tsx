import type { Schedule } from '@contract'
import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call, isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { eventsOf, registerFeed } from '@/stores/feed'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { IconButton } from '@/ui'
import { mayRemove, stillHere } from './rules'
import { ScheduleWord } from './schedule-word'
import styles from './schedules.module.css'

interface Loaded {
  schedules: readonly Schedule[]
  failed: boolean
}

/**
 * What is already scheduled for a contact, live, so that nobody is written to twice; each can be taken back.
 * @param except the message that is being looked at.
 */
export function WaitingList({ contactId, except }: { contactId: number; except: number | null }) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const user = useUser()
  const [loaded, setLoaded] = useState<Loaded | null>(null)

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const answer = await call('schedules.list', {
          query: { contactId, pageNumber: 1 },
          ...(signal ? { signal } : {}),
        })
        setLoaded({ schedules: stillHere(answer.schedules), failed: false })
      } catch (error) {
        if (!isAborted(error)) setLoaded({ schedules: [], failed: true })
      }
    },
    [contactId],
  )
  useEffect(() => {
    const asking = new AbortController()
    setLoaded(null)
    void load(asking.signal)
    const leave = registerFeed({
      name: 'schedules-of-contact',
      applyEvents(events) {
        if (eventsOf(events, 'schedule').length > 0) void load()
      },
      refetch: () => load(),
    })
    return () => {
      asking.abort()
      leave()
    }
  }, [load])

  const remove = async (one: Schedule): Promise<void> => {
    try {
      await call('schedules.remove', { params: { id: one.id } })
      toasts.success(t('schedules.removed'))
      setLoaded(now => now && { ...now, schedules: now.schedules.filter(({ id }) => id !== one.id) })
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }

  if (!loaded) return null
  if (loaded.failed) return <p className={styles.hint}>{t('schedules.loadFailed')}</p>
  const schedules = loaded.schedules.filter(one => one.id !== except)
  if (schedules.length === 0 && except !== null) return null
  if (schedules.length === 0) return <p className={styles.hint}>{t('schedules.none')}</p>
  return (
    <section className={styles.waiting} aria-label={t('schedules.waiting')}>
      <h3 className={styles.heading}>{t('schedules.waiting')}</h3>
      <ul className={styles.list}>
        {schedules.map(one => {
          const time = dayAndTime(one.sendAt, zone)
          return (
            <li key={one.id} className={styles.item}>
              <time dateTime={one.sendAt} className={styles.time}>
                {time}
              </time>
              <span className={styles.words} title={one.body}>
                {one.body}
              </span>
              {one.mediaName ? <span className={styles.hint}>{t('schedules.withImage')}</span> : null}
              <ScheduleWord schedule={one} />
              {mayRemove(one, user) ? (
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={t('schedules.remove', { time })}
                  onClick={() => void remove(one)}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
