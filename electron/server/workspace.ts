/** The record every rule and route receives: the parts of a running workspace. */
import type { Profile, Viewer } from '@contract'
import type { InternalTargets } from '../outward/addresses'
import type { ModelTimeouts } from '../providers/chat-model'
import type { Channel } from './desk/channel/channel'
import type { Cause, ConsumerIn } from './desk/happenings/kinds'
import type { Log } from './log'
import type { Memory } from './memory'
import type { SessionKeys } from './platform/auth/tokens'
import type { Cluster } from './platform/cluster/cluster'
import type { Db } from './platform/db/client'
import type { WorkOwnership } from './platform/db/work-ownership'
import type { Storage } from './platform/keeping/storage'
import type { LocalNetwork } from './platform/local-network/local-network'
import type { MailPause } from './platform/mail/under-way'
import type { MediaPlace } from './platform/media/place'
import type { Operation } from './platform/operation/operation'
import type { CustomerTyping, Realtime } from './platform/realtime/realtime'

export interface Workspace {
  db: Db
  /** Data folder (TURNO_DATA). */
  folder: string
  keys: SessionKeys
  log: Log
  realtime: Realtime
  customerTyping: CustomerTyping
  channel: Channel
  /** Whether this process runs the jobs and holds the connections, and how to reach the one that does. */
  work: WorkOwnership
  storage: Storage
  /** Where the files of conversations lie. */
  media: MediaPlace
  operation: Operation
  memory: Memory
  /** Everything automatic (happenings/kinds.ts), in the order it is called. */
  consumers: readonly ConsumerIn<Workspace>[]
  /** Lets colleagues on this network in; null where that is not offered. */
  localNetwork: LocalNetwork | null
  /** The processes of this workspace's database; null for a file. */
  cluster: Cluster | null
  /** The code for founding an empty workspace; null when the door's own key is enough. */
  setupCode: string | null
  /** Internal addresses webhooks may call (outward/addresses.ts). */
  internalTargets(): InternalTargets
  /** PEM of a further authority for banks; null for none. */
  bankAuthority: string | null
  /** Where speech is asked for instead of the region's own address; null for that address. */
  speechOrigin: ((region: string) => string) | null
  /** Used instead of a provider when the model is the demo's own (SIMULATED_MODEL); null without a demo. */
  simulatedModel(): typeof fetch | null
  /** Where the Graph API is asked instead of at Meta; null for Meta (channel/cloud). */
  graphUrl: string | null
  /** How long after the start the jobs first run, milliseconds (every.ts). */
  jobsAfterMs: number
  /** By a job's name: runs its next round now, after the one under way, and resolves at its end (every.ts; tests). */
  turns: Map<string, () => Promise<void>>
  /** Replaces the guarded call to linked pages (tests): gets the most bytes of an answer; null for the guarded one. */
  linkFetch: ((most: number) => typeof fetch) | null
  /** How long models may take (providers/chat-model.ts). */
  modelTimeouts: ModelTimeouts
  /** How long after its answer a call about a forgotten password works (mail/forgotten.ts). */
  mailPause: MailPause
}

/** The signed-in person of one request or socket, read from the database at its beginning. */
export interface Me extends Viewer {
  companyId: number
  name: string
  email: string
  profile: Profile
  whatsappId: number | null
  /** The company has expired, and this admin may still pay: only calls marked `unpaid`. */
  unpaid: boolean
  /** Gets customers' numbers masked (src/contract/masked-numbers.ts). */
  hidesNumbers?: boolean
  /** The sign-in this request belongs to (refresh token family). */
  session: string
  /** When no person acts: the cause (steps/run.ts). */
  cause?: Cause
}

/** The id of an actor that is not a person. */
export const NOBODY = 0

/** The author stored in rows: null when no person acted. */
export const authorOf = ({ id }: Pick<Me, 'id'>): number | null => (id === NOBODY ? null : id)
