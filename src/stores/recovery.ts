/** A forgotten password at the computer that holds the company, by main. */
import type { CompanyManager, ManagerPassword, Result, TurnoBridge } from '@contract'
import { useEffect, useState } from 'react'
import { useServers } from './servers'

const recovery = (): TurnoBridge['recovery'] => window.turno.recovery

/** Who manages the company whose folder is on this computer; nobody until main has answered, and where it is elsewhere. */
export function useManagersHere(): readonly CompanyManager[] {
  const server = useServers(state => state.state?.current)
  const [managers, setManagers] = useState<readonly CompanyManager[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another server has other people
  useEffect(() => {
    let current = true
    setManagers([])
    void recovery()
      .managers()
      .then(answer => {
        if (current && answer.ok) setManagers(answer.value)
      })
    return () => {
      current = false
    }
  }, [server])
  return managers
}

/** Sets the password of one of them. */
export const setManagerPassword = (wanted: ManagerPassword): Promise<Result<{ done: boolean }>> =>
  recovery().setPassword(wanted)
