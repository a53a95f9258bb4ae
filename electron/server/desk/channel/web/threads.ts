/** Sessions in threads of their own (../worker): one that hangs or crashes is begun again alone. */
import type { Log } from '../../../log'
import { ChannelBusy, ChannelError, ChannelUnsure } from '../channel'
import { type Begin, inThread } from '../worker/life'
import { superviseThread, threadFile } from '../worker/supervise'
import type { SessionHost } from './host'
import type { Installed } from './library'
import type { WebDown, WebParcel, WebUp } from './wire'

/** Heap of one thread in MB; the library with its caches needs a third of it. */
const MOST_MB = 256
/** How long calls may take, in milliseconds: what talks to WhatsApp, and what brings a file up or down. */
const CALL_MS = 60_000
const FILE_MS = 180_000

const programOf = (name: string): Begin => inThread(name, threadFile('web-thread'), MOST_MB)

/**
 * @param installed where the library is.
 * @param begin how the thread of a name is begun; left out: by the program beside the built server.
 */
export function threadedSessions(installed: Installed, log: Log, begin = programOf): SessionHost {
  return {
    begin(whatsappId, up, { up: cameUp, down }) {
      const name = `web ${whatsappId}`
      const thread = superviseThread<WebDown, WebUp>({
        name,
        begin: begin(name),
        data: installed,
        handlers: up,
        errors: [ChannelError, ChannelBusy, ChannelUnsure],
        timeoutMs(method, [parcel]) {
          const bringsFile = method === 'file' || (method === 'send' && (parcel as WebParcel).media !== null)
          return bringsFile ? FILE_MS : CALL_MS
        },
        log,
        onUp: cameUp,
        onDown: down,
      })
      return { session: thread.calls, end: () => thread.stop() }
    },
  }
}
