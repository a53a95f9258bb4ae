/** The state of the server for its operator: whether it is ending, and its metrics. */
import type { WorkspaceRepair } from '@contract'
import type { Meters } from './metrics'

export interface Operation {
  /** The server is ending: send nobody new to it. */
  draining: boolean
  /** What happened to the workspace file before this start; null: nothing. */
  repair: WorkspaceRepair | null
  /** Null without metrics (TURNO_METRICS_TOKEN). */
  meters: Meters | null
  /** Open sockets. */
  sockets(): number
}
