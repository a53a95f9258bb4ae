/** The thread of a number of the Cloud API: its calls and files, apart from the server's loop. */
import { moving } from '../worker/peer'
import { serveThread } from '../worker/serve'
import { askNetwork, type NetAnswer, type NetQuestion } from './network'

/** What the server asks of the thread. */
export interface CloudThread {
  ask(question: NetQuestion): Promise<NetAnswer>
}

serveThread<CloudThread, object>({
  open: () => ({
    async ask(question, signal) {
      const answer = await askNetwork(question, signal)
      return moving(answer, [answer.bytes.buffer])
    },
  }),
})
