/** Sleep, lock and network: what makes main look after its connection (design/electron.md item 33). */
import { net, powerMonitor } from 'electron'
import type { Log } from './log/log'

const NETWORK_POLL_MS = 3_000

export interface Power {
  /** Seconds since the last input anywhere in the system; a locked screen counts as idle. */
  idleSeconds(): number
  isOnline(): boolean
  /** Woke up, unlocked, or the network is back. */
  onReturn(listener: (why: string) => void): void
  onLock(listener: () => void): void
  stop(): void
}

export function watchPower(log: Log): Power {
  const listeners: ((why: string) => void)[] = []
  const lockListeners: (() => void)[] = []
  let locked = false
  let online = net.isOnline()
  const back = (why: string) => {
    log.info('back', { why })
    for (const listener of listeners) listener(why)
  }
  const onResume = () => back('resume')
  const onLock = () => {
    locked = true
    for (const listener of lockListeners) listener()
  }
  const onUnlock = () => {
    locked = false
    back('unlock')
  }
  powerMonitor.on('resume', onResume)
  powerMonitor.on('lock-screen', onLock)
  powerMonitor.on('unlock-screen', onUnlock)
  // Main has no event for the network; asking is a flag read.
  const poll = setInterval(() => {
    const now = net.isOnline()
    if (now && !online) back('network')
    online = now
  }, NETWORK_POLL_MS)
  return {
    idleSeconds: () => (locked ? Number.POSITIVE_INFINITY : powerMonitor.getSystemIdleTime()),
    isOnline: () => net.isOnline(),
    onReturn: listener => void listeners.push(listener),
    onLock: listener => void lockListeners.push(listener),
    stop() {
      clearInterval(poll)
      powerMonitor.off('resume', onResume)
      powerMonitor.off('lock-screen', onLock)
      powerMonitor.off('unlock-screen', onUnlock)
    },
  }
}
