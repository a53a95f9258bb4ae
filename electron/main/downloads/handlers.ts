/** The bridge's verbs about downloads. */
import type { Handlers } from '../ipc/ipc'
import type { Downloads } from './downloads'

type DownloadVerb = Extract<keyof Handlers, `downloads.${string}`>

export const downloadHandlers = (downloads: Downloads): Pick<Handlers, DownloadVerb> => ({
  'downloads.list': () => downloads.list(),
  'downloads.start': async (request, caller) => ({ started: await downloads.start(request, caller.id) }),
  'downloads.cancel': ({ id }) => downloads.cancel(id) as undefined,
  'downloads.open': async ({ id }) => ({ outcome: await downloads.open(id) }),
  'downloads.reveal': ({ id }) => ({ outcome: downloads.reveal(id) }),
  'downloads.forget': ({ id }) => downloads.forget(id) as undefined,
})
