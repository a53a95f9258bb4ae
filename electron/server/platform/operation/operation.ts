/** What whoever runs the server steers and watches: whether it is ending, and its figures. */
import type { WorkspaceRepair } from '@contract'
import type { Meters } from './metrics'

export interface Operation {
  /** The server is ending: nobody new should be sent to it. */
  draining: boolean
  /** What happened to the workspace file before this start; null: nothing. */
  repair: WorkspaceRepair | null
  /** Null while no figures are asked for (TURNO_METRICS_TOKEN). */
  meters: Meters | null
  /** Sockets that are open now. */
  sockets(): number
}
