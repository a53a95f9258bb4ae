/** The worker: the library that reads spreadsheets is in its chunk alone, and its work on a thread of its own. */
import { sheetAnswers } from './answers'
import type { ToSheet } from './protocol'

const answer = sheetAnswers()

self.onmessage = ({ data }: MessageEvent<ToSheet>) => {
  void answer(data).then(said => self.postMessage(said))
}
