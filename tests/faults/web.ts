/** WhatsApp Web under faults: the library itself in its thread, on a double of WhatsApp's server (./numbers). */
import { pathToFileURL } from 'node:url'
import { checkSent } from './cloud-checks'
import { takenIn } from './lib/whatsapp-journal'
import type { WebReady } from './number-process'
import type { Way } from './numbers'
import type { WhatsAppOrder } from './whatsapp-process'

export const webWay: Way<WebReady> = {
  phones: ['551140020001', '551140020002', '551140020003'],
  // A number that was lost comes back after seconds; in between it has to get somewhere.
  pauses: { least: 5_000, chance: 5_000 },
  order: (base, doublePort) => ({
    ...base,
    provider: 'web',
    library: `${pathToFileURL('tests/support/plain-web-library.mjs').href}?at=ws://127.0.0.1:${doublePort}`,
  }),
  doubleOrder: ({ devices }, base): WhatsAppOrder => ({ ...base, devices }),
  // Files of customers lie elsewhere (WhatsApp's store); what is delivered here is words, in the order they were written.
  script: streams =>
    streams.map(bundles =>
      bundles.map(one => ({ ...one, messages: one.messages.map(each => ({ ...each, file: null })) })),
    ),
  taken: takenIn,
  // The library acknowledges receipts by itself: one that is lost in a kill leaves a message at an earlier step.
  check: (own, taken, sends) => {
    const left = new Set(taken)
    const known = own.map(one => (left.has(one.id) ? { ...one, failure: null, ack: 3 } : one))
    return checkSent(known, taken, sends)
  },
}
