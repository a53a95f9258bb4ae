/** Sessions in threads of their own (../worker): one that hangs or crashes is begun again alone. */
import type { Log } from '../../log'
import { ChannelBusy, ChannelError, ChannelUnsure } from '../channel'
import { type Begin, inThread } from '../worker/life'
import { superviseThread, threadFile } from '../worker/supervise'
import type { SessionHost } from './host'
import type { Installed } from './library'
import type { WebDown, WebUp } from './wire'

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
        log,
        onUp: cameUp,
        onDown: down,
      })
      const call = { timeoutMs: CALL_MS }
      const file = { timeoutMs: FILE_MS }
      return {
        open: pairing => thread.call('open', [pairing], call),
        signOut: () => thread.call('signOut', [], call),
        close: () => thread.call('close', [], call),
        send: parcel => thread.call('send', [parcel], parcel.media ? file : call),
        edit: (key, body) => thread.call('edit', [key, body], call),
        revoke: key => thread.call('revoke', [key], call),
        react: (key, emoji) => thread.call('react', [key, emoji], call),
        read: keys => thread.call('read', [keys], call),
        typing: jid => thread.call('typing', [jid], call),
        check: number => thread.call('check', [number], call),
        picture: jid => thread.call('picture', [jid], call),
        file: (content, key, most) => thread.call('file', [content, key, most], file),
        end: () => thread.stop(),
      }
    },
  }
}
