/** Sleep, lock and network: what makes main look after its connection. */
import { net, powerMonitor } from 'electron'
import type { Log } from './log/log'

const NETWORK_POLL_MS = 3_000
/** The keys that lock the screen are input themselves. */
const LOCKING_MS = 10_000
/** Input within so many seconds, on a screen that reports that it is not locked: somebody is working. */
const WORKING_S = 5

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
  let lockedAt: number | null = null
  let online = net.isOnline()
  const back = (why: string) => {
    log.info('back', { why })
    for (const listener of listeners) listener(why)
  }
  const onResume = () => back('resume')
  const onLock = () => {
    lockedAt = Date.now()
    for (const listener of lockListeners) listener()
  }
  const unlocked = (why: string) => {
    lockedAt = null
    back(why)
  }
  const onUnlock = () => unlocked('unlock')
  /** Some Linux desktops report the lock and never its end; without this the agent would be away for ever. */
  const lookForMissedUnlock = () => {
    if (lockedAt === null || Math.abs(Date.now() - lockedAt) < LOCKING_MS) return
    if (powerMonitor.getSystemIdleState(WORKING_S) === 'active') unlocked('unlock was not reported')
  }
  powerMonitor.on('resume', onResume)
  powerMonitor.on('lock-screen', onLock)
  powerMonitor.on('unlock-screen', onUnlock)
  // Main has no event for the network; asking is a flag read.
  const poll = setInterval(() => {
    const now = net.isOnline()
    if (now && !online) back('network')
    online = now
    lookForMissedUnlock()
  }, NETWORK_POLL_MS)
  return {
    idleSeconds: () => (lockedAt !== null ? Number.POSITIVE_INFINITY : powerMonitor.getSystemIdleTime()),
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
