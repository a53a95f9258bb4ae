/** The program of a number's thread: the session, with the library loaded from where it is installed. */
import { workerData } from 'node:worker_threads'
import type { LifeStart } from '../worker/life'
import { moving, type Peer } from '../worker/peer'
import { serveThread } from '../worker/serve'
import { type Installed, loadLibrary, voiceToolsOf } from './library'
import { createSession } from './session'
import type { WebDown, WebUp } from './wire'

const installed = (workerData as LifeStart).data as Installed
const library = await loadLibrary(installed)

const upOf = (peer: Peer<WebUp>): WebUp => ({
  loadKeys: (...args) => peer.call('loadKeys', args),
  storeKeys: (...args) => peer.call('storeKeys', args),
  forgetKeys: () => peer.call('forgetKeys', []),
  deliver: (...args) => peer.call('deliver', args),
  status: (...args) => peer.call('status', args),
  people: (...args) => peer.call('people', args),
  contentOf: (...args) => peer.call('contentOf', args),
  refusesCalls: () => peer.call('refusesCalls', []),
  log: (...args) => peer.call('log', args),
})

let close: () => Promise<void> = async () => {}

serveThread<WebDown, WebUp>({
  open(_data, peer) {
    const session = createSession({ up: upOf(peer), library, voice: voiceToolsOf(installed) })
    close = () => session.close()
    return {
      open: pairing => session.open(pairing),
      signOut: () => session.signOut(),
      close: () => session.close(),
      send: parcel => session.send(parcel),
      edit: (key, body) => session.edit(key, body),
      revoke: key => session.revoke(key),
      react: (key, emoji) => session.react(key, emoji),
      read: keys => session.read(keys),
      typing: jid => session.typing(jid),
      check: number => session.check(number),
      picture: jid => session.picture(jid),
      async file(content, key, most) {
        const bytes = await session.file(content, key, most)
        return moving(bytes, [bytes.buffer as ArrayBuffer])
      },
    }
  },
  close: () => close(),
})
