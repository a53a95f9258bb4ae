/** The Cloud API under faults, on the double of the Graph API (./numbers). */
import { checkSent } from './cloud-checks'
import type { GraphOrder } from './graph-process'
import { journalIn } from './lib/graph-journal'
import type { CloudReady } from './number-process'
import type { Way } from './numbers'

export const cloudWay: Way<CloudReady> = {
  phones: ['106540352242922', '206540352242922', '306540352242922'],
  pauses: { least: 300, chance: 1_300 },
  order: (base, doublePort) => ({ ...base, provider: 'cloud', graphUrl: `http://127.0.0.1:${doublePort}` }),
  doubleOrder: ({ hooks }, base): GraphOrder => ({ ...base, hooks }),
  script: streams => streams,
  taken: folder =>
    journalIn(folder).lines.flatMap(line => (line.kind === 'taken' ? [line.sent.callback] : [])),
  check: checkSent,
}
