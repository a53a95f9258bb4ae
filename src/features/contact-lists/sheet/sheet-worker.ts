/** The worker: the library that reads spreadsheets is in its chunk alone, and its work on a thread of its own. */
import { sheetDesk } from './desk'
import type { ToSheet } from './protocol'

const answer = sheetDesk()

self.onmessage = ({ data }: MessageEvent<ToSheet>) => {
  void answer(data).then(said => self.postMessage(said))
}
