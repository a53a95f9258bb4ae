/** Sessions in their own threads (../worker): one that hangs or crashes is restarted alone. */
import type { Log } from '../../../log'
import { ChannelBusy, ChannelError, ChannelUnsure } from '../channel'
import { type Begin, inThread } from '../worker/life'
import { superviseThread, threadFile } from '../worker/supervise'
import type { SessionHost } from './host'
import type { Installed } from './library'
import type { WebDown, WebParcel, WebUp } from './wire'

/** Heap of one thread in MB; the library with its caches needs a third. */
const MOST_MB = 256
/** Time limits of calls, milliseconds: for talking to WhatsApp, and for transferring a file. */
const CALL_MS = 60_000
const FILE_MS = 180_000

const programOf = (name: string): Begin => inThread(name, threadFile('web-thread'), MOST_MB)

/**
 * @param installed where the library is.
 * @param begin starts the thread with a name; by default the program beside the built server.
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
