/** The thread of a Cloud API number as a test begins it: its program is built from the sources. */
import { type Begin, inThread } from '../../electron/server/channel/worker/life'
import { bundle } from '../faults/lib/bundle.mjs'

// Each worker of the tests has its own: one does not read what another is just writing.
const program = await bundle(
  'electron/server/channel/cloud/cloud-thread.ts',
  `cloud-thread-${process.env.VITEST_POOL_ID ?? process.pid}`,
)

export const beginCloudThread = (whatsappId: number): Begin => inThread(`cloud ${whatsappId}`, program, 64)
