/** Sessions of WhatsApp Web in the test's own thread, on a double. */

import { findVoicePackages } from '../../electron/server/desk/channel/voice/packages'
import type { HostEvents, SessionHost } from '../../electron/server/desk/channel/web/host'
import type { WebLibrary } from '../../electron/server/desk/channel/web/library'
import { createSession, type SessionTuning } from '../../electron/server/desk/channel/web/session'
import type { WebDown } from '../../electron/server/desk/channel/web/wire'

export interface HereHost extends SessionHost {
  /** Breaks a session off as a thread that crashes does, and begins it again. */
  crash(whatsappId: number): Promise<void>
}

export function hostHere(library: WebLibrary, tuning: Partial<SessionTuning> = {}): HereHost {
  // What makes voice notes is looked for as the product does.
  const voice = findVoicePackages(null)
  const events = new Map<number, { events: HostEvents; close(): Promise<void>; renew(): void }>()
  return {
    begin(whatsappId, up, told) {
      const made = () =>
        createSession({
          up,
          library,
          voice,
          tuning: { reconnectMs: 10, busyMs: 20, ...tuning },
        })
      let session = made()
      events.set(whatsappId, {
        events: told,
        close: () => session.close(),
        renew() {
          session = made()
        },
      })
      told.up(1)
      const now = new Proxy({} as WebDown, { get: (_, call: keyof WebDown) => session[call] })
      return { session: now, end: () => session.close() }
    },
    async crash(whatsappId) {
      const one = events.get(whatsappId)
      if (!one) throw new Error('no such session')
      one.events.down()
      await one.close()
      one.renew()
      one.events.up(2)
    },
  }
}
