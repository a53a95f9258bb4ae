import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '@/api'
import { useAttempt } from '@/features/kit'
import { useNow } from '@/stores/clock'
import { useConnection } from '@/stores/connection'
import { registerFeed } from '@/stores/feed'
import { floorAlarmsDirectory, noteFloorAlarms } from '@/stores/floor-alarms'
import { usePreferences } from '@/stores/preferences'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { playSound } from '@/stores/sounds'
import { useTicketsStore } from '@/stores/tickets'
import { usersDirectory, useUsers } from '@/stores/users'
import { type FloorNow, heldFrom, heldIn, OLD_MS, peopleNow, queuesFrom, queuesNow } from './floor'

/** Least time between two questions, however much happens, and most where nothing does. Milliseconds. */
const ASK_MS = 5_000
const AGAIN_MS = 60_000
/** A raised alarm nobody has taken note of sounds again. Milliseconds. */
const SOUND_AGAIN_MS = 5 * 60_000
/** Conversations named beside a person where the server names none. */
const MOST_NAMED = 3

interface FloorAnswer {
  /** null: a server that does not count, or one that has not answered yet. */
  answer: FloorNow | null
  /** What was thrown by the last question; null after an answer. */
  error: unknown
  ask: () => void
}

/** What the server counts: asked again when tickets or messages change, each minute, and after whatever was missed. */
function useFloorAnswer(): FloorAnswer {
  const isOffered = useOffered('liveFloor')
  const [state, setState] = useState<Omit<FloorAnswer, 'ask'>>({ answer: null, error: null })
  const latest = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!isOffered) return
    let isCurrent = true
    let round = 0
    let asked = Number.NEGATIVE_INFINITY
    let soon = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const later = (ms: number): void => {
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(ask, ms)
    }
    const ask = (): void => {
      const mine = ++round
      asked = performance.now()
      soon = false
      later(AGAIN_MS)
      const isLatest = (): boolean => isCurrent && mine === round
      call('floor.now').then(
        answer => isLatest() && setState({ answer, error: null }),
        (error: unknown) => isLatest() && setState(before => ({ ...before, error })),
      )
    }
    latest.current = ask
    const stop = registerFeed({
      name: 'live floor',
      applyEvents(events) {
        if (soon || !events.some(({ channel }) => channel === 'ticket' || channel === 'appMessage')) return
        soon = true
        later(Math.max(0, asked + ASK_MS - performance.now()))
      },
      refetch: ask,
    })
    ask()
    return () => {
      isCurrent = false
      latest.current = () => undefined
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [isOffered])
  const ask = useCallback(() => latest.current(), [])
  return { ...state, ask }
}

/** Everything the live floor shows. The tickets of a server that does not count are read by `useWallTickets`. */
export function useFloor() {
  const isOffered = useOffered('liveFloor')
  const byId = useTicketsStore(state => state.byId)
  const gone = useTicketsStore(state => state.gone)
  const users = useUsers()
  const all = useQueues()
  const user = useUser()
  const now = useNow()
  const { answer, error, ask } = useFloorAnswer()
  const isConnected = useConnection(state => state.status === 'connected')
  useEffect(() => void Promise.all([usersDirectory.ensure(), queuesDirectory.ensure()]), [])
  const seesAll = user?.super === true || user?.profile === 'admin'
  const queues = useMemo(
    () => (seesAll ? all : all.filter(queue => user?.queues.some(({ id }) => id === queue.id))),
    [all, seesAll, user],
  )
  // The computer slept, or the timers of a window nobody saw: it says so, and asks at once.
  const isOld = answer !== null && now - Date.parse(answer.at) > OLD_MS
  useEffect(() => {
    if (isOld && isConnected) ask()
  }, [isOld, isConnected, ask])
  const tickets = useMemo(
    () => (isOffered ? [] : [...byId.values()].filter(({ id }) => !gone.has(id))),
    [isOffered, byId, gone],
  )
  const rows = useMemo(
    () =>
      isOffered
        ? queuesFrom(queues, answer?.queues ?? [], users, now)
        : queuesNow(queues, tickets, users, now),
    [isOffered, queues, answer, tickets, users, now],
  )
  const people = useMemo(
    () => peopleNow(users, isOffered ? heldFrom(answer?.people ?? []) : heldIn(tickets, MOST_NAMED)),
    [isOffered, users, tickets, answer],
  )
  return { isOffered, rows, people, answer, error, ask, isOld, now }
}

export type FloorState = ReturnType<typeof useFloor>

/**
 * The alarms of the company that are this person's. Main tells when one is raised (electron/main/start/alarms.ts); the wall shows it, and
 * calls again while nobody has taken note.
 */
export function useAlarms(now: number) {
  const isOffered = useOffered('liveFloor')
  const alarms = floorAlarmsDirectory.use(state => state.items)
  const attempt = useAttempt()
  useEffect(() => {
    if (isOffered) void floorAlarmsDirectory.ensure()
  }, [isOffered])
  const raised = useMemo(() => alarms.filter(alarm => alarm.raised !== null), [alarms])
  const calling = raised.filter(({ sound, raised: one }) => sound && one?.notedBy === null)
  const first = Math.min(...calling.map(({ raised: one }) => Date.parse(one?.since ?? '')))
  /** How often it has called; the first time is main's. */
  const turn = Number.isFinite(first) ? Math.floor((now - first) / SOUND_AGAIN_MS) : 0
  useEffect(() => {
    const { attention, volume } = usePreferences.getState()
    const sound = attention.silent ? 'none' : attention.sounds.alarm
    if (turn > 0 && sound !== 'none') void playSound(sound, volume)
  }, [turn])
  const note = useCallback(() => void attempt(noteFloorAlarms, ''), [attempt])
  return { isOffered, alarms, raised, note }
}
