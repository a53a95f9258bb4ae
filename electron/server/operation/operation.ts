/** What whoever runs the server steers and watches: whether it is ending, and its figures. */
import type { Meters } from './metrics'

export interface Operation {
  /** The server is ending: nobody new should be sent to it. */
  draining: boolean
  /** Null while no figures are asked for (TURNO_METRICS_TOKEN). */
  meters: Meters | null
  /** Sockets that are open now. */
  sockets(): number
}
