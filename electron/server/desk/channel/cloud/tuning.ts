import { FILE_TUNING, type FileTuning } from '../incoming-files'

/** Times of the Cloud API channel, in milliseconds unless stated otherwise. Tests give their own. */
export interface CloudTuning extends FileTuning {
  /** One call. */
  callMs: number
  /** First pause after "too many" where the API names none; it doubles up to the longest. */
  busyMs: number
  longestBusyMs: number
  /** How often it is looked whether an ack has come for a message whose answer was lost. */
  unsureMs: number
  /** How long an ack of a message without an answer is awaited before it is called unsure, from the call or from the start. */
  graceMs: number
  /** How long nothing may have come of a phone's history before what came is put in order. */
  quietMs: number
  /** First pause before a number that is not reached is tried again; it doubles up to the longest. */
  reconnectMs: number
  longestReconnectMs: number
  /** Messages a second of one number: what the API takes of an ordinary one. */
  perSecond: number
}

export const CLOUD_TUNING: CloudTuning = {
  callMs: 30_000,
  busyMs: 3_000,
  longestBusyMs: 120_000,
  unsureMs: 5_000,
  graceMs: 180_000,
  quietMs: 60_000,
  ...FILE_TUNING,
  reconnectMs: 5_000,
  longestReconnectMs: 300_000,
  perSecond: 80,
}
