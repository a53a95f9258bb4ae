/** The one record every rule and route receives: what a running workspace consists of. */
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
import type { Working } from './platform/db/working'
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
  /** Whether this process does the jobs and holds the connections, and how to reach the one that does. */
  work: Working
  storage: Storage
  /** Where the files of conversations lie. */
  media: MediaPlace
  operation: Operation
  memory: Memory
  /** What follows by itself from what happens (happenings/kinds.ts), in the order in which it is told. */
  consumers: readonly ConsumerIn<Workspace>[]
  /** Lets colleagues of this network in; null where that is not offered. */
  localNetwork: LocalNetwork | null
  /** The processes of this workspace's database; null where it is a file. */
  cluster: Cluster | null
  /** What the founding of an empty workspace has to show; null where the door's own key is enough. */
  setupCode: string | null
  /** Where webhooks may lead inside the operator's own network (outward/addresses.ts). */
  internalTargets(): InternalTargets
  /** PEM of an authority that vouches for banks besides the system's; null for none. */
  bankAuthority: string | null
  /** Where speech is asked for instead of the region's own address; null for that address. */
  speechOrigin: ((region: string) => string) | null
  /** Asked instead of a provider where the model is the demo's own (SIMULATED_MODEL); null where there is no demo. */
  simulatedModel(): typeof fetch | null
  /** Where the Graph API is asked instead of at Meta; null for Meta (channel/cloud). */
  graphUrl: string | null
  /** How long after the start the jobs that work by the clock have their first turn, in milliseconds (every.ts). */
  jobsAfterMs: number
  /** By a job's name: does its next turn now, after the one under way, and resolves at its end (every.ts; tests). */
  turns: Map<string, () => Promise<void>>
  /** The way to pages behind links in place of the guarded one (tests): given most bytes of an answer; null for that one. */
  linkFetch: ((most: number) => typeof fetch) | null
  /** How long models may take (providers/chat-model.ts). */
  modelTimeouts: ModelTimeouts
  /** How long after its answer a call about a forgotten password does its work (mail/forgotten.ts). */
  mailPause: MailPause
}

/** The signed-in person of one request or socket, read from the database at its beginning. */
export interface Me extends Viewer {
  companyId: number
  name: string
  email: string
  profile: Profile
  whatsappId: number | null
  /** The company's time is over, and this is an admin who may still pay: calls marked `unpaid`, and nothing else. */
  unpaid: boolean
  /** The sign-in this request belongs to (refresh token family). */
  session: string
  /** Where no person acts: what it was done for (steps/run.ts). */
  cause?: Cause
}

/** The id of what acts without being a person. */
export const NOBODY = 0

/** Who did it, as rows keep it: null where no person did. */
export const authorOf = ({ id }: Pick<Me, 'id'>): number | null => (id === NOBODY ? null : id)
