import { type Plan, SETTINGS } from '@contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '@/api'
import { useServers } from '@/stores/servers'

const USUAL_DAYS = Number(SETTINGS.trial.initial)

/** Days a new company may try the platform; the usual three until the server has said, and where it does not say. */
export function useTrialDays(): number {
  const server = useServers(state => state.state?.current)
  const [days, setDays] = useState(USUAL_DAYS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another server has another answer
  useEffect(() => {
    let current = true
    const answered = (value: number): void => {
      if (current) setDays(value)
    }
    call('settings.public', { params: { key: 'trial' } }).then(
      ({ value }) => answered(Number(value) || USUAL_DAYS),
      () => answered(USUAL_DAYS),
    )
    return () => {
      current = false
    }
  }, [server])
  return days
}

interface Offer {
  /** null until the server has answered. */
  plans: readonly Plan[] | null
  failed: boolean
  /** Asks again. */
  ask: () => void
}

/** Plans a company that signs up may choose from. */
export function useOfferedPlans(): Offer {
  const server = useServers(state => state.state?.current)
  const [turn, setTurn] = useState(0)
  const [plans, setPlans] = useState<readonly Plan[] | null>(null)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another server, and when somebody says so
  useEffect(() => {
    const leaving = new AbortController()
    setFailed(false)
    setPlans(null)
    call('plans.register', { signal: leaving.signal }).then(
      found => !leaving.signal.aborted && setPlans(found),
      () => !leaving.signal.aborted && setFailed(true),
    )
    return () => leaving.abort()
  }, [server, turn])
  return { plans, failed, ask: useCallback(() => setTurn(before => before + 1), []) }
}
