import type { SettingKey } from '@contract'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useServers } from '@/stores/servers'

type OpenKey = Extract<SettingKey, 'allowregister' | 'viewregister'>

/**
 * A setting of the platform that nobody has to be known for.
 * @returns whether it is enabled; null until the server has said so. A server that keeps no such setting has it enabled.
 */
function useOpenness(key: OpenKey): boolean | null {
  const server = useServers(state => state.state?.current)
  const [known, setKnown] = useState<{ server: string | undefined; open: boolean } | null>(null)
  useEffect(() => {
    let current = true
    const answered = (open: boolean): void => {
      if (current) setKnown({ server, open })
    }
    call('settings.public', { params: { key } }).then(
      ({ value }) => answered(value !== 'disabled'),
      () => answered(true),
    )
    return () => {
      current = false
    }
  }, [key, server])
  return known && known.server === server ? known.open : null
}

/** Whether the sign-in screen shows the way to sign-up (settings viewregister and allowregister). */
export function useSignUpShown(): boolean {
  const shown = useOpenness('viewregister')
  const open = useOpenness('allowregister')
  return shown === true && open === true
}

/** Whether companies may sign up on their own (setting allowregister); null until known. */
export const useSignUpOpen = (): boolean | null => useOpenness('allowregister')
